//! SQLite itself, opened to read.

mod authorize;
mod catalog;
mod error;
mod explain;
mod limits;
mod rows;

use std::{fmt, path::PathBuf, sync::Arc, time::Duration};

use rusqlite::{Connection, OpenFlags, config::DbConfig, limits::Limit};

use self::{
    authorize::{Denied, Permitted},
    limits::Stopped,
};
pub use self::{error::SqliteError, limits::Limits, rows::Rows};
use super::{Catalog, Dialect, SqlEngine, Verdict};
use crate::{
    BoxError,
    clock::{Clock, SystemClock},
};

/// How long another's lock on the database is waited for.
const BUSY: Duration = Duration::from_secs(1);

type Connect = dyn Fn() -> rusqlite::Result<Connection> + Send + Sync;

/// An SQLite database that is only read.
///
/// Every check and every query has a connection of its own. SQLite's own authorizer refuses whatever is not reading, as a
/// statement is compiled; text in double quotes is a name and never a string; the schema is not trusted with functions.
///
/// ```
/// use repair_core::check::sql::{Limits, Sqlite};
/// use rusqlite::Connection;
///
/// let shop = Sqlite::connecting(|| {
///     let connection = Connection::open_in_memory()?;
///     connection.execute_batch("CREATE TABLE orders (id, total); INSERT INTO orders VALUES (1, 20), (2, 22)")?;
///     Ok(connection)
/// });
/// let sum = shop.rows("SELECT sum(total) AS sum FROM orders", &Limits::default())?;
/// assert_eq!(sum.columns(), ["sum"]);
/// assert_eq!(sum.rows(), [[42]]);
///
/// assert_eq!(shop.rows("DELETE FROM orders", &Limits::default()).unwrap_err().code(), "forbidden");
/// # Ok::<(), repair_core::check::sql::SqliteError>(())
/// ```
#[derive(Clone)]
pub struct Sqlite {
    connect: Arc<Connect>,
    file: Option<PathBuf>,
    permitted: Permitted,
    clock: Arc<dyn Clock>,
}

impl Sqlite {
    /// A database in a file. It is opened to be read, when it is needed; a file that is missing is an error then.
    pub fn open(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let file = path.clone();
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Self { file: Some(path), ..Self::connecting(move || Connection::open_with_flags(&file, flags)) }
    }

    /// A database by a function that connects to it: one in memory, one with functions of its own, one with a pragma set.
    /// What the connection could write, a query still can't.
    pub fn connecting(connect: impl Fn() -> rusqlite::Result<Connection> + Send + Sync + 'static) -> Self {
        Self { connect: Arc::new(connect), file: None, permitted: Permitted::default(), clock: Arc::new(SystemClock::default()) }
    }

    /// Hides tables: a query that reads one is forbidden, through a view as well, and none is ever offered.
    #[must_use]
    pub fn hide<S: Into<String>>(mut self, tables: impl IntoIterator<Item = S>) -> Self {
        self.permitted.hide(tables.into_iter().map(Into::into));
        self
    }

    /// Another clock to bound the time of queries by.
    #[must_use]
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// A connection that can't change anything; nothing is refused on it yet.
    fn connection(&self) -> Result<Connection, SqliteError> {
        if let Some(file) = self.file.as_deref().filter(|file| !file.is_file()) {
            return Err(SqliteError::Missing { path: file.to_owned() });
        }
        let connection = (self.connect)().map_err(SqliteError::open)?;
        make_safe(&connection).map_err(SqliteError::open)?;
        Ok(connection)
    }

    /// A connection that refuses and stops what is not permitted.
    fn guarded(&self, limits: &Limits) -> Result<Guarded, SqliteError> {
        let mut connection = self.connection()?;
        limits.bound(&connection).map_err(SqliteError::open)?;
        let stopped = limits.stop(&mut connection, Arc::clone(&self.clock)).map_err(SqliteError::open)?;
        let denied = authorize::only_reading(&mut connection, &self.permitted).map_err(SqliteError::open)?;
        Ok(Guarded { connection, denied, stopped })
    }
}

/// A connection, what was refused on it, and what stopped it.
struct Guarded {
    connection: Connection,
    denied: Denied,
    stopped: Stopped,
}

fn make_safe(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "query_only", true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    // `WHERE name = "bob"` with a misspelt column would else compare with its name.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DML, false)?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    connection.set_limit(Limit::SQLITE_LIMIT_WORKER_THREADS, 0)?;
    Ok(())
}

impl SqlEngine for Sqlite {
    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    fn catalog(&self) -> Result<Catalog, BoxError> {
        let connection = self.connection()?;
        Ok(catalog::of(&connection, &self.permitted).map_err(SqliteError::query)?)
    }

    fn explain(&self, sql: &str) -> Result<Verdict, BoxError> {
        Ok(explain::verdict(&self.guarded(&Limits::default())?, sql)?)
    }
}

impl fmt::Debug for Sqlite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sqlite").field("file", &self.file).field("permitted", &self.permitted).finish_non_exhaustive()
    }
}
