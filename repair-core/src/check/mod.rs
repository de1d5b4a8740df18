//! Checks beyond a schema: whether a candidate that can be read is also right.
//!
//! A [`Check`] looks at a candidate with what will use it: the database a query is meant for, the compiler a program is
//! meant for. What it finds wrong are [`Findings`], as precise as the tool allows, and so a repair can act on them.

#[cfg(feature = "sql")]
pub mod sql;

use std::{borrow::Cow, future::Future};

use crate::{BoxError, Context, Findings};

/// A check of candidates. It must not change anything, and may be asked about the same candidate again.
///
/// ```
/// use repair_core::{BoxError, Context, Finding, Findings, check::Check};
///
/// struct Short;
///
/// impl Check<str> for Short {
///     async fn check(&self, text: &str, _: &Context) -> Result<Findings, BoxError> {
///         let mut findings = Findings::new();
///         if text.len() > 80 {
///             findings.push(Finding::whole().rule("too_long").expected("at most 80 bytes").received(text));
///         }
///         Ok(findings)
///     }
/// }
/// assert_eq!(Check::<str>::name(&Short), "Short");
/// ```
pub trait Check<T: ?Sized>: Send + Sync {
    /// Looks at a candidate. Findings are faults of the candidate.
    ///
    /// # Errors
    ///
    /// An error means that the check itself could not be made: a tool is missing, a database can't be opened.
    fn check(&self, value: &T, cx: &Context) -> impl Future<Output = Result<Findings, BoxError>> + Send;

    /// A short name, carried by its findings' records. Default: the type's own name without its path.
    fn name(&self) -> Cow<'static, str> {
        let path = std::any::type_name::<Self>();
        let bare = path.split('<').next().unwrap_or(path);
        Cow::Borrowed(bare.rsplit("::").next().unwrap_or(bare))
    }

    /// Whether its findings keep later, costlier checks from running. Default: false.
    fn stops(&self) -> bool {
        false
    }
}
