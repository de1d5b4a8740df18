//! `#[derive(RepairableInput)]`: attr -> model -> check -> expand (checks, fields), or fallback.

mod attr;
mod check;
mod checks;
mod expand;
mod fallback;
mod fields;
mod model;
mod pointer;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use self::model::Model;
use crate::errors::Errors;

pub(crate) fn derive(input: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Errors::default();
    let model = Model::new(&input, &mut errors);
    check::check(&model, &mut errors);
    if errors.is_empty() { expand::expand(&model) } else { fallback::fallback(&model, &errors) }
}
