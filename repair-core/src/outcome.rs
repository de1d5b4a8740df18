//! How a run ended: the value or the error, and the report of what happened.

use std::{any::Any, error::Error, fmt};

use crate::{BoxError, Findings, OpError, Report, ShowError, Status, escape, step::Attempt, wire::CallFailure};

/// What every entry point gives, on success and on failure alike.
///
/// ```
/// use repair_core::{Context, Op, OpError, Runtime, Status};
///
/// struct Answer;
/// impl Op for Answer {
///     type Output = u8;
///     async fn run(&self, _: &Context) -> Result<u8, OpError> {
///         Ok(42)
///     }
/// }
/// let outcome = Runtime::builder().build().run_blocking(Answer);
/// assert_eq!(outcome.status(), Status::Clean);
/// assert_eq!(outcome.into_result().unwrap(), 42);
/// ```
#[derive(Debug)]
#[must_use = "the result may be an error"]
pub struct Outcome<T> {
    /// The op's output, or why there is none.
    pub result: Result<T, RepairError>,
    /// What happened.
    pub report: Report,
}

impl<T> Outcome<T> {
    /// How the run ended.
    #[must_use]
    pub fn status(&self) -> Status {
        self.report.status()
    }

    /// The result alone, for `?`; on failure the error carries the report.
    ///
    /// # Errors
    ///
    /// The [`RepairError`] of a run that yielded nothing.
    pub fn into_result(self) -> Result<T, RepairError> {
        self.result
    }

    /// The same with another value.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Outcome<U> {
        Outcome { result: self.result.map(f), report: self.report }
    }
}

/// A run that yielded nothing: how it ended, the op's first and last errors, and the report with every attempt.
///
/// [`source`](Error::source) is the op's own error, where it had one.
pub struct RepairError(Box<Inner>);

struct Inner {
    report: Report,
    what: Errors,
}

/// The errors of a run, each kept as it was.
#[derive(Default)]
pub(crate) struct Errors {
    pub(crate) first: Option<OpError>,
    pub(crate) last: Option<OpError>,
    pub(crate) undecodable: Option<Findings>,
    pub(crate) failure: Option<CallFailure>,
    pub(crate) show: Option<ShowError>,
    pub(crate) commit: Option<BoxError>,
    pub(crate) reason: Option<String>,
    /// A step's attempts, whatever they are attempts of.
    pub(crate) attempts: Option<Box<dyn Any + Send + Sync>>,
    /// The op's last error in words that hold no secret; the error itself is the user's own.
    pub(crate) message: Option<String>,
    pub(crate) commit_message: Option<String>,
}

impl RepairError {
    pub(crate) fn new(report: Report, what: Errors) -> Self {
        Self(Box::new(Inner { report, what }))
    }

    /// How the run ended.
    #[must_use]
    pub fn status(&self) -> Status {
        self.0.report.status()
    }

    /// A stable word to branch on: the status's.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.status().code()
    }

    /// What happened.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.0.report
    }

    /// The op's last error.
    #[must_use]
    pub fn op_error(&self) -> Option<&OpError> {
        self.0.what.last.as_ref().or(self.0.what.first.as_ref())
    }

    /// The op's first error: the one that started the repair.
    #[must_use]
    pub fn first_op_error(&self) -> Option<&OpError> {
        self.0.what.first.as_ref().or(self.0.what.last.as_ref())
    }

    /// What the op's last error found; for a step, what its last run was rejected for.
    #[must_use]
    pub fn findings(&self) -> Option<&Findings> {
        let findings = self.op_error()?.repairable()?.findings();
        (!findings.is_empty()).then_some(findings)
    }

    /// Every attempt of a step from `I` to `O`, in order: inputs, outputs and findings. Empty for an op, and for a step of
    /// other types.
    ///
    /// ```
    /// use repair_core::{Finding, Findings, OpError, Runtime, Context, step::Step};
    ///
    /// let step = Step::builder(async |n: &u32, _: &Context| Ok::<_, OpError>(n * 2))
    ///     .validate(|n: &u32| if *n > 9 { Findings::new() } else { Finding::whole().expected("more than 9").into() })
    ///     .build()
    ///     .unwrap();
    /// let error = step.run_blocking(&Runtime::builder().build(), 2).into_result().unwrap_err();
    /// let attempts = error.attempts::<u32, u32>();
    /// assert_eq!((attempts[0].input, attempts[0].output), (2, Some(4)));
    /// ```
    #[must_use]
    pub fn attempts<I: 'static, O: 'static>(&self) -> &[Attempt<I, O>] {
        let attempts = self.0.what.attempts.as_ref().and_then(|any| any.downcast_ref::<Vec<Attempt<I, O>>>());
        attempts.map_or(&[], Vec::as_slice)
    }

    /// What was wrong with the last answer, if it could not be turned into the input.
    #[must_use]
    pub fn decode_error(&self) -> Option<&Findings> {
        self.0.what.undecodable.as_ref()
    }

    /// Why the last call gave no answer, if it gave none.
    #[must_use]
    pub fn call_failure(&self) -> Option<&CallFailure> {
        self.0.what.failure.as_ref()
    }

    /// Why the input could not be shown to a model, if that ended the run.
    #[must_use]
    pub fn show_error(&self) -> Option<&ShowError> {
        self.0.what.show.as_ref()
    }

    /// The op's own error as the type it was, if it is an `E`.
    #[must_use]
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        self.op_error()?.downcast_ref()
    }

    /// The op's error unchanged if it was fatal, else this error as a fatal one. It never asks for a repair.
    #[must_use]
    pub fn into_op_error(mut self) -> OpError {
        let what = &mut self.0.what;
        let latest = if what.last.is_some() { &mut what.last } else { &mut what.first };
        match latest.take_if(|error| !error.is_repairable()) {
            Some(fatal) => fatal,
            None => OpError::fatal_repair(self),
        }
    }
}

impl fmt::Display for RepairError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { report, what } = &*self.0;
        write!(f, "`{}` ended as {}", report.label(), report.status())?;
        let (attempts, calls, runs) = (report.attempts().len(), report.calls().len(), report.runs());
        if calls > 0 {
            write!(f, " after {attempts} attempts, {calls} calls and {runs} runs")?;
        }
        let clipped = |text: String| escape::visible(escape::clip(&text, 2000)).into_owned();
        if let Some(message) = what.message.clone().or_else(|| self.op_error().map(ToString::to_string)) {
            write!(f, ": {}", clipped(message))?;
        }
        if let Some(findings) = &what.undecodable {
            write!(f, "; the last answer could not be read: {}", clipped(findings.to_string()))?;
        }
        if let Some(failure) = &what.failure {
            write!(f, "; the last call failed: {}", clipped(failure.to_string()))?;
        }
        if let Some(error) = &what.show {
            write!(f, "; {error}")?;
        }
        if let Some(message) = what.commit_message.clone().or_else(|| what.commit.as_ref().map(ToString::to_string)) {
            write!(f, "; commit failed: {}", clipped(message))?;
        }
        if let Some(reason) = &what.reason {
            write!(f, "; {reason}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for RepairError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RepairError").field("code", &self.code()).field("message", &self.to_string()).finish_non_exhaustive()
    }
}

impl Error for RepairError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        let what = &self.0.what;
        if let Some(error) = &what.commit {
            return Some(&**error);
        }
        let own = self.op_error().and_then(OpError::cause).map(|error| error as &(dyn Error + 'static));
        own.or_else(|| what.failure.as_ref().map(|failure| failure as _)).or_else(|| what.show.as_ref().map(|error| error as _))
    }
}
