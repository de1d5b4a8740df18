//! Steps made of steps, and steps as ops.

use std::fmt;

use futures_util::future;

use super::{Step, Task};
use crate::{Context, Op, OpError, Outcome};

/// A step is a task itself: run within the other step's run, on its budget; its report is nested in the other's. Its failure
/// is fatal for that one.
impl<I: Clone + Send + Sync + 'static, O: Send + Sync + 'static> Task<I, O> for Step<I, O> {
    async fn run(&self, input: &I, cx: &Context) -> Result<O, OpError> {
        self.part(input.clone(), cx).await
    }
}

impl<I: Send + Sync + 'static, O: Send + Sync + 'static> Step<I, O> {
    /// Runs it as a part of another run.
    async fn part(&self, input: I, cx: &Context) -> Result<O, OpError> {
        let inner = cx.nest_step();
        let outcome = self.run_in(&inner, input).await;
        cx.keep_nested(&outcome.report);
        Ok(outcome.result?)
    }
}

impl<I: Clone + Send + Sync + 'static, O: Send + Sync + 'static> Step<I, O> {
    /// This step, and another one on its output. The report is one, labelled `a then b`, with both nested in it.
    ///
    /// ```
    /// use repair_core::{Context, OpError, Runtime, step::Step};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let read = Step::builder(async |text: &String, _: &Context| Ok::<i64, OpError>(text.parse()?)).label("read").build()?;
    /// let double = Step::builder(async |n: &i64, _: &Context| Ok::<i64, OpError>(n * 2)).label("double").build()?;
    /// let outcome = read.then(double).run_blocking(&Runtime::builder().build(), "21".to_owned());
    /// assert_eq!(outcome.report.label(), "read then double");
    /// assert_eq!(outcome.report.nested().iter().map(|report| report.label()).collect::<Vec<_>>(), ["read", "double"]);
    /// assert_eq!(outcome.into_result()?, 42);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn then<P: Send + Sync + 'static>(&self, next: Step<O, P>) -> Step<I, P> {
        let label = format!("{} then {}", self.label(), next.label());
        Step::single(label, Then { first: self.clone(), next })
    }

    /// This step, and a function on its output.
    #[must_use]
    pub fn map<P: Send + Sync + 'static>(&self, f: impl Fn(O) -> P + Send + Sync + 'static) -> Step<I, P> {
        Step::single(self.shared_label(), Map { step: self.clone(), f })
    }

    /// The step on an input, as an op: for a runtime, a registry, or [`Context::run`] within another op.
    ///
    /// ```
    /// use repair_core::{Context, OpError, Runtime, step::Step};
    ///
    /// let double = Step::builder(async |n: &i64, _: &Context| Ok::<i64, OpError>(n * 2)).build().unwrap();
    /// assert_eq!(Runtime::builder().build().run_blocking(double.op(21)).into_result().unwrap(), 42);
    /// ```
    pub fn op(&self, input: I) -> StepOp<I, O> {
        StepOp { step: self.clone(), input }
    }
}

/// Two steps on the same input, at the same time. Both are run to their ends; the first one's failure comes first. The report
/// is one, labelled `a and b`, with both nested in it.
///
/// ```
/// use repair_core::{Context, OpError, Runtime, step::{Step, join}};
///
/// let half = Step::builder(async |n: &i64, _: &Context| Ok::<i64, OpError>(n / 2)).label("half").build().unwrap();
/// let double = Step::builder(async |n: &i64, _: &Context| Ok::<i64, OpError>(n * 2)).label("double").build().unwrap();
/// let outcome = join(half, double).run_blocking(&Runtime::builder().build(), 10);
/// assert_eq!(outcome.into_result().unwrap(), (5, 20));
/// ```
#[must_use]
pub fn join<I, A, B>(a: Step<I, A>, b: Step<I, B>) -> Step<I, (A, B)>
where
    I: Clone + Send + Sync + 'static,
    A: Send + Sync + 'static,
    B: Send + Sync + 'static,
{
    let label = format!("{} and {}", a.label(), b.label());
    Step::single(label, Join { a, b })
}

struct Then<I, M, O> {
    first: Step<I, M>,
    next: Step<M, O>,
}

impl<I, M, O> Task<I, O> for Then<I, M, O>
where
    I: Clone + Send + Sync + 'static,
    M: Send + Sync + 'static,
    O: Send + Sync + 'static,
{
    async fn run(&self, input: &I, cx: &Context) -> Result<O, OpError> {
        let between = self.first.part(input.clone(), cx).await?;
        self.next.part(between, cx).await
    }
}

struct Map<I, M, F> {
    step: Step<I, M>,
    f: F,
}

impl<I, M, O, F> Task<I, O> for Map<I, M, F>
where
    I: Clone + Send + Sync + 'static,
    M: Send + Sync + 'static,
    O: Send + Sync + 'static,
    F: Fn(M) -> O + Send + Sync,
{
    async fn run(&self, input: &I, cx: &Context) -> Result<O, OpError> {
        Ok((self.f)(self.step.part(input.clone(), cx).await?))
    }
}

struct Join<I, A, B> {
    a: Step<I, A>,
    b: Step<I, B>,
}

impl<I, A, B> Task<I, (A, B)> for Join<I, A, B>
where
    I: Clone + Send + Sync + 'static,
    A: Send + Sync + 'static,
    B: Send + Sync + 'static,
{
    async fn run(&self, input: &I, cx: &Context) -> Result<(A, B), OpError> {
        let (a, b) = future::join(self.a.part(input.clone(), cx), self.b.part(input.clone(), cx)).await;
        Ok((a?, b?))
    }
}

/// A step on an input, from [`Step::op`].
#[must_use = "an op does nothing until it is run"]
pub struct StepOp<I, O> {
    step: Step<I, O>,
    input: I,
}

impl<I: Clone + Send + Sync + 'static, O: Send + Sync + 'static> Op for StepOp<I, O> {
    type Output = O;

    async fn run(&self, cx: &Context) -> Result<O, OpError> {
        self.step.part(self.input.clone(), cx).await
    }

    async fn __supervised(&self, cx: &Context) -> Outcome<O> {
        self.step.run_in(cx, self.input.clone()).await
    }
}

impl<I: Clone, O> Clone for StepOp<I, O> {
    fn clone(&self) -> Self {
        Self { step: self.step.clone(), input: self.input.clone() }
    }
}

impl<I, O> fmt::Debug for StepOp<I, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StepOp").field("step", &self.step).finish_non_exhaustive()
    }
}
