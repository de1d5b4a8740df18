//! What a statement may do: read, and call functions that do no harm. SQLite asks as it compiles the statement.

use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{
    Connection,
    hooks::{AuthAction, AuthContext, Authorization},
};

use crate::check::sql::Dialect;

/// Which tables may not be read.
#[derive(Clone, Debug, Default)]
pub(super) struct Permitted {
    hidden: Vec<String>,
}

impl Permitted {
    pub(super) fn hide(&mut self, tables: impl Iterator<Item = String>) {
        self.hidden.extend(tables.map(|table| table.to_lowercase()));
    }

    pub(super) fn is_hidden(&self, table: &str) -> bool {
        self.hidden.contains(&table.to_lowercase())
    }

    /// What is wrong with an action, if something is.
    fn refuse(&self, action: AuthAction<'_>) -> Option<String> {
        match action {
            AuthAction::Select | AuthAction::Recursive => None,
            // The accessor is no way round: a CTE may bear the name of any view.
            AuthAction::Read { table_name, .. } if self.is_hidden(table_name) => Some(format!("reading {table_name}")),
            AuthAction::Read { table_name, .. } if is_no_table(table_name) => Some(table_name.to_owned()),
            AuthAction::Read { .. } => None,
            AuthAction::Function { function_name } if Dialect::Sqlite.is_dangerous(function_name) => {
                Some(format!("{function_name}()"))
            }
            AuthAction::Function { .. } => None,
            other => Some(words(other).to_owned()),
        }
    }
}

/// Whether what is read as a table is a setting, a folder or the raw file.
fn is_no_table(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.starts_with("pragma_") || ["fsdir", "lsdir", "zipfile", "sqlite_dbpage"].contains(&name.as_str())
}

/// What was refused first.
#[derive(Clone, Default)]
pub(super) struct Denied(Arc<Mutex<Option<String>>>);

impl Denied {
    pub(super) fn take(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn note(&self, what: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(what);
    }
}

pub(super) fn only_reading(connection: &mut Connection, permitted: &Permitted) -> rusqlite::Result<Denied> {
    let denied = Denied::default();
    let note = denied.clone();
    let permitted = permitted.clone();
    connection.authorizer(Some(move |asked: AuthContext<'_>| match permitted.refuse(asked.action) {
        None => Authorization::Allow,
        Some(what) => {
            note.note(what);
            Authorization::Deny
        }
    }))?;
    Ok(denied)
}

fn words(action: AuthAction<'_>) -> &'static str {
    match action {
        AuthAction::Insert { table_name } | AuthAction::Delete { table_name } | AuthAction::Update { table_name, .. }
            if table_name.starts_with("sqlite_") =>
        {
            "a change of the schema"
        }
        AuthAction::Insert { .. } => "INSERT",
        AuthAction::Delete { .. } => "DELETE",
        AuthAction::Update { .. } => "UPDATE",
        AuthAction::Pragma { .. } => "PRAGMA",
        AuthAction::Attach { .. } => "ATTACH",
        AuthAction::Detach { .. } => "DETACH",
        AuthAction::Transaction { .. } => "a transaction",
        AuthAction::Savepoint { .. } => "SAVEPOINT",
        AuthAction::Reindex { .. } => "REINDEX",
        AuthAction::Analyze { .. } => "ANALYZE",
        _ => "a change of the schema",
    }
}
