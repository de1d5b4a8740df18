//! What to say where the attribute stands on something else than an impl of `Op`.

use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::Type;

const NOUNS: [(&str, &str); 10] = [
    ("struct", "a struct"),
    ("enum", "an enum"),
    ("union", "a union"),
    ("trait", "a trait"),
    ("fn", "a function"),
    ("mod", "a module"),
    ("type", "a type alias"),
    ("const", "a constant"),
    ("static", "a static"),
    ("use", "an import"),
];

/// Points at keyword and name of what is no impl.
pub(super) fn error(item: &[TokenTree]) -> syn::Error {
    let noun_of = |token: &TokenTree| match token {
        TokenTree::Ident(ident) => NOUNS.iter().find(|(keyword, _)| ident == keyword).map(|(_, noun)| *noun),
        _ => None,
    };
    let found = item.iter().enumerate().find_map(|(at, token)| Some((at, noun_of(token)?)));
    // `const fn` is a function.
    let found = match item.iter().position(|token| matches!(token, TokenTree::Ident(ident) if ident == "fn")) {
        Some(at) if found.is_some_and(|(first, _)| first < at && item[first].to_string() == "const") => Some((at, "a function")),
        _ => found,
    };
    let (at, noun) = found.unwrap_or((0, "this"));
    let tokens = item.iter().skip(at).take(2).map(ToTokens::to_token_stream).collect::<proc_macro2::TokenStream>();
    syn::Error::new_spanned(tokens, format!("`#[repairable]` goes on `impl Op for ..`, not on {noun}"))
}

pub(super) fn no_trait(self_ty: &Type) -> syn::Error {
    syn::Error::new_spanned(self_ty, "`#[repairable]` goes on `impl Op for ..`: this is an impl of no trait")
}

/// The trait is known by its name alone.
pub(super) fn check_trait(path: &Type) -> syn::Result<()> {
    match path {
        Type::Group(group) => check_trait(&group.elem),
        Type::Path(found) if found.path.segments.last().is_some_and(|last| last.ident == "Op") => Ok(()),
        other => Err(syn::Error::new_spanned(other, "`#[repairable]` goes on an impl of `Op`, not of another trait")),
    }
}
