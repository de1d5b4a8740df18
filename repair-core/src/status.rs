//! How a run ended.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a run ended. Closed: every run ends as one of these, and [`code`](Self::code) never changes for a given status.
///
/// ```
/// use repair_core::Status;
///
/// assert_eq!(Status::NotConverging.code(), "not_converging");
/// assert!(Status::Repaired.is_success());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The op succeeded on the input it was given.
    Clean,
    /// The op succeeded on a corrected input.
    Repaired,
    /// The op did not succeed, and the best candidate was accepted under a relaxed check.
    Degraded,
    /// The op failed with an error that nothing can be done about, or that it did not mark as repairable.
    NotRepairable,
    /// Every attempt was used.
    Exhausted,
    /// The same findings or the same candidate came back on the last rung.
    NotConverging,
    /// The model's answer was cut at the token cap, and again at the raised cap.
    Truncated,
    /// The model declined to answer.
    Refused,
    /// The answer changed what no finding names.
    Drifted,
    /// The answer's new values are not in the source.
    Ungrounded,
    /// The next call would have gone over a budget.
    BudgetExceeded,
    /// The deadline came first.
    DeadlineExceeded,
    /// The model could not be reached, or turned the request down.
    ModelFailed,
    /// The planner had no further idea.
    CannotPlan,
    /// The op succeeded, and its `commit` failed.
    CommitFailed,
    /// The run was cancelled.
    Cancelled,
}

impl Status {
    /// A stable word to branch on, in logs and across languages.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Repaired => "repaired",
            Self::Degraded => "degraded",
            Self::NotRepairable => "not_repairable",
            Self::Exhausted => "exhausted",
            Self::NotConverging => "not_converging",
            Self::Truncated => "truncated",
            Self::Refused => "refused",
            Self::Drifted => "drifted",
            Self::Ungrounded => "ungrounded",
            Self::BudgetExceeded => "budget_exceeded",
            Self::DeadlineExceeded => "deadline_exceeded",
            Self::ModelFailed => "model_failed",
            Self::CannotPlan => "cannot_plan",
            Self::CommitFailed => "commit_failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// Whether the run yielded a value: `clean`, `repaired` or `degraded`.
    #[must_use]
    pub const fn is_success(self) -> bool {
        matches!(self, Self::Clean | Self::Repaired | Self::Degraded)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
