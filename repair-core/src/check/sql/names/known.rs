//! The catalogue, found by the names of a query.

use std::collections::{HashMap, HashSet};

use sqlparser::ast::{Ident, ObjectName};

use super::super::{Catalog, Dialect, catalog::Table, words};
use crate::Finding;

/// Up to how many functions are listed, where one is unknown; of more, only the nearest is named.
const FUNCTIONS_LISTED: usize = 40;

pub(super) struct Known<'c> {
    pub(super) dialect: Dialect,
    catalog: &'c Catalog,
    /// By the whole name.
    tables: HashMap<String, &'c Table>,
    /// By the name without its schema.
    bare: HashMap<String, &'c Table>,
    functions: HashSet<String>,
}

/// What is known of a table's name.
pub(super) enum Found<'c> {
    Table(&'c Table),
    /// Nothing can be said of it.
    Undecided,
    No,
}

impl<'c> Known<'c> {
    pub(super) fn new(catalog: &'c Catalog, dialect: Dialect) -> Self {
        let mut tables = HashMap::new();
        let mut bare = HashMap::new();
        for table in catalog.entries() {
            let name = dialect.fold_known(&table.name);
            bare.entry(last(&name).to_owned()).or_insert(table);
            tables.insert(name, table);
        }
        let functions = catalog.function_names().iter().map(|name| name.to_lowercase()).collect();
        Self { dialect, catalog, tables, bare, functions }
    }

    pub(super) fn table(&self, name: &ObjectName) -> Found<'c> {
        let Some(parts) = idents(name) else { return Found::Undecided };
        let parts: Vec<String> = parts.into_iter().map(|part| self.dialect.fold(part)).collect();
        let whole = parts.join(".");
        let (Some(table), schema) = (parts.last(), parts.iter().rev().nth(1)) else { return Found::Undecided };
        if let Some(known) = self.tables.get(&whole) {
            return Found::Table(known);
        }
        match (self.dialect, schema.map(String::as_str)) {
            (Dialect::PostgreSql, Some("pg_catalog" | "information_schema")) => Found::Undecided,
            (Dialect::PostgreSql, None) if table.starts_with("pg_") => Found::Undecided,
            (Dialect::PostgreSql, Some(schema)) if schema != "public" => Found::No,
            (Dialect::PostgreSql, Some(_)) => self.tables.get(table).map_or(Found::No, |table| Found::Table(table)),
            _ => self.bare.get(table).map_or(Found::No, |table| Found::Table(table)),
        }
    }

    pub(super) fn has_function(&self, name: &ObjectName) -> bool {
        let last = name.0.last().and_then(|part| part.as_ident());
        self.functions.is_empty() || last.is_none_or(|last| self.functions.contains(&last.value.to_lowercase()))
    }

    pub(super) fn unknown_table(&self, name: &str, at: Option<String>) -> Finding {
        let written = |name: &str| name.split('.').map(|part| self.dialect.written(part)).collect::<Vec<_>>().join(".");
        let tables: Vec<String> = self.catalog.tables().map(written).collect();
        words::unknown(words::UNKNOWN_TABLE, "a table of the database", name, at, &tables)
    }

    pub(super) fn unknown_function(&self, name: &str, at: Option<String>) -> Finding {
        let functions = self.catalog.function_names();
        let expected = format!("a function of {}", self.dialect.name());
        let finding = words::unknown(words::UNKNOWN_FUNCTION, expected, name, at, functions);
        if functions.len() > FUNCTIONS_LISTED { finding.allowed([] as [&str; 0]) } else { finding }
    }
}

/// The parts of a name that is made of nothing else.
pub(super) fn idents(name: &ObjectName) -> Option<Vec<&Ident>> {
    name.0.iter().map(|part| part.as_ident()).collect()
}

fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}
