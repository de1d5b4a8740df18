//! What a database has to offer to a check.

use super::{Catalog, Dialect};
use crate::{BoxError, Findings};

/// A database that generated queries are checked on. [`Sqlite`](super::Sqlite) is one; implement it for another.
///
/// The methods block, and are called on a thread made for the check, outside any executor. An async driver is asked with
/// `Handle::block_on` of a runtime that runs elsewhere.
///
/// ```
/// use repair_core::{
///     BoxError, Finding,
///     check::sql::{Catalog, Dialect, SqlCheck, SqlEngine, Verdict},
/// };
///
/// /// A service that plans queries and knows its own tables.
/// struct Warehouse;
///
/// impl SqlEngine for Warehouse {
///     fn dialect(&self) -> Dialect {
///         Dialect::PostgreSql
///     }
///     fn catalog(&self) -> Result<Catalog, BoxError> {
///         Ok(Catalog::new().table("orders", ["id", "created"]))
///     }
///     fn explain(&self, sql: &str) -> Result<Verdict, BoxError> {
///         // Here the service would be asked for a plan. What it says in words, it says in a finding.
///         if sql.contains("CROSS JOIN") {
///             return Ok(Verdict::Rejects(Finding::whole().rule("engine").expected("no cross join").into()));
///         }
///         Ok(Verdict::Accepts)
///     }
/// }
/// let check = SqlCheck::new(Warehouse);
/// ```
pub trait SqlEngine: Send + Sync {
    /// The SQL it speaks.
    fn dialect(&self) -> Dialect;

    /// What a query may name. It is asked for only where a query needs it.
    ///
    /// # Errors
    ///
    /// Where the database can't be asked.
    fn catalog(&self) -> Result<Catalog, BoxError>;

    /// What the database itself says of a statement, which it must not execute and may not let change anything.
    ///
    /// Findings with the rules `unknown_table`, `unknown_column` and `unknown_function`, with the name in `received`, are
    /// completed from the catalogue.
    ///
    /// # Errors
    ///
    /// Where the database can't be asked. An error that the statement is to blame for is a [`Verdict::Rejects`].
    fn explain(&self, sql: &str) -> Result<Verdict, BoxError>;
}

/// What a database says of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It would run it. Then names are not looked at again: the database knows them best.
    Accepts,
    /// It would not, and this is why.
    Rejects(Findings),
    /// It was not asked. Then grammar and catalogue decide.
    Unasked,
}

/// No database, only what is known of one.
pub(super) struct Offline {
    pub(super) dialect: Dialect,
    pub(super) catalog: Catalog,
}

impl SqlEngine for Offline {
    fn dialect(&self) -> Dialect {
        self.dialect
    }

    fn catalog(&self) -> Result<Catalog, BoxError> {
        Ok(self.catalog.clone())
    }

    fn explain(&self, _: &str) -> Result<Verdict, BoxError> {
        Ok(Verdict::Unasked)
    }
}
