//! The check itself: grammar, tree, names and engine, put together so that everything is said and nothing twice.

use sqlparser::ast::Statement;

use super::{Dialect, SqlEngine, Verdict, guard, names::Names, reads, tree, words};
use crate::{BoxError, Finding, Findings};

pub(super) fn examine(sql: &str, engine: &dyn SqlEngine) -> Result<Findings, BoxError> {
    let dialect = engine.dialect();
    let read = match bounded(sql, dialect) {
        Ok(read) => read,
        Err(findings) => return Ok(findings),
    };
    // Behind the first of several statements the engine need not look.
    let verdict = if read.several { Verdict::Rejects(words::several().into()) } else { engine.explain(sql)? };
    let forbidden = read.statements.as_ref().map(|statements| reads::forbidden(statements, dialect)).unwrap_or_default();
    match (verdict, read.statements) {
        (Verdict::Accepts, _) => Ok(forbidden),
        (Verdict::Unasked, Err(findings)) => Ok(findings),
        (Verdict::Unasked, Ok(statements)) => {
            let mut findings = forbidden;
            findings.extend(Names::of(&statements, &engine.catalog()?, dialect).into_findings());
            Ok(findings)
        }
        (Verdict::Rejects(spoken), statements) => {
            let catalog = engine.catalog()?;
            let known = Names::of(statements.as_deref().unwrap_or_default(), &catalog, dialect);
            Ok(merge(spoken, forbidden, known, statements.err()))
        }
    }
}

struct Read {
    several: bool,
    statements: Result<Vec<Statement>, Findings>,
}

/// The query within bounds, read as far as our own parser can. Where it can't, the engine still may.
fn bounded(sql: &str, dialect: Dialect) -> Result<Read, Findings> {
    if sql.trim().is_empty() {
        return Err(Finding::whole().rule(words::SYNTAX).expected("a query").received(words::short(sql)).into());
    }
    if sql.contains('\0') {
        return Err(Finding::whole()
            .rule(words::SYNTAX)
            .expected("a query without NUL characters")
            .received(words::short(sql))
            .into());
    }
    let tokens = match tree::tokens(sql, dialect) {
        Ok(tokens) => tokens,
        Err(findings) => return Ok(Read { several: false, statements: Err(findings) }),
    };
    if let Some(finding) = guard::too_deep(&tokens) {
        return Err(finding.into());
    }
    let several = tree::has_several(&tokens);
    match tree::parse(sql, dialect, tokens) {
        Err(findings) if findings.iter().any(|finding| finding.rule == words::TOO_DEEP) => Err(findings),
        statements => Ok(Read { several, statements }),
    }
}

/// What the engine says, completed by what the tree shows: the engine stops at its first fault.
fn merge(spoken: Findings, forbidden: Findings, known: Names<'_>, unparsed: Option<Findings>) -> Findings {
    let mut findings = forbidden;
    let told = !findings.is_empty();
    for finding in spoken {
        match &*finding.rule {
            // The tree names it in the words of the query.
            words::FORBIDDEN if told => {}
            // Our parser knows the place where the engine has none.
            words::SYNTAX if finding.received.is_none() => findings.extend(unparsed.clone().unwrap_or_else(|| finding.into())),
            _ => findings.extend(known.complete(finding)),
        }
    }
    findings.extend(known.into_findings());
    findings
}
