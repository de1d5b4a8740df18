//! After a mistake: the errors, and the item all the same, so that editors and other errors don't suffer.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{FnArg, ReturnType, Type};

use super::{
    attr::OpAttr,
    check::{WrongRun, takes_self_by_reference},
    item::OpImpl,
};
use crate::errors::Errors;

pub(super) fn as_written(item: &TokenStream, errors: &Errors) -> TokenStream {
    let errors = errors.to_compile_errors();
    quote!(#errors #item)
}

/// The impl with a `run` of the trait's form, or rustc would report the same mistake again.
pub(super) fn with_run_mended(attr: &OpAttr, op: &OpImpl, run: WrongRun<'_>, errors: &Errors) -> TokenStream {
    let krate = &attr.krate;
    let written = body_as_written(run);
    let run_mended = quote! {
        #[allow(warnings)]
        async fn run(&self, _: &#krate::Context) -> ::core::result::Result<Self::Output, #krate::OpError> {
            #written
            ::core::unreachable!()
        }
    };
    let others = op.members.iter().enumerate().filter(|(at, _)| *at != run.at).map(|(_, other)| &other.tokens);
    as_written(&op.with_content(quote!(#(#others)* #run_mended)), errors)
}

/// A closure of the signature that was written: the body is still checked against it, and completed in.
fn body_as_written(run: WrongRun<'_>) -> Option<TokenStream> {
    let WrongRun { signature, body, .. } = run;
    let ReturnType::Type(..) = &signature.output else { return None };
    let is_opaque = matches!(&signature.output, ReturnType::Type(_, ty) if matches!(**ty, Type::ImplTrait(_)));
    if is_opaque || !signature.receiver().is_none_or(takes_self_by_reference) {
        return None;
    }
    let asyncness = &signature.asyncness;
    let inputs = signature.inputs.iter().filter(|input| matches!(input, FnArg::Typed(_)));
    let output = &signature.output;
    Some(quote!(let _ = #asyncness |#(#inputs),*| #output #body;))
}
