//! All mistakes of one expansion, so that the author sees them together.

use std::fmt;

use proc_macro2::TokenStream;
use quote::ToTokens;

/// Mistakes found so far. A stage records one and goes on.
#[derive(Default)]
pub(crate) struct Errors(Option<syn::Error>);

impl Errors {
    /// Records a mistake and underlines all of `tokens`, not only the first.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl fmt::Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.0 {
            Some(errors) => errors.combine(error),
            none => *none = Some(error),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// One `compile_error!` a mistake.
    pub(crate) fn to_compile_errors(&self) -> TokenStream {
        self.0.as_ref().map(syn::Error::to_compile_error).unwrap_or_default()
    }
}
