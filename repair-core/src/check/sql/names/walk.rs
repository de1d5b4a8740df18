//! The walk over the tree, with what is in sight at each place.

use std::{convert::Infallible, ops::ControlFlow};

use sqlparser::ast::{
    Expr, FunctionArguments, Ident, ObjectName, OrderBy, Query, Select, SetExpr, Spanned, TableFactor, Visitor,
};

use sqlparser::tokenizer::Location;

use super::{
    Names,
    known::{Found, idents},
    outputs::{self, Ctes},
    scope::{self, Scope, Source},
};
use crate::check::sql::{place::Place, words};

pub(super) struct Walk<'n, 'c> {
    names: &'n mut Names<'c>,
    frames: Vec<Frame>,
    ctes: Ctes,
}

enum Frame {
    /// What the query's own `ORDER BY` may name, and how many CTEs were in sight before it.
    Query {
        order: Scope,
        ctes: usize,
    },
    Select(Scope),
    /// A subquery among the sources, which does not see the sources beside it.
    Derived,
}

impl<'n, 'c> Walk<'n, 'c> {
    pub(super) fn new(names: &'n mut Names<'c>) -> Self {
        Self { names, frames: Vec::new(), ctes: Ctes::default() }
    }

    /// The scopes in sight, innermost first.
    fn scopes(&self) -> impl Iterator<Item = &Scope> {
        let mut beside = false;
        self.frames.iter().rev().filter_map(move |frame| match frame {
            Frame::Query { .. } => None,
            Frame::Derived => {
                beside = true;
                None
            }
            Frame::Select(scope) => (!std::mem::take(&mut beside)).then_some(scope),
        })
    }

    fn column(&mut self, name: &Ident) {
        let dialect = self.names.known.dialect;
        let folded = dialect.fold(name);
        let Some(nearest) = self.scopes().next() else { return };
        if self.scopes().any(|scope| scope.may_have(&folded, dialect)) {
            return;
        }
        let sources = nearest.sources.clone();
        let quoted = (name.quote_style == Some('"')).then_some("text is written in 'single quotes'");
        self.unknown_column(&name.value, name, &sources, quoted);
    }

    fn qualified(&mut self, parts: &[Ident]) {
        let [.., table, column] = parts else { return };
        let dialect = self.names.known.dialect;
        let (source, folded) = (dialect.fold(table), dialect.fold(column));
        let written = parts.iter().map(|part| part.value.as_str()).collect::<Vec<_>>().join(".");
        let all: Vec<Source> = self.scopes().flat_map(|scope| scope.sources.iter().cloned()).collect();
        match all.iter().find(|known| known.name.as_deref() == Some(source.as_str())) {
            Some(known) if known.may_have(&folded, dialect) => {}
            Some(known) => self.unknown_column(&written, column, std::slice::from_ref(known), None),
            None if self.scopes().next().is_none() => {}
            None if all.iter().any(|source| source.name.is_none() && source.columns.is_none()) => {}
            None => {
                let why = format!("no table is called `{}` here", words::short(&table.value));
                self.unknown_column(&written, table, &all, Some(&why));
            }
        }
    }

    fn unknown_column(&mut self, written: &str, at: &Ident, sources: &[Source], why: Option<&str>) {
        if !self.names.is_new(words::UNKNOWN_COLUMN, written) {
            return;
        }
        let dialect = self.names.known.dialect;
        let named: Vec<String> =
            sources.iter().filter_map(|source| source.name.as_ref()).map(|name| format!("`{name}`")).collect();
        let expected = match named.as_slice() {
            [] => "a column of the query's tables".to_owned(),
            named => format!("a column of {}", named.join(" or ")),
        };
        let columns = scope::written(sources, written.contains('.') || sources.len() > 1, dialect);
        let mut finding = words::unknown(words::UNKNOWN_COLUMN, expected, written, self::at(at.span.start), &columns);
        if let Some(why) = why {
            let hint = finding.hint.take().map_or_else(|| why.to_owned(), |hint| format!("{hint}; {why}"));
            finding = finding.hint(hint);
        }
        self.names.findings.push(finding);
    }

