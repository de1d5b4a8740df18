//! A stronger model each time.

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};

use super::LlmRepairPlanner;
use crate::{
    RepairableInput,
    config::{LadderError, ModelName},
};

/// Models in the order in which they are asked: the first one for the first plan, the next one for the next, the last one from
/// then on.
///
/// ```
/// use repair_core::step::{LlmRepairPlanner, ModelLadder};
///
/// let ladder = ModelLadder::new(["openai/gpt-5-mini", "anthropic/claude-opus-4-6"])?;
/// let planner: LlmRepairPlanner<String, String> = ladder.planner("Fix the code.");
/// assert_eq!(ModelLadder::new(["opus"]).unwrap_err().code(), "not_a_model");
/// # let _ = planner;
/// # Ok::<(), repair_core::config::LadderError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelLadder(Vec<ModelName>);

impl ModelLadder {
    /// Reads the models' names, each `provider/model`. Without any, the run's model is asked.
    ///
    /// # Errors
    ///
    /// A [`LadderError`] that names what is no model.
    pub fn new<S: AsRef<str>>(models: impl IntoIterator<Item = S>) -> Result<Self, LadderError> {
        models.into_iter().map(|name| name.as_ref().parse()).collect::<Result<_, _>>().map(Self)
    }

    /// A planner that asks them: see [`LlmRepairPlanner::new`].
    pub fn planner<I: RepairableInput, O>(self, instruction: impl Into<String>) -> LlmRepairPlanner<I, O> {
        LlmRepairPlanner::new(instruction).models(self)
    }

    /// A planner that asks them: see [`LlmRepairPlanner::json`].
    pub fn json_planner<I, O>(self, instruction: impl Into<String>) -> LlmRepairPlanner<I, O>
    where
        I: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static,
    {
        LlmRepairPlanner::json(instruction).models(self)
    }

    /// The model for the plan after so many attempts.
    pub(super) fn at(&self, attempts: usize) -> Option<&ModelName> {
        self.0.get(attempts.saturating_sub(1)).or_else(|| self.0.last())
    }
}
