//! Why a database could not be read, or a query not be run.

use std::{error::Error, fmt, path::PathBuf, time::Duration};

use crate::escape;

/// Why a database could not be read, or a query not be run.
///
/// ```
/// use repair_core::check::sql::{Limits, Sqlite, SqliteError};
///
/// let error = Sqlite::open("no-such.db").rows("SELECT 1", &Limits::default()).unwrap_err();
/// assert!(matches!(error, SqliteError::Missing { .. }));
/// assert_eq!(error.to_string(), "there is no database `no-such.db`; it is not made, only read");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum SqliteError {
    /// There is no such file.
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// It could not be opened.
    Open(Box<rusqlite::Error>),
    /// The query does what it may not.
    Forbidden {
        /// What it does.
        what: String,
    },
    /// The query has parameters, and there are no values for them.
    Parameters {
        /// How many.
        count: usize,
    },
    /// It took more steps than it may.
    TooManySteps {
        /// How many it may take.
        limit: u64,
    },
    /// It took longer than it may.
    TooSlow {
        /// How long it may take.
        limit: Duration,
    },
    /// A value or the result is larger than it may be.
    TooLarge {
        /// How many bytes it may have.
        limit: usize,
    },
    /// SQLite's own error.
    Query(Box<rusqlite::Error>),
}

impl SqliteError {
    /// A stable word for it.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "missing",
            Self::Open(_) => "open",
            Self::Forbidden { .. } => "forbidden",
            Self::Parameters { .. } => "parameters",
            Self::TooManySteps { .. } => "too_many_steps",
            Self::TooSlow { .. } => "too_slow",
            Self::TooLarge { .. } => "too_large",
            Self::Query(_) => "query",
        }
    }

    pub(super) fn open(error: rusqlite::Error) -> Self {
        Self::Open(Box::new(error))
    }

    pub(super) fn query(error: rusqlite::Error) -> Self {
        Self::Query(Box::new(error))
    }
}

impl fmt::Display for SqliteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { path } => write!(f, "there is no database `{}`; it is not made, only read", path.display()),
            Self::Open(error) => write!(f, "the database can't be opened: {}", words(error)),
            Self::Forbidden { what } => write!(f, "{} is not permitted: a query may only read", escape::visible(what)),
            Self::Parameters { count } => write!(f, "the query has {count} parameters, and none was given a value"),
            Self::TooManySteps { limit } => write!(f, "the query was stopped: it took more than {limit} steps"),
            Self::TooSlow { limit } => write!(f, "the query was stopped: it took longer than {limit:?}"),
            Self::TooLarge { limit } => write!(f, "the query was stopped: it gives more than {limit} bytes"),
            Self::Query(error) => write!(f, "the query failed: {}", words(error)),
        }
    }
}

/// The error's words without the query that SQLite's own message repeats.
fn words(error: &rusqlite::Error) -> String {
    let message = match error {
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        other => other.to_string(),
    };
    escape::visible(escape::clip(&message, 200)).into_owned()
}

impl Error for SqliteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Open(error) | Self::Query(error) => Some(&**error),
            _ => None,
        }
    }
}
