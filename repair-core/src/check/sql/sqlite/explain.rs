//! What SQLite says of a statement as it compiles and explains it.

use rusqlite::{Batch, Connection, Error, Statement, fallible_iterator::FallibleIterator, ffi};

use super::{
    super::{Dialect, Verdict, guard, place::Place, tree, words},
    Guarded, SqliteError,
};
use crate::{Finding, escape};

/// Why there is no statement to run.
pub(super) enum Refusal {
    Several,
    Empty,
    /// It is not reading.
    Forbidden(String),
    Error(Error),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// The one statement of a text, compiled, if it only reads.
pub(super) fn compile<'c>(connection: &'c Connection, sql: &str) -> Result<Statement<'c>, Refusal> {
    let mut statements = Batch::new(connection, sql);
    let statement = statements.next()?.ok_or(Refusal::Empty)?;
    // Whatever stands behind it, even if it can't be compiled, is one too many.
    if !matches!(statements.next(), Ok(None)) {
        return Err(Refusal::Several);
    }
    // The authorizer is not asked about all of them: VACUUM INTO writes a file.
    if !statement.readonly() || statement.column_count() == 0 {
        let word = tree::first_word(sql, Dialect::Sqlite);
        return Err(Refusal::Forbidden(word.unwrap_or_else(|| "a statement that is no query".to_owned())));
    }
    if statement.is_explain() != 0 {
        return Err(Refusal::Forbidden("EXPLAIN".to_owned()));
    }
    Ok(statement)
}

/// Compiles a statement and has it explained; it is not executed.
pub(super) fn verdict(guarded: &Guarded, sql: &str) -> Result<Verdict, SqliteError> {
    const EXPLAIN: &str = "EXPLAIN ";
    let explained = || {
        let mut statement = guarded.connection.prepare(&format!("{EXPLAIN}{sql}"))?;
        let mut instructions = statement.raw_query();
        while instructions.next()?.is_some() {}
        Ok(())
    };
    let finding = match compile(&guarded.connection, sql) {
        Ok(_) => match explained() {
            Ok(()) => return Ok(Verdict::Accepts),
            Err(error) => fault(guarded, sql, error, EXPLAIN.len())?,
        },
        Err(Refusal::Several) => words::several(),
        Err(Refusal::Empty) => Finding::whole().rule(words::SYNTAX).expected("a query").received(words::short(sql)),
        Err(Refusal::Forbidden(what)) => forbidden(&what),
        Err(Refusal::Error(error)) => fault(guarded, sql, error, 0)?,
    };
    Ok(Verdict::Rejects(finding.into()))
}

fn forbidden(what: &str) -> Finding {
    words::forbidden(what, "this is not permitted: the query may only read")
}

/// The finding that an error is, where the statement is to blame for it.
fn fault(guarded: &Guarded, sql: &str, error: Error, skipped: usize) -> Result<Finding, SqliteError> {
    if let Some(what) = guarded.denied.take() {
        return Ok(forbidden(&what));
    }
    if let Some(stopped) = guarded.stopped.error() {
        return Ok(engine(&stopped.to_string()));
    }
    let (code, message, offset) = match &error {
        Error::SqlInputError { error, msg, offset, .. } => (error.extended_code, msg.as_str(), *offset),
        Error::SqliteFailure(error, Some(message)) => (error.extended_code, message.as_str(), -1),
        _ => return Err(SqliteError::query(error)),
    };
    if !matches!(code & 0xff, ffi::SQLITE_ERROR | ffi::SQLITE_AUTH | ffi::SQLITE_TOOBIG | ffi::SQLITE_RANGE) {
        return Err(SqliteError::query(error));
    }
    let byte = usize::try_from(offset).ok().and_then(|byte| byte.checked_sub(skipped));
    Ok(worded(sql, message, byte.map(|byte| Place::of_byte(sql, byte))))
}

/// What SQLite's words mean. They have been the same for two decades; those that are not known are passed on.
fn worded(sql: &str, message: &str, place: Option<Place>) -> Finding {
    let named = |rule: &'static str, name: &str| {
        let finding = Finding::whole().rule(rule).expected("a name that is known").received(words::short(name));
        match place {
            Some(place) => finding.hint(place.to_string()),
            None => finding,
        }
    };
    if let Some(name) = message.strip_prefix("no such table: ") {
        return named(words::UNKNOWN_TABLE, name);
    }
    if let Some(name) = message.strip_prefix("no such column: ") {
        let name = name.split(" - should this be a string literal").next().unwrap_or(name);
        return named(words::UNKNOWN_COLUMN, name.trim_matches('"'));
    }
    if let Some(name) = message.strip_prefix("no such function: ") {
        return named(words::UNKNOWN_FUNCTION, name);
    }
    if let Some(name) = message.strip_prefix("ambiguous column name: ") {
        return named(words::AMBIGUOUS_COLUMN, name).expected("a column of one table, said which");
    }
    if message.starts_with("near \"") || message.starts_with("unrecognized token") {
        return words::syntax(sql, Dialect::Sqlite, message, place);
    }
    if message == "incomplete input" {
        return Finding::whole().rule(words::SYNTAX).expected("a query that goes on").hint("the input ends too early");
    }
    if ["Expression tree is too large", "parser stack overflow", "Recursion limit"].iter().any(|deep| message.starts_with(deep)) {
        return guard::deep();
    }
    match place {
        Some(place) => engine(message).received(place.excerpt(sql)).hint(format!("{} at {place}", escape::clip(message, 200))),
        None => engine(message),
    }
}

fn engine(message: &str) -> Finding {
    Finding::whole().rule(words::ENGINE).expected("a query that the database accepts").hint(escape::clip(message, 200))
}
