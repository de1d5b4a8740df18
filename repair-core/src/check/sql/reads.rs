//! That a statement only reads, by its tree. What the engine permits is the engine's own affair, and comes on top.

use std::ops::ControlFlow;

use sqlparser::ast::{Expr, ObjectName, ObjectType, Query, Select, Statement, TableFactor, Visit, Visitor};

use super::{Dialect, words};
use crate::{Finding, Findings};

/// What statements do that a query may not.
pub(super) fn forbidden(statements: &[Statement], dialect: Dialect) -> Findings {
    let mut reader = Reader { dialect, findings: Findings::new() };
    if statements.len() > 1 {
        reader.findings.push(words::several());
    }
    for statement in statements {
        let ControlFlow::Continue(()) = statement.visit(&mut reader);
    }
    reader.findings
}

struct Reader {
    dialect: Dialect,
    findings: Findings,
}

impl Reader {
    fn push(&mut self, finding: Finding) -> ControlFlow<std::convert::Infallible> {
        if self.findings.iter().all(|earlier| *earlier != finding) {
            self.findings.push(finding);
        }
        ControlFlow::Continue(())
    }

    fn function(&mut self, name: &ObjectName) -> ControlFlow<std::convert::Infallible> {
        let last = name.0.last().and_then(|part| part.as_ident());
        match last.filter(|last| self.dialect.is_dangerous(&last.value)) {
            Some(last) => self.push(words::forbidden(&format!("{}()", last.value), "this function is not permitted")),
            None => ControlFlow::Continue(()),
        }
    }
}

impl Visitor for Reader {
    type Break = std::convert::Infallible;

    fn pre_visit_statement(&mut self, statement: &Statement) -> ControlFlow<Self::Break> {
        match statement {
            Statement::Query(_) => ControlFlow::Continue(()),
            other => self.push(words::forbidden(&kind(other), "this is not permitted: the query may only read")),
        }
    }

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<Self::Break> {
        if query.locks.is_empty() {
            return ControlFlow::Continue(());
        }
        self.push(words::forbidden("FOR UPDATE", "locking rows is not permitted"))
    }

    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<Self::Break> {
        match select.into {
            Some(_) => self.push(words::forbidden("SELECT INTO", "making a table is not permitted")),
            None => ControlFlow::Continue(()),
        }
    }

    fn pre_visit_table_factor(&mut self, table: &TableFactor) -> ControlFlow<Self::Break> {
        match table {
            TableFactor::Table { name, args: Some(_), .. } | TableFactor::Function { name, .. } => self.function(name),
            _ => ControlFlow::Continue(()),
        }
    }

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<Self::Break> {
        match expr {
            Expr::Function(function) => self.function(&function.name),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// The words a statement begins with.
fn kind(statement: &Statement) -> String {
    match statement {
        Statement::Drop { object_type, .. } => match object_type {
            ObjectType::Table => "DROP TABLE".to_owned(),
            other => format!("DROP {other}"),
        },
        Statement::CreateTable(_) => "CREATE TABLE".to_owned(),
        Statement::Insert(_) => "INSERT".to_owned(),
        Statement::Update(_) => "UPDATE".to_owned(),
        Statement::Delete(_) => "DELETE".to_owned(),
        Statement::ExplainTable { .. } | Statement::Explain { .. } => "EXPLAIN".to_owned(),
        other => other.to_string().split_whitespace().next().unwrap_or_default().to_uppercase(),
    }
}
