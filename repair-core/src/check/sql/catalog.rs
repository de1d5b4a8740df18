//! The tables, columns and functions that a query may name.

/// What a query may name: tables with their columns, and functions.
///
/// ```
/// use repair_core::check::sql::Catalog;
///
/// let catalog = Catalog::new()
///     .table("orders", ["id", "customer_id", "created"])
///     .table("sales.invoices", ["id", "total"]);
/// assert_eq!(catalog.tables().count(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalog {
    tables: Vec<Table>,
    functions: Vec<String>,
}

/// A table or a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) columns: Vec<String>,
    /// Whether it is offered where another name was meant; one that is not is still known.
    pub(super) offered: bool,
}

impl Catalog {
    /// Nothing known.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a table or a view with its columns, spelled as the database spells them. The name may have a schema before a dot.
    #[must_use]
    pub fn table<S: Into<String>>(mut self, name: impl Into<String>, columns: impl IntoIterator<Item = S>) -> Self {
        let columns = columns.into_iter().map(Into::into).collect();
        self.tables.push(Table { name: name.into(), columns, offered: true });
        self
    }

    /// Adds functions. Once there is one, a query may call no function that is not named here; before that, any.
    #[must_use]
    pub fn functions<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.functions.extend(names.into_iter().map(Into::into));
        self
    }

    /// The names of the tables.
    pub fn tables(&self) -> impl Iterator<Item = &str> {
        self.tables.iter().filter(|table| table.offered).map(|table| table.name.as_str())
    }

    /// The columns of a table, by its name as it was given.
    #[must_use]
    pub fn columns(&self, table: &str) -> Option<&[String]> {
        Some(&self.entries().find(|entry| entry.name == table)?.columns)
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter()
    }

    pub(super) fn function_names(&self) -> &[String] {
        &self.functions
    }

    /// Adds a table that is known but never offered, such as the engine's own.
    pub(super) fn internal(mut self, name: String, columns: Vec<String>) -> Self {
        self.tables.push(Table { name, columns, offered: false });
        self
    }
}
