//! `at!`: parse -> expand. A path of fields as their JSON Pointer.

mod expand;
mod parse;

use proc_macro2::TokenStream;

pub(crate) fn at(input: TokenStream) -> TokenStream {
    match parse::At::parse(input) {
        Ok(at) => expand::expand(&at),
        Err(error) => error.to_compile_error(),
    }
}
