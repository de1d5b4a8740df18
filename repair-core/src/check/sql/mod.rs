//! The check of generated SQL, on the database it is meant for.
//!
//! A [`SqlCheck`] says everything at once: what the grammar refuses and where, tables, columns and functions that don't
//! exist with those that do, and what a query may not do. The database itself has the last word, through [`SqlEngine`]:
//! [`Sqlite`] prepares and explains the query on a read-only connection and never executes it.
//!
//! | rule | what it says |
//! |---|---|
//! | `syntax` | what the grammar refuses; line and column |
//! | `unknown_table`, `unknown_column`, `unknown_function` | a name nobody knows; those that are known, the nearest among them |
//! | `ambiguous_column` | a column that several tables have |
//! | `forbidden` | writing, changing the schema, settings, other files, several statements, dangerous functions |
//! | `too_long`, `too_deep` | a query beyond the bounds |
//! | `engine` | what else the database says |
//!
//! What the check accepts, [`Sqlite::rows`] runs under the same rules and within limits.

mod catalog;
mod dialect;
mod engine;
mod examine;
mod guard;
mod names;
mod nearest;
mod place;
mod reads;
mod sqlite;
mod tree;
mod words;
mod worker;

use std::{future::Future, path::PathBuf, sync::Arc};

pub use catalog::Catalog;
pub use dialect::Dialect;
pub use engine::{SqlEngine, Verdict};
pub use sqlite::{Limits, Rows, Sqlite, SqliteError};

use super::Check;
use crate::{BoxError, Context, Findings};

/// How long a query may be unless told otherwise.
const MAX_BYTES: usize = 64 * 1024;

/// Checks a query: grammar, names, what it may do, and what the database says of it. It never executes it.
///
/// ```
/// use repair_core::{Context, Runtime, check::{Check, sql::{Catalog, SqlCheck}}, Op, OpError};
///
/// #[derive(Clone)]
/// struct Query(&'static str);
///
/// impl Op for Query {
///     type Output = ();
///     async fn run(&self, cx: &Context) -> Result<(), OpError> {
///         let check = SqlCheck::postgres(Catalog::new().table("orders", ["id", "created"]));
///         let findings = check.check(self.0, cx).await.map_err(OpError::fatal)?;
///         Ok(findings.none_or(())?)
///     }
/// }
/// let error = Runtime::builder().build().run_blocking(Query("SELECT creatd FROM orders")).into_result().unwrap_err();
/// assert!(error.to_string().contains(
///     r#"expected a column of `orders`, received "creatd"; allowed: "id", "created"; line 1, column 8: the nearest is `created`"#
/// ));
/// ```
#[derive(Clone)]
pub struct SqlCheck {
    engine: Arc<dyn SqlEngine>,
    max_bytes: usize,
}

impl SqlCheck {
    /// A check on a database.
    pub fn new(engine: impl SqlEngine + 'static) -> Self {
        Self { engine: Arc::new(engine), max_bytes: MAX_BYTES }
    }

    /// A check on an SQLite database in a file, which is opened to be read for each check and never made.
    pub fn sqlite(path: impl Into<PathBuf>) -> Self {
        Self::new(Sqlite::open(path))
    }

    /// A check for PostgreSQL without asking it: by its grammar and these tables.
    #[must_use]
    pub fn postgres(catalog: Catalog) -> Self {
        Self::offline(Dialect::PostgreSql, catalog)
    }

    /// A check without a database: by a grammar and these tables.
    #[must_use]
    pub fn offline(dialect: Dialect, catalog: Catalog) -> Self {
        Self::new(engine::Offline { dialect, catalog })
    }

    /// How long a query may be, in bytes. A longer one is refused unread. Default: 64 KiB.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }
}

impl<T: AsRef<str> + ?Sized + Sync> Check<T> for SqlCheck {
    fn check(&self, value: &T, _: &Context) -> impl Future<Output = Result<Findings, BoxError>> + Send {
        let sql = value.as_ref();
        let too_long = guard::too_long(sql, self.max_bytes);
        let engine = Arc::clone(&self.engine);
        let sql = if too_long.is_none() { sql.to_owned() } else { String::new() };
        async move {
            match too_long {
                Some(finding) => Ok(finding.into()),
                None => worker::run(move || examine::examine(&sql, &*engine)).await?,
            }
        }
    }
}

impl std::fmt::Debug for SqlCheck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SqlCheck")
            .field("dialect", &self.engine.dialect())
            .field("max_bytes", &self.max_bytes)
            .finish_non_exhaustive()
    }
}
