//! A planner that has no further idea.

use std::{error::Error, fmt};

use crate::{BoxError, Status, llm::AskError};

/// Why a planner proposes nothing.
///
/// Every [`std::error::Error`] becomes one through `?`. One of a model's call ends the step as that failure says
/// (`model_failed`, `refused`, `truncated`), any other as `cannot_plan`. Like [`OpError`](crate::OpError) it is no
/// `std::error::Error` itself.
///
/// ```
/// use repair_core::{Status, step::CannotPlan};
///
/// fn limit(text: &str) -> Result<u32, CannotPlan> {
///     Ok(text.parse()?)
/// }
/// assert_eq!(limit("many").unwrap_err().status(), Status::CannotPlan);
/// ```
pub struct CannotPlan {
    reason: String,
    status: Status,
    cause: Option<BoxError>,
}

impl CannotPlan {
    /// With a reason in words.
    #[must_use]
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), status: Status::CannotPlan, cause: None }
    }

    /// Two planners could not.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.reason = format!("{}; {}", self.reason, other.reason);
        // The last one to be asked says how it ends.
        self.status = other.status;
        self.cause = other.cause.or(self.cause);
        self
    }

    /// The reason.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// How the step ends.
    #[must_use]
    pub const fn status(&self) -> Status {
        self.status
    }

    /// The error behind it, if there is one.
    #[must_use]
    pub fn cause(&self) -> Option<&(dyn Error + Send + Sync + 'static)> {
        self.cause.as_deref()
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for CannotPlan {
    fn from(error: E) -> Self {
        let reason = error.to_string();
        let cause: BoxError = Box::new(error);
        let status = match cause.downcast_ref::<AskError>().map(AskError::status) {
            Some(status @ (Status::ModelFailed | Status::Refused | Status::Truncated)) => status,
            _ => Status::CannotPlan,
        };
        Self { reason, status, cause: Some(cause) }
    }
}

impl fmt::Display for CannotPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl fmt::Debug for CannotPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CannotPlan").field("reason", &self.reason).field("status", &self.status).finish_non_exhaustive()
    }
}
