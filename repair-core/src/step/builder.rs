//! Putting a step together.

use std::{any::type_name, fmt, marker::PhantomData, sync::Arc};

use serde::Serialize;

use super::{Materialiser, Parts, RepairPlanner, RetryPolicy, Step, Task};
use crate::{RepairConfig, check::Check};

/// Puts a [`Step`] together, from [`Step::builder`].
#[must_use = "a step is made by `build`"]
pub struct StepBuilder<I, O> {
    label: Option<Arc<str>>,
    parts: Parts<I, O>,
    types: PhantomData<fn(I) -> O>,
}

impl<I: Send + Sync + 'static, O: Send + Sync + 'static> StepBuilder<I, O> {
    pub(super) fn new<T: Task<I, O> + 'static>(task: T) -> Self {
        let parts = Parts {
            name: type_name::<T>(),
            task: Box::new(task),
            checks: Vec::new(),
            materialisers: Vec::new(),
            planner: None,
            policy: RetryPolicy::default(),
            config: RepairConfig::default(),
            value: None,
        };
        Self { label: None, parts, types: PhantomData }
    }

    /// Adds a check of the output, made after those added before: an own type that is a [`Check`], or a function
    /// `fn(&O) -> Findings`, async or not. All are made and their findings put together, unless one that
    /// [stops](Check::stops) found something.
    pub fn validate<C: Check<O> + 'static>(mut self, check: C) -> Self {
        self.parts.checks.push(Box::new(check));
        self
    }

    /// Adds what is done with an accepted output, after what was added before.
    pub fn materialise<M: Materialiser<O> + 'static>(mut self, materialiser: M) -> Self {
        self.parts.materialisers.push(Box::new(materialiser));
        self
    }

    /// Who proposes another input when an output is rejected. Without a planner the task is run once.
    pub fn repair_with<P: RepairPlanner<I, O> + 'static>(mut self, planner: P) -> Self {
        self.parts.planner = Some(Box::new(planner));
        self
    }

    /// How often the task may run: 3 times unless said.
    pub fn retry_policy(mut self, policy: RetryPolicy) -> Self {
        self.parts.policy = policy;
        self
    }

    /// What the step is called in reports: the task's type unless said.
    pub fn label(mut self, label: impl Into<Arc<str>>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Changes the configuration, which is [`RepairConfig::default`]: the model its calls ask, how many there may be, how long
    /// they may take. What is about ladders, patches and guards does not concern a step.
    pub fn configure(mut self, configure: impl FnOnce(RepairConfig) -> RepairConfig) -> Self {
        self.parts.config = configure(self.parts.config);
        self
    }

    /// Writes each input into the log as JSON, and takes its fingerprint: an input that was there before ends the step as
    /// `not_converging`, before the task is run on it again (unless [`stall`](RepairConfig::stall) is ignored). Without it the
    /// log knows nothing of inputs. Inputs with secrets in them are better left out.
    pub fn fingerprinted(mut self) -> Self
    where
        I: Serialize,
    {
        self.parts.value = Some(|input| serde_json::to_value(input).ok());
        self
    }

    /// The step.
    ///
    /// # Errors
    ///
    /// [`StepError::NoRuns`] if the policy allows no run at all.
    pub fn build(self) -> Result<Step<I, O>, StepError> {
        if self.parts.policy.runs == 0 {
            return Err(StepError::NoRuns);
        }
        let label = self.label.clone().unwrap_or_else(|| short(self.parts.name).into());
        Ok(self.finish(label))
    }

    pub(super) fn finish(self, label: Arc<str>) -> Step<I, O> {
        Step { label, parts: Arc::new(self.parts) }
    }
}

/// `a::Name<b::Of>` as `Name`; of a closure, the function it stands in.
fn short(name: &'static str) -> &'static str {
    let name = name.split('<').next().unwrap_or(name);
    name.rsplit("::").find(|part| !part.contains('{')).unwrap_or(name)
}

impl<I, O> fmt::Debug for StepBuilder<I, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StepBuilder").field("label", &self.label).field("policy", &self.parts.policy).finish_non_exhaustive()
    }
}

/// A step can't be put together.
///
/// ```
/// use repair_core::{Context, OpError, step::{RetryPolicy, Step}};
///
/// let builder = Step::builder(async |n: &u32, _: &Context| Ok::<_, OpError>(*n));
/// assert_eq!(builder.retry_policy(RetryPolicy::new(0)).build().unwrap_err().code(), "no_runs");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StepError {
    /// The policy allows no run of the task.
    NoRuns,
}

impl StepError {
    /// A stable word to branch on.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoRuns => "no_runs",
        }
    }
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRuns => f.write_str("the policy allows no run: `RetryPolicy::new(1)` runs the task once"),
        }
    }
}

impl std::error::Error for StepError {}
