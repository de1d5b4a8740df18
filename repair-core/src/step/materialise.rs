//! What is done with an accepted output.

use std::future::Future;

use crate::{BoxError, Context};

/// Makes an accepted output real: writes, sends, charges. It runs once, after acceptance; nothing is repaired after that, and
/// the task is not run again if it fails.
///
/// An `async fn(&O, &Context) -> Result<(), BoxError>` is one, and so is such a closure.
///
/// ```
/// use repair_core::{BoxError, Context, OpError, Status, Runtime, step::Step};
///
/// let step = Step::builder(async |text: &String, _: &Context| Ok::<_, OpError>(text.len()))
///     .materialise(async |_: &usize, _: &Context| Err::<(), BoxError>("the disk is full".into()))
///     .build()
///     .unwrap();
/// let outcome = step.run_blocking(&Runtime::builder().build(), "text".to_owned());
/// assert_eq!(outcome.status(), Status::CommitFailed);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not materialise a `{O}`, which is the output of this step's task",
    label = "not a `Materialiser<{O}>`",
    note = "write `impl Materialiser<{O}> for …`, or an `async fn(&{O}, &Context) -> Result<(), BoxError>`"
)]
pub trait Materialiser<O>: Send + Sync {
    /// Does it, once.
    ///
    /// # Errors
    ///
    /// Any; the step then ends as `commit_failed`.
    fn materialise(&self, output: &O, cx: &Context) -> impl Future<Output = Result<(), BoxError>> + Send;
}

/// A function that is a [`Materialiser`]. Nothing to implement.
pub trait MaterialiseFn<'a, O: 'a>:
    FnOnce(&'a O, &'a Context) -> <Self as MaterialiseFn<'a, O>>::Fut + Clone + Send + Sync
{
    /// What it returns.
    type Fut: Future<Output = Result<(), BoxError>> + Send;
}

impl<'a, O: 'a, F, Fut> MaterialiseFn<'a, O> for F
where
    F: FnOnce(&'a O, &'a Context) -> Fut + Clone + Send + Sync,
    Fut: Future<Output = Result<(), BoxError>> + Send,
{
    type Fut = Fut;
}

#[diagnostic::do_not_recommend]
impl<O: Sync, F> Materialiser<O> for F
where
    F: for<'a> MaterialiseFn<'a, O>,
{
    async fn materialise(&self, output: &O, cx: &Context) -> Result<(), BoxError> {
        self.clone()(output, cx).await
    }
}
