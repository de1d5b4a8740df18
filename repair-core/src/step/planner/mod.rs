//! Who proposes the next input.

mod cannot;
mod combine;

use std::future::Future;

pub use self::{
    cannot::CannotPlan,
    combine::{After, OrElse},
};
use super::Attempt;
use crate::Context;

/// Proposes the next input of a step whose output was rejected, from all attempts so far; the last one is the latest.
///
/// An `async fn(&[Attempt<I, O>], &Context) -> Result<I, CannotPlan>` is one, and so is such a closure. It may go by rules, by
/// a search, or by a model: [`cx.llm()`](Context::llm). [`LlmRepairPlanner`](super::LlmRepairPlanner) is one over a model.
///
/// ```
/// use repair_core::{Context, step::{Attempt, CannotPlan, RepairPlanner}};
///
/// /// Doubles the limit, up to a thousand.
/// struct Widen;
/// impl<O: Sync> RepairPlanner<u32, O> for Widen {
///     async fn plan(&self, attempts: &[Attempt<u32, O>], _: &Context) -> Result<u32, CannotPlan> {
///         match attempts.last() {
///             Some(last) if last.input <= 500 => Ok(last.input * 2),
///             _ => Err(CannotPlan::new("a thousand is the most there is")),
///         }
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not plan for a step from `{I}` to `{O}`",
    label = "not a `RepairPlanner<{I}, {O}>`",
    note = "a planner proposes an input of the step's task: write `impl RepairPlanner<{I}, {O}> for …`, or an `async |attempts: &[Attempt<{I}, {O}>], cx: &Context| …` that yields a `Result<{I}, CannotPlan>`"
)]
pub trait RepairPlanner<I, O>: Send + Sync {
    /// Proposes an input.
    ///
    /// # Errors
    ///
    /// [`CannotPlan`] ends the step, with what was found last.
    fn plan(&self, attempts: &[Attempt<I, O>], cx: &Context) -> impl Future<Output = Result<I, CannotPlan>> + Send;

    /// Asks another planner where this one can't.
    ///
    /// ```
    /// use repair_core::{Context, step::{Attempt, CannotPlan, LlmRepairPlanner, RepairPlanner}};
    ///
    /// let by_rule = async |attempts: &[Attempt<String, usize>], _: &Context| match attempts.last() {
    ///     Some(last) if last.input.contains('\t') => Ok(last.input.replace('\t', " ")),
    ///     _ => Err(CannotPlan::new("there are no tabs")),
    /// };
    /// let planner = by_rule.or_else(LlmRepairPlanner::new("Shorten the text."));
    /// # fn takes(_: impl RepairPlanner<String, usize>) {}
    /// # takes(planner);
    /// ```
    fn or_else<P: RepairPlanner<I, O>>(self, other: P) -> OrElse<Self, P>
    where
        Self: Sized,
    {
        OrElse::new(self, other)
    }

    /// Plans only once so many attempts were rejected: `cheap.or_else(dear)` spares the dear one, `dear.after(2).or_else(cheap)`
    /// has it take over.
    fn after(self, attempts: usize) -> After<Self>
    where
        Self: Sized,
    {
        After::new(self, attempts)
    }
}

/// A function that is a [`RepairPlanner`]. Nothing to implement.
pub trait PlanFn<'a, I: 'a, O: 'a>:
    FnOnce(&'a [Attempt<I, O>], &'a Context) -> <Self as PlanFn<'a, I, O>>::Fut + Clone + Send + Sync
{
    /// What it returns.
    type Fut: Future<Output = Result<I, CannotPlan>> + Send;
}

impl<'a, I: 'a, O: 'a, F, Fut> PlanFn<'a, I, O> for F
where
    F: FnOnce(&'a [Attempt<I, O>], &'a Context) -> Fut + Clone + Send + Sync,
    Fut: Future<Output = Result<I, CannotPlan>> + Send,
{
    type Fut = Fut;
}

#[diagnostic::do_not_recommend]
impl<I: Sync, O: Sync, F> RepairPlanner<I, O> for F
where
    F: for<'a> PlanFn<'a, I, O>,
{
    async fn plan(&self, attempts: &[Attempt<I, O>], cx: &Context) -> Result<I, CannotPlan> {
        self.clone()(attempts, cx).await
    }
}
