//! What an op's `run` may return instead of its output: a fatal error, or a precise word on what to repair.

use std::{error::Error, fmt};

use crate::{Finding, Findings, RepairError};

/// Any error, boxed.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// The error of an op: fatal, or [`Repairable`].
///
/// Every [`std::error::Error`] becomes fatal through `?`, as with `anyhow`. Only a deliberate
/// [`or_repair`](OrRepair::or_repair), a [`Repairable`], a [`Finding`] or [`Findings`] asks for a repair.
///
/// It is not a `std::error::Error` itself: that is what makes `?` unambiguous.
///
/// ```
/// use repair_core::{Finding, OpError};
///
/// fn port(text: &str) -> Result<u16, OpError> {
///     let port: u16 = text.parse()?; // fatal
///     if port < 1024 {
///         return Err(Finding::whole().expected("a port from 1024").received(text).into()); // repairable
///     }
///     Ok(port)
/// }
/// assert!(!port("http").unwrap_err().is_repairable());
/// assert!(port("80").unwrap_err().is_repairable());
/// ```
pub struct OpError(Box<Kind>);

enum Kind {
    Fatal(BoxError),
    Repairable(Repairable),
}

impl OpError {
    /// A fatal error from any error or message.
    pub fn fatal(error: impl Into<BoxError>) -> Self {
        Self(Box::new(Kind::Fatal(error.into())))
    }

    pub(crate) fn fatal_repair(error: RepairError) -> Self {
        Self(Box::new(Kind::Fatal(Box::new(error))))
    }

    /// Whether it asks for a repair.
    #[must_use]
    pub fn is_repairable(&self) -> bool {
        matches!(*self.0, Kind::Repairable(_))
    }

    /// What is to be repaired, if it is repairable.
    #[must_use]
    pub fn repairable(&self) -> Option<&Repairable> {
        match &*self.0 {
            Kind::Fatal(_) => None,
            Kind::Repairable(repairable) => Some(repairable),
        }
    }

    /// The user's own error beneath: the fatal one, or a repairable one's cause.
    #[must_use]
    pub fn cause(&self) -> Option<&(dyn Error + Send + Sync + 'static)> {
        match &*self.0 {
            Kind::Fatal(error) => Some(&**error),
            Kind::Repairable(repairable) => repairable.cause.as_deref(),
        }
    }

    /// The cause as the type it was, if it is an `E`.
    #[must_use]
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        self.cause()?.downcast_ref()
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for OpError {
    fn from(error: E) -> Self {
        let error: BoxError = Box::new(error);
        match error.downcast::<RepairError>() {
            // A nested op's fatal error goes on as the very same error.
            Ok(nested) => nested.into_op_error(),
            Err(error) => Self::fatal(error),
        }
    }
}

impl From<Repairable> for OpError {
    fn from(repairable: Repairable) -> Self {
        Self(Box::new(Kind::Repairable(repairable)))
    }
}

impl From<Findings> for OpError {
    fn from(findings: Findings) -> Self {
        Repairable::from(findings).into()
    }
}

impl From<Finding> for OpError {
    fn from(finding: Finding) -> Self {
        Repairable::from(finding).into()
    }
}

impl fmt::Display for OpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Kind::Fatal(error) => fmt::Display::fmt(error, f),
            Kind::Repairable(repairable) => fmt::Display::fmt(repairable, f),
        }
    }
}

impl fmt::Debug for OpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Kind::Fatal(error) => f.debug_tuple("Fatal").field(error).finish(),
            Kind::Repairable(repairable) => fmt::Debug::fmt(repairable, f),
        }
    }
}

