//! Running a query that was accepted, within limits.

use rusqlite::{Error, ErrorCode, types::ValueRef};
use serde_json::Value;

use super::{
    Guarded, Limits, Sqlite, SqliteError,
    explain::{Refusal, compile},
};

/// What a query gave.
///
/// ```
/// use repair_core::check::sql::{Limits, Sqlite};
///
/// let memory = Sqlite::connecting(rusqlite::Connection::open_in_memory);
/// let rows = memory.rows("VALUES (1, 'one'), (2, 'two')", &Limits::default().rows(1))?;
/// assert_eq!(rows.columns(), ["column1", "column2"]);
/// assert_eq!(rows.rows()[0][1], "one");
/// assert!(!rows.is_complete());
/// # Ok::<(), repair_core::check::sql::SqliteError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    columns: Vec<String>,
    rows: Vec<Vec<Value>>,
    complete: bool,
}

impl Rows {
    /// The names of the columns.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The rows, each with a value for every column. A blob is text of hexadecimal digits, an infinite number is null.
    #[must_use]
    pub fn rows(&self) -> &[Vec<Value>] {
        &self.rows
    }

    /// Whether these are all rows; else the limit has cut off the rest.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }
}

impl Sqlite {
    /// Runs one query that only reads, within limits. It blocks: an async program calls it on a thread for that.
    ///
    /// # Errors
    ///
    /// [`Forbidden`](SqliteError::Forbidden) for whatever is not one query that only reads, an error of its own for each
    /// limit that is reached, [`Query`](SqliteError::Query) for what else SQLite refuses.
    pub fn rows(&self, sql: &str, limits: &Limits) -> Result<Rows, SqliteError> {
        let guarded = self.guarded(limits)?;
        read(&guarded, sql, limits).map_err(|refusal| error(&guarded, refusal, limits))
    }
}

fn read(guarded: &Guarded, sql: &str, limits: &Limits) -> Result<Rows, Stop> {
    let mut statement = compile(&guarded.connection, sql)?;
    if statement.parameter_count() > 0 {
        return Err(Stop::Error(SqliteError::Parameters { count: statement.parameter_count() }));
    }
    let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let mut result = Rows { columns, rows: Vec::new(), complete: false };
    let mut bytes = 0_usize;
    let mut rows = statement.raw_query();
    while let Some(row) = rows.next().map_err(Refusal::Error)? {
        if result.rows.len() >= limits.rows {
            return Ok(result);
        }
        let mut values = Vec::with_capacity(result.columns.len());
        for n in 0..result.columns.len() {
            let value = row.get_ref(n).map_err(Refusal::Error)?;
            bytes = bytes.saturating_add(size(value));
            if bytes > limits.bytes {
                return Err(Stop::Error(SqliteError::TooLarge { limit: limits.bytes }));
            }
            values.push(json(value));
        }
        result.rows.push(values);
    }
    result.complete = true;
    Ok(result)
}

enum Stop {
    Refusal(Refusal),
    Error(SqliteError),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refusal(refusal)
    }
}

fn error(guarded: &Guarded, stop: Stop, limits: &Limits) -> SqliteError {
    let refusal = match stop {
        Stop::Error(error) => return error,
        Stop::Refusal(refusal) => refusal,
    };
    let error = match refusal {
        Refusal::Several => return SqliteError::Forbidden { what: "more than one statement".to_owned() },
        Refusal::Forbidden(what) => return SqliteError::Forbidden { what },
        Refusal::Empty => Error::Empty,
        Refusal::Error(error) => error,
    };
    if let Some(what) = guarded.denied.take() {
        return SqliteError::Forbidden { what };
    }
    if let Some(stopped) = guarded.stopped.error() {
        return stopped;
    }
    match error.sqlite_error_code() {
        Some(ErrorCode::TooBig) => SqliteError::TooLarge { limit: limits.bytes },
        _ => SqliteError::query(error),
    }
}

fn size(value: ValueRef<'_>) -> usize {
    match value {
        ValueRef::Text(bytes) => bytes.len() + size_of::<Value>(),
        ValueRef::Blob(bytes) => bytes.len().saturating_mul(2) + size_of::<Value>(),
        _ => size_of::<Value>(),
    }
}

fn json(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) => number.into(),
        ValueRef::Text(bytes) => String::from_utf8_lossy(bytes).into(),
        ValueRef::Blob(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into(),
    }
}
