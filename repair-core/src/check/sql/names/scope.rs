//! What can be named in one place of a query.

use std::{collections::HashSet, rc::Rc};

use super::super::Dialect;

/// A table, a view, a CTE or a subquery that rows come from.
#[derive(Clone)]
pub(super) struct Source {
    /// By what columns are qualified, in the form for comparing; `None` where it has no name.
    pub(super) name: Option<String>,
    /// `None` where the columns are not known.
    pub(super) columns: Option<Columns>,
    /// A table or a view of the database, which has hidden columns too.
    pub(super) stored: bool,
}

pub(super) type Columns = Rc<Vec<Column>>;

#[derive(Clone)]
pub(super) struct Column {
    /// In the form for comparing.
    pub(super) folded: String,
    /// As the catalogue or the query spells it.
    pub(super) spelled: String,
}

impl Source {
    pub(super) fn unknown(name: Option<String>) -> Self {
        Self { name, columns: None, stored: false }
    }

    /// Whether it has a column, or may have.
    pub(super) fn may_have(&self, column: &str, dialect: Dialect) -> bool {
        let Some(columns) = &self.columns else { return true };
        columns.iter().any(|known| known.folded == column) || (self.stored && dialect.hidden_columns().contains(&column))
    }

    fn qualify(&self, column: &Column, dialect: Dialect) -> String {
        let column = dialect.written(&column.spelled);
        match &self.name {
            Some(name) => format!("{}.{column}", dialect.written(name)),
            None => column,
        }
    }
}

/// The sources of one `SELECT`, and the names it gives to its results.
#[derive(Clone, Default)]
pub(super) struct Scope {
    pub(super) sources: Vec<Source>,
    pub(super) aliases: Vec<String>,
}

impl Scope {
    /// One of which nothing is known.
    pub(super) fn open() -> Self {
        Self { sources: vec![Source::unknown(None)], aliases: Vec::new() }
    }

    pub(super) fn may_have(&self, column: &str, dialect: Dialect) -> bool {
        // A table's own name stands for a whole row of it.
        let is_row = |source: &Source| source.name.as_deref() == Some(column);
        self.aliases.iter().any(|alias| alias == column)
            || self.sources.iter().any(|source| is_row(source) || source.may_have(column, dialect))
    }
}

/// The columns of some sources as they are written in a query.
pub(super) fn written(sources: &[Source], qualified: bool, dialect: Dialect) -> Vec<String> {
    let mut written = Vec::new();
    for source in sources {
        for column in source.columns.iter().flat_map(|columns| columns.iter()) {
            let name = if qualified { source.qualify(column, dialect) } else { dialect.written(&column.spelled) };
            written.push(name);
        }
    }
    distinct(written)
}

/// The ways to say which column of a name is meant.
pub(super) fn qualified(sources: &[Source], name: &str, dialect: Dialect) -> Vec<String> {
    let name = name.to_lowercase();
    let columns = sources.iter().flat_map(|source| {
        let columns = source.columns.iter().flat_map(|columns| columns.iter());
        columns.filter(|column| column.folded.to_lowercase() == name).map(|column| source.qualify(column, dialect))
    });
    distinct(columns.collect())
}

fn distinct(mut names: Vec<String>) -> Vec<String> {
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}
