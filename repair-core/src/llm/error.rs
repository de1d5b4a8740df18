//! Why there is no answer.

use std::fmt;

use crate::{
    Status,
    wire::{Answer, CallFailure, Finish},
};

/// Why [`Llm::ask`](super::Llm::ask) has no whole answer.
///
/// ```
/// use repair_core::llm::AskError;
///
/// assert_eq!(AskError::Truncated.code(), "truncated");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AskError {
    /// The call failed, retries included.
    Failed(CallFailure),
    /// The answer was cut at the token cap, and again at the raised cap.
    Truncated,
    /// The model declined.
    Refused {
        /// What it said.
        text: String,
    },
    /// The run is over, or a run of its own for this one call ended early.
    Ended {
        /// How it ended.
        status: Status,
    },
}

impl AskError {
    /// What an answered call comes to: an answer that was cut is none.
    pub(crate) fn judge(result: Result<Answer, CallFailure>) -> Result<Answer, Self> {
        match result {
            Err(failure) => Err(Self::Failed(failure)),
            Ok(Answer { finish: Finish::Length, .. }) => Err(Self::Truncated),
            Ok(Answer { finish: Finish::Refused, text, .. }) => Err(Self::Refused { text }),
            Ok(answer) => Ok(answer),
        }
    }

    /// How a run ends that ends because of it.
    #[must_use]
    pub const fn status(&self) -> Status {
        match self {
            Self::Failed(_) => Status::ModelFailed,
            Self::Truncated => Status::Truncated,
            Self::Refused { .. } => Status::Refused,
            Self::Ended { status } => *status,
        }
    }

    /// A stable word to branch on: its status's.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.status().code()
    }
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(failure) => write!(f, "the call failed: {failure}"),
            Self::Truncated => f.write_str("the answer was cut at the token cap, and again at the raised cap"),
            Self::Refused { text } => {
                write!(f, "the model declined: {}", crate::escape::quoted(text, 200))
            }
            Self::Ended { status } => write!(f, "the run ended as {status}"),
        }
    }
}

impl std::error::Error for AskError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Failed(failure) => Some(failure),
            _ => None,
        }
    }
}
