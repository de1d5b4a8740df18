//! What an op's author may choose: guards, modes, and what moves a run on.

use serde::{Deserialize, Serialize};

/// What to do when the same findings or the same candidate come back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Stall {
    /// Go to the next rung; on the last one, end as `not_converging`.
    #[default]
    Stop,
    /// Go on until the attempts are used up.
    Ignore,
}

/// What to do with an answer that changes what no finding names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Drift {
    /// Take from it what the findings name, and keep everything else as it was. Where the format can't be put together
    /// again by place (YAML, TOML), the answer is rejected.
    #[default]
    Restore,
    /// Reject it, and go to the next rung.
    Reject,
    /// Take it.
    Off,
}

/// What a new value needs before it is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Grounding {
    /// It must be found in the source, where there is one. Booleans, null, enum and allowed values need not, nor fields
    /// marked `ungrounded_ok`.
    #[default]
    Require,
    /// Two views must give the same value.
    Agree,
    /// It is taken, and what is not found in the source is [flagged](crate::Report::flagged).
    Flag,
    /// Nothing.
    Off,
}

/// Whether a run repairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Mode {
    /// It does.
    #[default]
    Repair,
    /// It [says](crate::Report::observed) what it would do, and changes and asks nothing.
    Observe,
}

/// What to do when every way to repair has been tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum OnExhausted {
    /// End with the error.
    #[default]
    Fail,
    /// Run [`Op::run_relaxed`](crate::Op::run_relaxed) on the best candidate, the one with the fewest findings; what it
    /// accepts is `degraded`.
    Degrade,
}

/// What moves a run to a further rung, if the ladder has one; what does not, ends it.
///
/// A refusal and a model that failed move on to the next step that asks another model.
///
/// # Default
///
/// All but a truncated answer, which would be cut again.
///
/// ```
/// use repair_core::config::MoveOn;
///
/// let move_on = MoveOn::default();
/// assert!(move_on.refused && !move_on.truncated);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct MoveOn {
    /// The same findings or the same candidate came back.
    pub no_progress: bool,
    /// The model declined to answer.
    pub refused: bool,
    /// The answer was cut, and again at the raised cap.
    pub truncated: bool,
    /// A new value is not in the source.
    pub ungrounded: bool,
    /// The answer changed what no finding names, and was rejected.
    pub drifted: bool,
    /// The model could not be reached, or turned the request down.
    pub model_failed: bool,
}

impl Default for MoveOn {
    fn default() -> Self {
        Self { no_progress: true, refused: true, truncated: false, ungrounded: true, drifted: true, model_failed: true }
    }
}

macro_rules! switches {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        impl MoveOn {
            $($(#[$doc])*
            #[must_use]
            pub const fn $name(mut self, on: bool) -> Self {
                self.$name = on;
                self
            })*
        }
    };
}

switches! {
    /// Whether repeated findings or candidates move on.
    no_progress;
    /// Whether a refusal moves on, to another model.
    refused;
    /// Whether an answer that was cut twice moves on.
    truncated;
    /// Whether an ungrounded value moves on.
    ungrounded;
    /// Whether a rejected drift moves on.
    drifted;
    /// Whether a failed model moves on, to another model.
    model_failed;
}
