//! The values that options take.

use proc_macro2::{Ident, Span};
use syn::{Expr, ExprPath, Lit, LitStr, Path};

use super::{Entry, Value};
use crate::errors::Errors;

impl Entry {
    /// An option without a value.
    pub(crate) fn flag(&self, errors: &mut Errors) -> Option<Ident> {
        if matches!(self.value, Value::None) {
            return Some(self.name.clone());
        }
        self.report(self, &format!("`{0}` takes no value: write `{0}`", self.name()), errors);
        None
    }

    /// `true` or `false`.
    pub(crate) fn boolean(&self, example: &str, errors: &mut Errors) -> Option<bool> {
        match self.literal() {
            Some(Lit::Bool(value)) => Some(value.value),
            _ => self.mistyped("`true` or `false`", example, errors),
        }
    }

    /// A word or a number, in quotes or not, and where it stands.
    pub(crate) fn word(&self, takes: &str, example: &str, errors: &mut Errors) -> Option<(String, Span)> {
        match self.literal() {
            Some(Lit::Str(word)) => return Some((word.value(), word.span())),
            Some(Lit::Int(number)) => return Some((number.to_string(), number.span())),
            _ => {}
        }
        if let Some(Expr::Path(path)) = self.expression()
            && let Some(word) = path.path.get_ident()
        {
            return Some((word.to_string(), word.span()));
        }
        self.mistyped(takes, example, errors)
    }

    /// A path, in quotes or not.
    pub(crate) fn path(&self, takes: &str, example: &str, errors: &mut Errors) -> Option<ExprPath> {
        let path = match (self.literal(), self.expression()) {
            (Some(Lit::Str(path)), _) => path.parse().ok(),
            (_, Some(Expr::Path(path))) => Some(path.clone()),
            _ => None,
        };
        path.or_else(|| self.mistyped(takes, example, errors))
    }

    /// A string, or what evaluates to one: a constant or a macro call.
    pub(crate) fn text(&self, example: &str, errors: &mut Errors) -> Option<Expr> {
        match self.expression() {
            Some(expression @ Expr::Lit(_)) if matches!(self.literal(), Some(Lit::Str(_))) => Some(expression.clone()),
            Some(expression @ Expr::Macro(_)) => Some(expression.clone()),
            Some(expression @ Expr::Path(path)) if is_constant(&path.path) => Some(expression.clone()),
            _ => self.mistyped("a string", example, errors),
        }
    }

    /// A number from 1, or a constant.
    pub(crate) fn number(&self, example: &str, zero: &str, errors: &mut Errors) -> Option<Expr> {
        match self.expression() {
            Some(expression @ Expr::Path(path)) if is_constant(&path.path) => Some(expression.clone()),
            Some(expression) => match self.literal() {
                Some(Lit::Int(number)) if matches!(number.suffix(), "" | "u32") => match number.base10_parse::<u32>() {
                    Ok(0) => {
                        errors.at(self, format!("`{} = 0` {zero}", self.name()));
                        None
                    }
                    Ok(_) => Some(expression.clone()),
                    Err(_) => self.mistyped("a number below 2^32", example, errors),
                },
                _ => self.mistyped("a whole number from 1", example, errors),
            },
            None => self.mistyped("a whole number from 1", example, errors),
        }
    }

    /// Records that the value is of the wrong kind.
    pub(crate) fn mistyped<T>(&self, takes: &str, example: &str, errors: &mut Errors) -> Option<T> {
        let message = format!("`{}` takes {takes}: write `{example}`", self.name());
        match &self.value {
            Value::Is(_, value) => self.report(value, &message, errors),
            _ => self.report(self, &message, errors),
        }
        None
    }

    fn report(&self, tokens: impl quote::ToTokens, message: &str, errors: &mut Errors) {
        if !matches!(self.value, Value::Unreadable) {
            errors.at(tokens, message);
        }
    }

    /// The value, if it is an expression.
    pub(crate) fn expression(&self) -> Option<&Expr> {
        match &self.value {
            Value::Is(_, value) => Some(ungrouped(value)),
            _ => None,
        }
    }

    fn literal(&self) -> Option<&Lit> {
        match self.expression() {
            Some(Expr::Lit(literal)) => Some(&literal.lit),
            _ => None,
        }
    }

    /// The value where it is a string.
    pub(crate) fn string(&self) -> Option<&LitStr> {
        match self.literal() {
            Some(Lit::Str(string)) => Some(string),
            _ => None,
        }
    }
}

/// The expression without the invisible groups that `macro_rules` puts around it.
pub(crate) fn ungrouped(mut expression: &Expr) -> &Expr {
    while let Expr::Group(group) = expression {
        expression = &group.expr;
    }
    expression
}

/// `NAME` or `path::NAME`. A lower-case word is rather a string whose quotes were left off.
pub(crate) fn is_constant(path: &Path) -> bool {
    path.segments.last().is_some_and(|last| !last.ident.to_string().contains(char::is_lowercase))
}