/// What is wrong with an input, precise enough to repair it: findings, a prompt of the op's own, or both.
///
/// ```
/// use repair_core::{Finding, Repairable};
///
/// let repairable = Repairable::from(Finding::at("/due").expected("an ISO date").received("next tue"))
///     .because("the date library said no")
///     .source("Mail of 2026-03-02: … due on the 10th of March …");
/// assert_eq!(repairable.findings().len(), 1);
/// ```
#[derive(Debug)]
pub struct Repairable {
    pub(crate) prompt: Option<String>,
    pub(crate) findings: Findings,
    pub(crate) cause: Option<BoxError>,
    pub(crate) source: Option<String>,
}

impl Repairable {
    /// A repairable error with a prompt of the op's own. Without findings the first request's user turn is exactly prefix,
    /// prompt and suffix: put into it what the model must see, the input above all.
    #[must_use]
    pub fn with_prompt(prompt: impl Into<String>) -> Self {
        Self { prompt: Some(prompt.into()), findings: Findings::new(), cause: None, source: None }
    }

    /// Adds what the op itself had to say of it.
    #[must_use]
    pub fn prompt(mut self, prompt: impl Into<String>) -> Self {
        self.prompt = Some(prompt.into());
        self
    }

    /// Adds the error behind it; it stays reachable from the final error.
    #[must_use]
    pub fn because(mut self, cause: impl Into<BoxError>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// Adds the text the truth can be read from: the mail a record was taken from, say. The broken input is not one.
    #[must_use]
    pub fn source(mut self, source: impl Into<String>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// The findings.
    #[must_use]
    pub fn findings(&self) -> &Findings {
        &self.findings
    }
}

impl From<Findings> for Repairable {
    fn from(findings: Findings) -> Self {
        Self { prompt: None, findings, cause: None, source: None }
    }
}

impl From<Finding> for Repairable {
    fn from(finding: Finding) -> Self {
        Findings::from(finding).into()
    }
}

impl fmt::Display for Repairable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.cause, &self.prompt) {
            _ if !self.findings.is_empty() => fmt::Display::fmt(&self.findings, f),
            (Some(cause), _) => fmt::Display::fmt(cause, f),
            (None, Some(prompt)) => f.write_str(crate::escape::clip(prompt, 200)),
            (None, None) => f.write_str("the input is not acceptable"),
        }
    }
}

/// Marks a failure as repairable, with a prompt of the op's own.
pub trait OrRepair<T> {
    /// Turns a failure into a repairable error with this prompt; the failure becomes its cause.
    ///
    /// ```
    /// use repair_core::{OpError, OrRepair};
    ///
    /// fn parse(text: &str) -> Result<Vec<u32>, OpError> {
    ///     serde_json::from_str(text).or_repair(format!("Correct this JSON list of numbers:\n{text}"))
    /// }
    /// assert!(parse("[1, 2,]").unwrap_err().is_repairable());
    /// ```
    ///
    /// # Errors
    ///
    /// The failure, now repairable.
    fn or_repair(self, prompt: impl Into<String>) -> Result<T, OpError>;

    /// The same with findings, or all that a [`Repairable`] can say, made only on failure.
    ///
    /// # Errors
    ///
    /// The failure, now repairable.
    fn or_repair_with<R: Into<Repairable>>(self, repairable: impl FnOnce() -> R) -> Result<T, OpError>;
}

impl<T, E: Into<BoxError>> OrRepair<T> for Result<T, E> {
    fn or_repair(self, prompt: impl Into<String>) -> Result<T, OpError> {
        self.or_repair_with(|| Repairable::with_prompt(prompt))
    }

    fn or_repair_with<R: Into<Repairable>>(self, repairable: impl FnOnce() -> R) -> Result<T, OpError> {
        self.map_err(|error| repairable().into().because(error).into())
    }
}

impl<T> OrRepair<T> for Option<T> {
    fn or_repair(self, prompt: impl Into<String>) -> Result<T, OpError> {
        self.or_repair_with(|| Repairable::with_prompt(prompt))
    }

    fn or_repair_with<R: Into<Repairable>>(self, repairable: impl FnOnce() -> R) -> Result<T, OpError> {
        self.ok_or_else(|| repairable().into().into())
    }
}
