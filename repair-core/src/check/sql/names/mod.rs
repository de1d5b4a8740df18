//! The names of a query against those that exist: tables, columns, functions.
//!
//! What can't be decided from the tree is not reported: where there is an engine, it decides.

mod known;
mod outputs;
mod scope;
mod walk;

use std::collections::HashSet;

use sqlparser::ast::{Statement, Visit};

use self::{known::Known, scope::Source, walk::Walk};
use super::{Catalog, Dialect, words};
use crate::{Finding, Findings};

/// How many findings there may be of one query: more than anyone reads.
const MOST: usize = 64;

/// What is wrong with the names of a query, and what there is to say of others.
pub(super) struct Names<'c> {
    known: Known<'c>,
    findings: Findings,
    told: HashSet<(String, String)>,
    /// Every source of rows in the query.
    sources: Vec<Source>,
}

impl<'c> Names<'c> {
    pub(super) fn of(statements: &[Statement], catalog: &'c Catalog, dialect: Dialect) -> Self {
        let known = Known::new(catalog, dialect);
        let mut names = Self { known, findings: Findings::new(), told: HashSet::new(), sources: Vec::new() };
        for statement in statements.iter().filter(|statement| matches!(statement, Statement::Query(_))) {
            let _ = statement.visit(&mut Walk::new(&mut names));
        }
        names
    }

    pub(super) fn into_findings(self) -> Findings {
        self.findings
    }

    /// Whether a fault is still to be told: it is not told twice, and not too much is told.
    fn is_new(&mut self, rule: &str, name: &str) -> bool {
        self.findings.len() < MOST && self.told.insert(identity(rule, name))
    }

    /// A finding of the engine with what the catalogue knows; `None` where the tree has told the same.
    pub(super) fn complete(&self, finding: Finding) -> Option<Finding> {
        let Some(name) = finding.received.clone() else { return Some(finding) };
        let name = name.as_str();
        if self.told.contains(&identity(&finding.rule, name)) {
            return None;
        }
        let at = finding.hint.clone();
        Some(match &*finding.rule {
            words::UNKNOWN_TABLE => self.known.unknown_table(name, at),
            words::UNKNOWN_COLUMN => {
                let columns = scope::written(&self.sources, self.sources.len() > 1, self.known.dialect);
                words::unknown(words::UNKNOWN_COLUMN, "a column of the query's tables", name, at, &columns)
            }
            words::UNKNOWN_FUNCTION if self.known.dialect.is_dangerous(name) => return None,
            words::UNKNOWN_FUNCTION => self.known.unknown_function(name, at),
            words::AMBIGUOUS_COLUMN => finding.allowed(scope::qualified(&self.sources, name, self.known.dialect)),
            _ => finding,
        })
    }
}

/// By what two findings say the same: the rule and the name without what stands before its last dot.
fn identity(rule: &str, name: &str) -> (String, String) {
    (rule.to_owned(), name.rsplit('.').next().unwrap_or(name).to_lowercase())
}
