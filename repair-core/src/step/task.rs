//! What a step runs.

use std::{fmt, future::Future, marker::PhantomData};

use crate::{Context, Op, OpError};

/// What a step runs: from an input to an output. Pure or idempotent, since it may be run again.
///
/// A function `async fn(&I, &Context) -> Result<O, OpError>` is one, and so is a closure whose parameters have their types
/// written. A repairable [`OpError`] is for the planner, with its findings; any other ends the step.
///
/// ```
/// use repair_core::{Context, OpError, step::{Step, Task}};
///
/// struct Double;
/// impl Task<i64, i64> for Double {
///     async fn run(&self, input: &i64, _: &Context) -> Result<i64, OpError> {
///         Ok(input * 2)
///     }
/// }
/// let step = Step::builder(Double).build().unwrap();
/// let same = Step::builder(async |input: &i64, _: &Context| Ok::<i64, OpError>(input * 2)).build().unwrap();
/// # let _ = (step, same);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a task of a step from `{I}` to `{O}`",
    label = "not a `Task<{I}, {O}>`",
    note = "write `impl Task<Input, Output> for …`, or an `async fn(&Input, &Context) -> Result<Output, OpError>`",
    note = "the parameters of a closure need their types: `async |input: &Input, cx: &Context| …`"
)]
pub trait Task<I, O>: Send + Sync {
    /// Does the work, once.
    ///
    /// # Errors
    ///
    /// Repairable, for the planner; or fatal, which ends the step.
    fn run(&self, input: &I, cx: &Context) -> impl Future<Output = Result<O, OpError>> + Send;
}

/// A function that is a [`Task`]. Nothing to implement: every fitting function and closure is one.
pub trait TaskFn<'a, I: 'a, O>: FnOnce(&'a I, &'a Context) -> <Self as TaskFn<'a, I, O>>::Fut + Clone + Send + Sync {
    /// What it returns.
    type Fut: Future<Output = Result<O, OpError>> + Send;
}

impl<'a, I: 'a, O, F, Fut> TaskFn<'a, I, O> for F
where
    F: FnOnce(&'a I, &'a Context) -> Fut + Clone + Send + Sync,
    Fut: Future<Output = Result<O, OpError>> + Send,
{
    type Fut = Fut;
}

#[diagnostic::do_not_recommend]
impl<I: Sync, O, F> Task<I, O> for F
where
    F: for<'a> TaskFn<'a, I, O>,
{
    async fn run(&self, input: &I, cx: &Context) -> Result<O, OpError> {
        self.clone()(input, cx).await
    }
}

/// The task that makes an op of its input and runs it, once and bare: what the op finds is for the step's planner, and its
/// [`commit`](Op::commit) is not run, the step's materialisers are. For an op that first repairs its own input, wrap it in
/// [`WithRepair`](crate::WithRepair).
///
/// ```
/// use repair_core::{Context, Op, OpError, step::{Step, task_of}};
///
/// struct Parse(String);
/// impl Op for Parse {
///     type Output = i64;
///     async fn run(&self, _: &Context) -> Result<i64, OpError> {
///         Ok(self.0.parse()?)
///     }
/// }
/// let step = Step::builder(task_of(|text: &String| Parse(text.clone()))).build().unwrap();
/// # let _ = step;
/// ```
pub const fn task_of<I, P: Op, F: Fn(&I) -> P + Send + Sync>(make: F) -> OpTask<I, F> {
    OpTask { make, input: PhantomData }
}

/// What [`task_of`] gives.
pub struct OpTask<I, F> {
    make: F,
    input: PhantomData<fn(&I)>,
}

impl<I: Sync, P: Op, F: Fn(&I) -> P + Send + Sync> Task<I, P::Output> for OpTask<I, F> {
    async fn run(&self, input: &I, cx: &Context) -> Result<P::Output, OpError> {
        let op = (self.make)(input);
        op.run(cx).await
    }
}

impl<I, F> fmt::Debug for OpTask<I, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpTask").finish_non_exhaustive()
    }
}
