//! After a mistake: the errors, and an impl all the same, so that what uses the type is not in error too.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics, parse_quote, punctuated::Punctuated};

use super::{fields, model::Model};
use crate::errors::Errors;

pub(crate) fn fallback(model: &Model<'_>, errors: &Errors) -> TokenStream {
    let errors = errors.to_compile_errors();
    let (krate, ident) = (&model.krate, &model.input.ident);
    let arguments: Vec<TokenStream> = model.input.generics.params.iter().map(argument).collect();
    let arguments = (!arguments.is_empty()).then(|| quote!(<#(#arguments),*>));
    let generics = owned(&model.input.generics);
    let fields = fields::fields(model);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    quote! {
        #errors

        #[automatically_derived]
        #[allow(deprecated)]
        impl #impl_generics #krate::RepairableInput for #ident #arguments #where_clause {
            fn unmarshal_repair(
                _: &::core::primitive::str,
            ) -> ::core::result::Result<Self, #krate::Findings> {
                ::core::unreachable!()
            }

            fn show(
                &self,
            ) -> ::core::result::Result<#krate::__private::Cow<'_, ::core::primitive::str>, #krate::ShowError> {
                ::core::unreachable!()
            }

            fn shape() -> &'static #krate::Shape {
                ::core::unreachable!()
            }
        }

        #fields
    }
}

fn argument(param: &GenericParam) -> TokenStream {
    match param {
        GenericParam::Lifetime(_) => quote!('static),
        GenericParam::Type(param) => param.ident.to_token_stream(),
        GenericParam::Const(param) => param.ident.to_token_stream(),
    }
}

/// The parameters without the lifetimes: the trait asks for `'static`.
fn owned(generics: &Generics) -> Generics {
    let mut owned = generics.clone();
    let borrows = generics.lifetimes().next().is_some();
    if borrows {
        owned.where_clause = None;
        owned.params = owned.params.into_iter().filter(|param| !matches!(param, GenericParam::Lifetime(_))).collect();
    }
    for param in owned.type_params_mut() {
        if borrows {
            param.bounds = Punctuated::new();
        }
        param.bounds.push(parse_quote!(::core::marker::Send));
        param.bounds.push(parse_quote!(::core::marker::Sync));
        param.bounds.push(parse_quote!('static));
    }
    owned
}
