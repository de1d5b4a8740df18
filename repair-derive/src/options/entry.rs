//! One option as it was written.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{Expr, Token, ext::IdentExt};

/// `name`, `name = value` or `name(..)`.
pub(crate) struct Entry {
    pub(crate) name: Ident,
    pub(crate) value: Value,
}

pub(crate) enum Value {
    None,
    Is(Token![=], Expr),
    List(TokenStream),
    /// Nothing stands after the `=`.
    Missing(Token![=]),
    /// What stands after the `=` is no expression; recorded already.
    Unreadable,
}

impl Entry {
    /// The name without `r#`.
    pub(crate) fn name(&self) -> String {
        self.name.unraw().to_string()
    }
}

impl ToTokens for Entry {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.name.to_tokens(tokens);
        match &self.value {
            Value::Is(eq, value) => {
                eq.to_tokens(tokens);
                value.to_tokens(tokens);
            }
            Value::Missing(eq) => eq.to_tokens(tokens),
            Value::List(list) => list.to_tokens(tokens),
            Value::None | Value::Unreadable => {}
        }
    }
}