    fn table(&mut self, name: &ObjectName) {
        let known = &self.names.known;
        let parts = idents(name).unwrap_or_default();
        let is_cte = matches!(parts.as_slice(), [only] if self.ctes.has(&known.dialect.fold(only)));
        // What is forbidden is forbidden, whether it exists or not.
        let is_forbidden = parts.last().is_some_and(|last| known.dialect.is_dangerous(&last.value));
        if is_cte || is_forbidden || !matches!(known.table(name), Found::No) {
            return;
        }
        let written = parts.iter().map(|part| part.value.as_str()).collect::<Vec<_>>().join(".");
        if self.names.is_new(words::UNKNOWN_TABLE, &written) {
            let finding = self.names.known.unknown_table(&written, at(name.span().start));
            self.names.findings.push(finding);
        }
    }

    fn function(&mut self, name: &ObjectName) {
        let known = &self.names.known;
        let Some(last) = name.0.last().and_then(|part| part.as_ident()) else { return };
        if known.has_function(name) || known.dialect.is_dangerous(&last.value) {
            return;
        }
        if self.names.is_new(words::UNKNOWN_FUNCTION, &last.value) {
            let finding = self.names.known.unknown_function(&last.value, at(last.span.start));
            self.names.findings.push(finding);
        }
    }
}

fn at(location: Location) -> Option<String> {
    Some(Place::of_location(location)?.to_string())
}

impl Visitor for Walk<'_, '_> {
    type Break = Infallible;

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<Infallible> {
        let ctes = self.ctes.depth();
        self.ctes.enter(query, &self.names.known);
        let order = match &*query.body {
            SetExpr::Select(select) => outputs::scope(select, &mut self.ctes, &self.names.known),
            _ => Scope::open(),
        };
        self.frames.push(Frame::Query { order, ctes });
        ControlFlow::Continue(())
    }

    fn post_visit_query(&mut self, _: &Query) -> ControlFlow<Infallible> {
        if let Some(Frame::Query { ctes, .. }) = self.frames.pop() {
            self.ctes.leave(ctes);
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<Infallible> {
        let scope = outputs::scope(select, &mut self.ctes, &self.names.known);
        self.names.sources.extend(scope.sources.iter().cloned());
        self.frames.push(Frame::Select(scope));
        ControlFlow::Continue(())
    }

    fn post_visit_select(&mut self, _: &Select) -> ControlFlow<Infallible> {
        self.frames.pop();
        ControlFlow::Continue(())
    }

    fn pre_visit_order_by(&mut self, _: &OrderBy) -> ControlFlow<Infallible> {
        let scope = match self.frames.last() {
            Some(Frame::Query { order, .. }) => order.clone(),
            _ => Scope::open(),
        };
        self.frames.push(Frame::Select(scope));
        ControlFlow::Continue(())
    }

    fn post_visit_order_by(&mut self, _: &OrderBy) -> ControlFlow<Infallible> {
        self.frames.pop();
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> ControlFlow<Infallible> {
        match factor {
            TableFactor::Derived { lateral: false, .. } => self.frames.push(Frame::Derived),
            TableFactor::Table { name, args: None, .. } => self.table(name),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn post_visit_table_factor(&mut self, factor: &TableFactor) -> ControlFlow<Infallible> {
        if matches!(factor, TableFactor::Derived { lateral: false, .. }) {
            self.frames.pop();
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<Infallible> {
        match expr {
            Expr::Identifier(name) => self.column(name),
            Expr::CompoundIdentifier(parts) => self.qualified(parts),
            Expr::Function(function) if !matches!(function.args, FunctionArguments::None) => self.function(&function.name),
            _ => {}
        }
        ControlFlow::Continue(())
    }
}
