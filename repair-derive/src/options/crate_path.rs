//! `crate = "::path"`: where the facade is, if not at `::repair`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Path, Token};

use super::Entry;
use crate::errors::Errors;

const EXAMPLE: &str = "crate = \"::repair\"";

/// The path that every item of an expansion starts with.
pub(crate) struct CratePath(Option<Path>);

impl CratePath {
    pub(crate) fn new(path: Option<Path>) -> Self {
        Self(path)
    }
}

impl ToTokens for CratePath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match &self.0 {
            Some(path) => path.to_tokens(tokens),
            None => tokens.extend(quote!(::repair)),
        }
    }
}

impl Entry {
    /// An absolute path. For a relative one, which is recorded, the absolute one it was probably meant to be.
    pub(crate) fn crate_path(&self, errors: &mut Errors) -> Option<Path> {
        let mut path = match self.path("a path", EXAMPLE, errors)? {
            path if path.qself.is_some() => return self.mistyped("a path", EXAMPLE, errors),
            path => path.path,
        };
        let first = path.segments.first().map(|first| first.ident.to_string()).unwrap_or_default();
        match (path.leading_colon, first.as_str()) {
            (Some(_), _) | (None, "crate") => Some(path),
            (None, "self" | "super" | "Self") => self.mistyped("an absolute path", EXAMPLE, errors),
            (None, _) => {
                path.leading_colon = Some(<Token![::]>::default());
                let meant = path.to_token_stream().to_string().replace(' ', "");
                self.mistyped::<Path>("an absolute path", &format!("crate = \"{meant}\""), errors);
                Some(path)
            }
        }
    }
}
