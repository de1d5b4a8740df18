//! Functions as checks, and what checks may say.

use std::{borrow::Cow, fmt, future::Future};

use crate::{BoxError, Context, Finding, Findings, check::Check};

/// What a check by a function may return: [`Findings`], one [`Finding`], or a future of what is [`Found`].
pub trait IntoFindings: Send {
    /// The findings, or why the check could not be made.
    fn into_findings(self) -> impl Future<Output = Result<Findings, BoxError>> + Send;
}

impl IntoFindings for Findings {
    async fn into_findings(self) -> Result<Findings, BoxError> {
        Ok(self)
    }
}

impl IntoFindings for Finding {
    async fn into_findings(self) -> Result<Findings, BoxError> {
        Ok(self.into())
    }
}

impl<F: Future + Send> IntoFindings for F
where
    F::Output: Found,
{
    async fn into_findings(self) -> Result<Findings, BoxError> {
        self.await.found()
    }
}

/// What a check's future may yield: findings, one, perhaps one, or a result of them.
pub trait Found {
    /// The findings, or why the check could not be made.
    ///
    /// # Errors
    ///
    /// The check's own.
    fn found(self) -> Result<Findings, BoxError>;
}

impl Found for Findings {
    fn found(self) -> Result<Findings, BoxError> {
        Ok(self)
    }
}

impl Found for Finding {
    fn found(self) -> Result<Findings, BoxError> {
        Ok(self.into())
    }
}

impl Found for Option<Finding> {
    fn found(self) -> Result<Findings, BoxError> {
        Ok(self.into_iter().collect())
    }
}

impl<F: Found, E: Into<BoxError>> Found for Result<F, E> {
    fn found(self) -> Result<Findings, BoxError> {
        self.map_err(Into::into)?.found()
    }
}

/// A function that is a [`Check`]. Nothing to implement.
pub trait CheckFn<'a, T: ?Sized + 'a>: FnOnce(&'a T) -> <Self as CheckFn<'a, T>>::Out + Clone + Send + Sync {
    /// What it returns.
    type Out: IntoFindings;
}

impl<'a, T: ?Sized + 'a, F, Out> CheckFn<'a, T> for F
where
    F: FnOnce(&'a T) -> Out + Clone + Send + Sync,
    Out: IntoFindings,
{
    type Out = Out;
}

#[diagnostic::do_not_recommend]
impl<T: ?Sized + Sync, F> Check<T> for F
where
    F: for<'a> CheckFn<'a, T>,
{
    async fn check(&self, value: &T, _: &Context) -> Result<Findings, BoxError> {
        self.clone()(value).into_findings().await
    }

    fn name(&self) -> Cow<'static, str> {
        // `a::f` has a name worth showing, `a::f::{{closure}}` has none.
        match std::any::type_name::<F>().rsplit("::").next() {
            Some(name) if !name.contains('{') => name.into(),
            _ => "check".into(),
        }
    }
}

/// A check under the requirement it stands for: `requirement("the mail has a greeting", |mail: &Mail| …)`. The requirement is
/// the check's name, and is what a finding says that gives no reason of its own.
///
/// ```
/// use repair_core::{Finding, Findings, OpError, Context, Runtime, step::{Step, requirement}};
///
/// let step = Step::builder(async |mail: &String, _: &Context| Ok::<_, OpError>(mail.clone()))
///     .validate(requirement("the mail has a greeting", |mail: &String| match mail.starts_with("Dear") {
///         true => Findings::new(),
///         false => Finding::whole().expected("no").into(),
///     }))
///     .build()
///     .unwrap();
/// let error = step.run_blocking(&Runtime::builder().build(), "Pay!".to_owned()).into_result().unwrap_err();
/// assert!(error.to_string().contains("the mail has a greeting"), "{error}");
/// ```
pub fn requirement<C>(text: impl Into<Cow<'static, str>>, check: C) -> Requirement<C> {
    Requirement { text: text.into(), stops: false, check }
}

/// What [`requirement`] gives.
#[derive(Clone, Debug)]
pub struct Requirement<C> {
    text: Cow<'static, str>,
    stops: bool,
    check: C,
}

impl<C> Requirement<C> {
    /// Its findings keep later, costlier checks from being made.
    #[must_use]
    pub fn stopping(mut self) -> Self {
        self.stops = true;
        self
    }
}

impl<T: ?Sized + Sync, C: Check<T>> Check<T> for Requirement<C> {
    fn check(&self, value: &T, cx: &Context) -> impl Future<Output = Result<Findings, BoxError>> + Send {
        self.check.check(value, cx)
    }

    fn name(&self) -> Cow<'static, str> {
        self.text.clone()
    }

    fn stops(&self) -> bool {
        self.stops || self.check.stops()
    }
}

/// A check could not be made. It ends the step: nobody knows whether the output is right.
///
/// ```
/// use repair_core::step::CheckError;
///
/// fn tool_missing(error: &CheckError) -> bool {
///     std::error::Error::source(error).is_some_and(|cause| cause.is::<std::io::Error>())
/// }
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct CheckError {
    /// The check's name.
    pub check: Cow<'static, str>,
    /// What kept it.
    pub error: BoxError,
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the check `{}` could not be made: {}", self.check, self.error)
    }
}

impl std::error::Error for CheckError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&*self.error)
    }
}
