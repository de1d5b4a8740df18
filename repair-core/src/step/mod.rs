//! Steps: a task, the checks its output has to pass, and a planner that proposes another input when it does not.

mod attempt;
mod builder;
mod checks;
mod compose;
mod erased;
mod llm_planner;
mod materialise;
mod planner;
mod policy;
mod reason;
mod task;

use std::{any::type_name, fmt, future::Future, sync::Arc};

use serde_json::Value;

use self::erased::{DynCheck, DynMaterialiser, DynPlanner, DynTask};
pub(crate) use self::reason::pad;
pub use self::{
    attempt::{Attempt, Checked},
    builder::{StepBuilder, StepError},
    checks::{CheckError, CheckFn, Found, IntoFindings, Requirement, requirement},
    compose::{StepOp, join},
    llm_planner::{LlmRepairPlanner, ModelLadder},
    materialise::{MaterialiseFn, Materialiser},
    planner::{After, CannotPlan, OrElse, PlanFn, RepairPlanner},
    policy::RetryPolicy,
    task::{OpTask, Task, TaskFn, task_of},
};
use crate::{Context, Outcome, RepairConfig, RunOptions, Runtime, driver};

/// A task with the checks of its output, and a planner for when they find something.
///
/// The task is run; each check looks at its output; if one finds something, the planner proposes another input and the task
/// is run on that, as often as the [`RetryPolicy`] says. An accepted output is materialised, once. Where an
/// [`Op`](crate::Op) has one of its fields corrected, a step has its whole input replaced, by whatever means its planner has.
///
/// Cheap to clone; clones are the same step. It holds nothing of its runs.
///
/// ```
/// use repair_core::{Context, Finding, Findings, OpError, Runtime, Status, step::{Attempt, CannotPlan, RetryPolicy, Step}};
///
/// /// How many hotels there are up to a price.
/// async fn search(limit: &u32, _: &Context) -> Result<u32, OpError> {
///     Ok(limit / 50)
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let step = Step::builder(search)
///     .validate(|found: &u32| match found {
///         0..3 => Findings::from(Finding::whole().rule("too_few").expected("3 hotels").received(found.to_string())),
///         _ => Findings::new(),
///     })
///     .repair_with(async |attempts: &[Attempt<u32, u32>], _: &Context| match attempts.last() {
///         Some(last) if last.input < 400 => Ok(last.input * 2),
///         _ => Err(CannotPlan::new("400 is all there is")),
///     })
///     .retry_policy(RetryPolicy::new(3))
///     .label("search")
///     .build()?;
///
/// let outcome = step.run_blocking(&Runtime::builder().build(), 50);
/// assert_eq!(outcome.status(), Status::Repaired);
/// assert_eq!(outcome.report.runs(), 3);
/// assert_eq!(outcome.into_result()?, 4);
/// # Ok(())
/// # }
/// ```
pub struct Step<I, O> {
    label: Arc<str>,
    pub(crate) parts: Arc<Parts<I, O>>,
}

/// What a step is made of.
pub(crate) struct Parts<I, O> {
    pub(crate) name: &'static str,
    pub(crate) task: Box<dyn DynTask<I, O>>,
    pub(crate) checks: Vec<Box<dyn DynCheck<O>>>,
    pub(crate) materialisers: Vec<Box<dyn DynMaterialiser<O>>>,
    pub(crate) planner: Option<Box<dyn DynPlanner<I, O>>>,
    pub(crate) policy: RetryPolicy,
    pub(crate) config: RepairConfig,
    /// The input as it is written down.
    pub(crate) value: Option<fn(&I) -> Option<Value>>,
}

impl<I: Send + Sync + 'static, O: Send + Sync + 'static> Step<I, O> {
    /// A step around a task: an own type that is a [`Task`], or a function `async fn(&I, &Context) -> Result<O, OpError>`.
    pub fn builder<T: Task<I, O> + 'static>(task: T) -> StepBuilder<I, O> {
        StepBuilder::new(task)
    }

    /// A task alone, run once.
    pub(crate) fn single<T: Task<I, O> + 'static>(label: impl Into<Arc<str>>, task: T) -> Self {
        StepBuilder::new(task).finish(label.into())
    }

    /// Runs it.
    pub fn run(&self, runtime: &Runtime, input: I) -> impl Future<Output = Outcome<O>> + Send + use<I, O> {
        self.run_with(runtime, input, RunOptions::new())
    }

    /// Runs it with options for this one run.
    pub fn run_with(
        &self,
        runtime: &Runtime,
        input: I,
        options: RunOptions,
    ) -> impl Future<Output = Outcome<O>> + Send + use<I, O> {
        let (step, runtime) = (self.clone(), runtime.clone());
        async move { step.run_in(&Context::new(runtime, options), input).await }
    }

    /// Runs it for a caller without an executor, blocking the thread.
    pub fn run_blocking(&self, runtime: &Runtime, input: I) -> Outcome<O> {
        self.run_blocking_with(runtime, input, RunOptions::new())
    }

    /// As [`run_blocking`](Self::run_blocking), with options for this one run.
    pub fn run_blocking_with(&self, runtime: &Runtime, input: I, options: RunOptions) -> Outcome<O> {
        driver::block_on(self.run_with(runtime, input, options))
    }

    /// Runs it in a context made for this run.
    pub(crate) fn run_in<'a>(&'a self, cx: &'a Context, input: I) -> driver::Boxed<'a, Outcome<O>> {
        Box::pin(driver::run_step(self, cx, input))
    }
}

impl<I, O> Step<I, O> {
    /// What it is called in reports.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    pub(crate) fn shared_label(&self) -> Arc<str> {
        Arc::clone(&self.label)
    }

    /// The same step under another label.
    #[must_use]
    pub fn labelled(&self, label: impl Into<Arc<str>>) -> Self {
        Self { label: label.into(), parts: Arc::clone(&self.parts) }
    }
}

impl<I, O> Clone for Step<I, O> {
    fn clone(&self) -> Self {
        Self { label: Arc::clone(&self.label), parts: Arc::clone(&self.parts) }
    }
}

impl<I, O> fmt::Debug for Step<I, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Step")
            .field("label", &self.label)
            .field("input", &type_name::<I>())
            .field("output", &type_name::<O>())
            .field("checks", &self.parts.checks.len())
            .field("materialisers", &self.parts.materialisers.len())
            .field("plans", &self.parts.planner.is_some())
            .field("policy", &self.parts.policy)
            .finish_non_exhaustive()
    }
}
