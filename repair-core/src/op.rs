//! The unit of work.

use std::future::{Future, ready};

use crate::{BoxError, Context, InputField, OpError, Outcome, RepairConfig, driver};

/// A unit of work: typed fields in, `Result<Output, OpError>` out. Pure or idempotent, since a repair runs it again;
/// effects belong in [`commit`](Self::commit).
///
/// Write `async fn run`; annotate the impl with `#[repairable(input = "…")]` to have the named field repaired.
///
/// ```
/// use repair_core::{Context, Op, OpError};
///
/// struct Double { number: String }
///
/// impl Op for Double {
///     type Output = i64;
///     async fn run(&self, _: &Context) -> Result<i64, OpError> {
///         Ok(self.number.parse::<i64>()? * 2)
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an `Op`",
    label = "not an `Op`",
    note = "write `impl Op for {Self} {{ type Output = …; async fn run(&self, cx: &Context) -> Result<…, OpError> {{ … }} }}`"
)]
pub trait Op: Sized + Send + Sync {
    /// What a successful run yields.
    type Output: Send;

    /// Does the work, once.
    ///
    /// # Errors
    ///
    /// Fatal, or repairable: see [`OpError`].
    fn run(&self, cx: &Context) -> impl Future<Output = Result<Self::Output, OpError>> + Send;

    /// Does what must happen once, after a run was accepted: write, send, charge. Nothing is repaired after it began.
    ///
    /// # Errors
    ///
    /// Any; the run then ends as `commit_failed`.
    fn commit(&self, output: &Self::Output, cx: &Context) -> impl Future<Output = Result<(), BoxError>> + Send {
        let _ = (output, cx);
        ready(Ok(()))
    }

    /// Accepts the input by a relaxed check, once every way to repair it was tried; the run is then `degraded`. Called on the
    /// best candidate where the configuration says [`OnExhausted::Degrade`](crate::config::OnExhausted::Degrade).
    ///
    /// # Errors
    ///
    /// Any: the run then ends as it would have ended. Unless it is written, nothing is accepted.
    fn run_relaxed(&self, cx: &Context) -> impl Future<Output = Result<Self::Output, OpError>> + Send {
        let _ = cx;
        ready(Err(OpError::fatal("the op has no relaxed check: write `run_relaxed`")))
    }

    #[doc(hidden)]
    fn __repair() -> Option<Repair<Self>> {
        None
    }

    #[doc(hidden)]
    fn __supervised(&self, cx: &Context) -> impl Future<Output = Outcome<Self::Output>> + Send {
        driver::supervise(self, cx)
    }
}

/// How to repair an op: what `#[repairable]` appends to its impl.
#[doc(hidden)]
pub struct Repair<O> {
    pub(crate) again: fn(&O) -> O,
    pub(crate) input: fn(&mut O) -> &mut dyn InputField,
    pub(crate) config: fn() -> RepairConfig,
}

impl<O> Repair<O> {
    /// Called by the expansion only.
    pub const fn new(again: fn(&O) -> O, input: fn(&mut O) -> &mut dyn InputField, config: fn() -> RepairConfig) -> Self {
        Self { again, input, config }
    }
}

impl<O> Clone for Repair<O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O> Copy for Repair<O> {}

/// An op of which a second one can be made, so that the caller's is never half-changed.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be repaired: no copy of it can be made",
    label = "not `Clone`",
    note = "a repair changes a copy of the op and leaves yours as it was: add `#[derive(Clone)]` to `{Self}`"
)]
pub trait Again: Sized {
    /// The copy.
    fn again(&self) -> Self;
}

impl<T: Clone> Again for T {
    fn again(&self) -> Self {
        self.clone()
    }
}

/// What `#[repairable]` generates a use of, with the user's type as its argument.
#[doc(hidden)]
pub fn again<T: Again>(op: &T) -> T {
    op.again()
}
