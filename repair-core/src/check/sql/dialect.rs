//! What differs between the SQL of one database and another's.

use sqlparser::{
    ast::Ident,
    dialect::{Dialect as Grammar, GenericDialect, PostgreSqlDialect, SQLiteDialect},
};

/// Whose SQL it is.
///
/// ```
/// use repair_core::check::sql::{Catalog, Dialect, SqlCheck};
///
/// let check = SqlCheck::offline(Dialect::Generic, Catalog::new().table("orders", ["id"])).max_bytes(4096);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dialect {
    /// SQLite.
    Sqlite,
    /// PostgreSQL.
    PostgreSql,
    /// A grammar that is as permissive as possible, for an engine that decides itself.
    Generic,
}

impl Dialect {
    pub(super) fn grammar(self) -> &'static dyn Grammar {
        match self {
            Self::Sqlite => &SQLiteDialect {},
            Self::PostgreSql => &PostgreSqlDialect {},
            Self::Generic => &GenericDialect {},
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::PostgreSql => "PostgreSQL",
            Self::Generic => "SQL",
        }
    }

    /// A name of a query in the form in which names are compared.
    pub(super) fn fold(self, ident: &Ident) -> String {
        match (self, ident.quote_style) {
            (Self::PostgreSql, Some(_)) => ident.value.clone(),
            _ => ident.value.to_lowercase(),
        }
    }

    /// The same for a name of the catalogue.
    pub(super) fn fold_known(self, name: &str) -> String {
        match self {
            Self::PostgreSql => name.to_owned(),
            _ => name.to_lowercase(),
        }
    }

    /// A name of the catalogue as it is written in a query.
    pub(super) fn written(self, name: &str) -> String {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || (self != Self::PostgreSql && c.is_alphanumeric());
        let starts = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let kept = self != Self::PostgreSql || name.to_lowercase() == name;
        if starts && kept && name.chars().all(plain) { name.to_owned() } else { format!("\"{}\"", name.replace('"', "\"\"")) }
    }

    /// Columns that every table has and no catalogue lists.
    pub(super) fn hidden_columns(self) -> &'static [&'static str] {
        match self {
            Self::Sqlite => &["rowid", "oid", "_rowid_"],
            Self::PostgreSql => &["ctid", "oid", "tableoid", "xmin", "xmax", "cmin", "cmax"],
            Self::Generic => &["rowid", "oid", "_rowid_", "ctid", "tableoid", "xmin", "xmax", "cmin", "cmax"],
        }
    }

    /// Whether a function reaches outside the data a query may read, or keeps the server from its work.
    pub(super) fn is_dangerous(self, function: &str) -> bool {
        let function = function.to_ascii_lowercase();
        let within = |(names, prefixes): (&[&str], &[&str])| {
            names.contains(&function.as_str()) || prefixes.iter().any(|prefix| function.starts_with(prefix))
        };
        match self {
            Self::Sqlite => within(SQLITE),
            Self::PostgreSql => within(POSTGRES),
            Self::Generic => within(SQLITE) || within(POSTGRES) || within(OTHERS),
        }
    }
}

type Dangerous = (&'static [&'static str], &'static [&'static str]);

const SQLITE: Dangerous = (
    &["load_extension", "readfile", "writefile", "edit", "eval", "fsdir", "lsdir", "zipfile", "fts3_tokenizer", "sqlite_dbpage"],
    &["pragma_"],
);

const POSTGRES: Dangerous = (
    &[
        "set_config",
        "setval",
        "nextval",
        "pg_stat_file",
        "pg_terminate_backend",
        "pg_cancel_backend",
        "pg_reload_conf",
        "pg_rotate_logfile",
        "pg_switch_wal",
        "pg_promote",
        "pg_notify",
        "pg_export_snapshot",
        "pg_current_logfile",
        "query_to_xml",
        "query_to_xmlschema",
        "query_to_xml_and_xmlschema",
        "cursor_to_xml",
        "table_to_xml",
        "schema_to_xml",
        "database_to_xml",
        "txid_current",
        "pg_hba_file_rules",
        "ts_stat",
    ],
    &[
        "pg_read_",
        "pg_ls_",
        "pg_sleep",
        "lo_import",
        "lo_export",
        "lo_creat",
        "lo_from",
        "lo_put",
        "lo_unlink",
        "lo_open",
        "lo_truncate",
        "dblink",
        "pg_advisory",
        "pg_try_advisory",
        "pg_file_",
        "pg_logical_",
        "pg_create_",
        "pg_drop_",
        "pg_replication_",
        "pg_backup_",
        "pg_start_backup",
        "pg_stop_backup",
        "pg_stat_reset",
        "pg_wal_replay_",
        "pg_log_",
    ],
);

const OTHERS: Dangerous = (
    &["load_file", "sleep", "benchmark", "get_lock", "read_text", "read_blob", "sys_exec", "sys_eval"],
    &["read_csv", "read_json", "read_parquet", "xp_"],
);
