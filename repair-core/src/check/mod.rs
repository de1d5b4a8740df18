//! Looking at a candidate before it is taken: what a schema can't say of it.

use std::{borrow::Cow, future::Future};

use crate::{BoxError, Context, Findings};

#[cfg(feature = "command")]
pub mod command;
#[cfg(feature = "sql")]
pub mod sql;

#[cfg(feature = "command")]
pub use self::command::CommandCheck;
#[cfg(feature = "sql")]
pub use self::sql::SqlCheck;

/// Looks at a candidate and says what is wrong with it.
///
/// ```
/// use repair_core::{BoxError, Context, Finding, Findings, check::Check};
///
/// struct NotEmpty;
///
/// impl Check<str> for NotEmpty {
///     async fn check(&self, text: &str, _: &Context) -> Result<Findings, BoxError> {
///         let fault = text.trim().is_empty().then(|| Finding::whole().rule("empty").expected("some text"));
///         Ok(fault.into_iter().collect())
///     }
/// }
/// assert_eq!(Check::<str>::name(&NotEmpty), "NotEmpty");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not check a `{T}`",
    label = "not a `Check<{T}>`",
    note = "write `impl Check<{T}> for …`, or a function `fn(&{T}) -> Findings`, async or not"
)]
pub trait Check<T: ?Sized>: Send + Sync {
    /// Looks at a candidate. Findings are faults of the candidate; an error means that the check itself could not be made: a
    /// tool is missing, a database can't be opened.
    fn check(&self, value: &T, cx: &Context) -> impl Future<Output = Result<Findings, BoxError>> + Send;

    /// A short name, carried by its findings' records. Default: the type's own name without its path.
    fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed(short_name(std::any::type_name::<Self>()))
    }

    /// Whether its findings keep later, costlier checks from running. Default: false.
    fn stops(&self) -> bool {
        false
    }
}

/// `a::b::Name<c::Of>` as `Name`.
fn short_name(path: &'static str) -> &'static str {
    let path = path.split('<').next().unwrap_or(path);
    path.rsplit("::").next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_their_paths_and_parameters() {
        for (path, name) in [("a::b::Name", "Name"), ("a::Name<b::Of<c::X>>", "Name"), ("Name", "Name"), ("str", "str")] {
            assert_eq!(short_name(path), name);
        }
    }
}
