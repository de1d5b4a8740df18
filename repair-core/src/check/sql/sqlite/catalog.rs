//! The tables, columns and functions of an open database.

use rusqlite::{Connection, Result};

use super::{super::Catalog, authorize::Permitted};

pub(super) fn of(connection: &Connection, permitted: &Permitted) -> Result<Catalog> {
    let mut catalog = Catalog::new();
    for (schema, name, kind) in tables(connection)? {
        // A view that no longer fits its tables has no columns to tell.
        let columns = columns(connection, &schema, &name).unwrap_or_default();
        let own = kind == "shadow" || name.starts_with("sqlite_") || permitted.is_hidden(&name);
        catalog = if own { catalog.internal(name, columns) } else { catalog.table(name, columns) };
    }
    Ok(catalog.functions(functions(connection)?))
}

fn tables(connection: &Connection) -> Result<Vec<(String, String, String)>> {
    let mut statement = connection.prepare("SELECT schema, name, type FROM pragma_table_list ORDER BY schema, name")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    rows.collect()
}

fn columns(connection: &Connection, schema: &str, table: &str) -> Result<Vec<String>> {
    let mut statement = connection.prepare("SELECT name FROM pragma_table_xinfo(?1, ?2) ORDER BY cid")?;
    statement.query_map([table, schema], |row| row.get(0))?.collect()
}

fn functions(connection: &Connection) -> Result<Vec<String>> {
    let mut statement = connection.prepare("SELECT DISTINCT name FROM pragma_function_list ORDER BY name")?;
    statement.query_map([], |row| row.get(0))?.collect()
}
