//! The columns that the parts of a query give.

use std::rc::Rc;

use sqlparser::ast::{
    Expr, Ident, Query, Select, SelectItem, SelectItemQualifiedWildcardKind, SetExpr, TableAlias, TableFactor, TableWithJoins,
    Values, WildcardAdditionalOptions,
};

use super::{
    known::{Found, Known, idents},
    scope::{Column, Columns, Scope, Source},
};

/// More columns than this are not followed: `SELECT *` of itself can double them at every step.
const MOST: usize = 4096;

/// The CTEs in sight, innermost last.
#[derive(Default)]
pub(super) struct Ctes(Vec<(String, Option<Columns>)>);

impl Ctes {
    pub(super) fn depth(&self) -> usize {
        self.0.len()
    }

    pub(super) fn leave(&mut self, depth: usize) {
        self.0.truncate(depth);
    }

    fn find(&self, name: &str) -> Option<&Option<Columns>> {
        self.0.iter().rev().find(|(cte, _)| cte == name).map(|(_, columns)| columns)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Adds those of a query. Each may be named by those after it, and by itself.
    pub(super) fn enter(&mut self, query: &Query, known: &Known<'_>) {
        for cte in query.with.iter().flat_map(|with| &with.cte_tables) {
            self.0.push((known.dialect.fold(&cte.alias.name), None));
            let at = self.0.len() - 1;
            // A CTE that names its columns names all of them.
            let unknown = || (!cte.alias.columns.is_empty()).then(Columns::default);
            let columns = renamed(outputs(&cte.query, self, known).or_else(unknown), &cte.alias, known);
            if let Some(entry) = self.0.get_mut(at) {
                entry.1 = columns;
            }
        }
    }
}

/// The columns a query gives, if they can be known.
fn outputs(query: &Query, ctes: &mut Ctes, known: &Known<'_>) -> Option<Columns> {
    let depth = ctes.depth();
    ctes.enter(query, known);
    let mut body = &*query.body;
    while let SetExpr::SetOperation { left, .. } = body {
        body = left;
    }
    let columns = match body {
        SetExpr::Select(select) => projected(select, &scope(select, ctes, known), known),
        SetExpr::Query(query) => outputs(query, ctes, known),
        SetExpr::Values(values) => Some(numbered(values)),
        _ => None,
    };
    ctes.leave(depth);
    columns.filter(|columns| columns.len() <= MOST)
}

/// What the clauses of a `SELECT` may name.
pub(super) fn scope(select: &Select, ctes: &mut Ctes, known: &Known<'_>) -> Scope {
    let mut sources = Vec::new();
    for table in &select.from {
        joined(table, ctes, known, &mut sources);
    }
    let aliases = select.projection.iter().filter_map(|item| match item {
        SelectItem::ExprWithAlias { alias, .. } => Some(known.dialect.fold(alias)),
        _ => None,
    });
    Scope { aliases: aliases.collect(), sources }
}

fn joined(table: &TableWithJoins, ctes: &mut Ctes, known: &Known<'_>, sources: &mut Vec<Source>) {
    for factor in std::iter::once(&table.relation).chain(table.joins.iter().map(|join| &join.relation)) {
        match factor {
            TableFactor::NestedJoin { table_with_joins, alias: None } => joined(table_with_joins, ctes, known, sources),
            _ => sources.push(source(factor, ctes, known)),
        }
    }
}

fn source(factor: &TableFactor, ctes: &mut Ctes, known: &Known<'_>) -> Source {
    let fold = |name: &Ident| known.dialect.fold(name);
    let called = |alias: &Option<TableAlias>| alias.as_ref().map(|alias| fold(&alias.name));
    match factor {
        TableFactor::Table { name, alias, args: None, .. } => {
            let own = name.0.last().and_then(|part| part.as_ident()).map(fold);
            let cte = idents(name).filter(|parts| parts.len() == 1).and_then(|_| ctes.find(own.as_deref()?).cloned());
            let (columns, stored) = match (cte, known.table(name)) {
                (Some(columns), _) => (columns, false),
                (None, Found::Table(table)) => (Some(catalogued(&table.columns, known)), true),
                (None, _) => (None, false),
            };
            let columns = match alias {
                Some(alias) => renamed(columns, alias, known),
                None => columns,
            };
            Source { name: called(alias).or(own), columns, stored }
        }
        TableFactor::Table { name, alias, .. } | TableFactor::Function { name, alias, .. } => {
            Source::unknown(called(alias).or_else(|| name.0.last()?.as_ident().map(fold)))
        }
        TableFactor::Derived { subquery, alias, .. } => {
            let columns = outputs(subquery, ctes, known);
            let columns = match alias {
                Some(alias) => renamed(columns, alias, known),
                None => columns,
            };
            Source { name: called(alias), columns, stored: false }
        }
        TableFactor::NestedJoin { alias, .. } => Source::unknown(called(alias)),
        _ => Source::unknown(None),
    }
}

/// The columns under the names an alias gives to the first of them.
fn renamed(columns: Option<Columns>, alias: &TableAlias, known: &Known<'_>) -> Option<Columns> {
    if alias.columns.is_empty() {
        return columns;
    }
    let given = alias.columns.iter().map(|column| named(&column.name, known));
    Some(Rc::new(given.chain(columns?.iter().skip(alias.columns.len()).cloned()).collect()))
}

fn projected(select: &Select, scope: &Scope, known: &Known<'_>) -> Option<Columns> {
    let plain = |options: &WildcardAdditionalOptions| *options == WildcardAdditionalOptions::default();
    let mut columns: Vec<Column> = Vec::new();
    for item in &select.projection {
        match item {
            SelectItem::UnnamedExpr(Expr::Identifier(name)) | SelectItem::ExprWithAlias { alias: name, .. } => {
                columns.push(named(name, known));
            }
            SelectItem::UnnamedExpr(Expr::CompoundIdentifier(parts)) => columns.push(named(parts.last()?, known)),
            SelectItem::Wildcard(options) if plain(options) => {
                for source in &scope.sources {
                    columns.extend(source.columns.as_ref()?.iter().cloned());
                }
            }
            SelectItem::QualifiedWildcard(SelectItemQualifiedWildcardKind::ObjectName(name), options) if plain(options) => {
                let name = name.0.last()?.as_ident().map(|name| known.dialect.fold(name));
                let source = scope.sources.iter().find(|source| source.name == name)?;
                columns.extend(source.columns.as_ref()?.iter().cloned());
            }
            // The engine finds a name for it, each its own.
            _ => return None,
        }
        if columns.len() > MOST {
            return None;
        }
    }
    Some(Rc::new(columns))
}

fn named(name: &Ident, known: &Known<'_>) -> Column {
    Column { folded: known.dialect.fold(name), spelled: name.value.clone() }
}

fn catalogued(columns: &[String], known: &Known<'_>) -> Columns {
    let column = |name: &String| Column { folded: known.dialect.fold_known(name), spelled: name.clone() };
    Rc::new(columns.iter().map(column).collect())
}

fn numbered(values: &Values) -> Columns {
    let count = values.rows.first().map_or(0, |row| row.content.len());
    let name = |n: usize| format!("column{n}");
    Rc::new((1..=count.min(MOST)).map(|n| Column { folded: name(n), spelled: name(n) }).collect())
}
