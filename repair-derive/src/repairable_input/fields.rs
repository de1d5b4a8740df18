//! Where the fields are: for `at!` by field, for reports of other crates by name.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{Data, DataStruct, Fields, Member, ext::IdentExt};

use super::model::{Form, Model};

/// A hidden struct with a field for each of the type's, as visible as it is, so that rustc itself says what is wrong with a
/// name that is none of them.
pub(crate) fn fields(model: &Model<'_>) -> Option<TokenStream> {
    let Data::Struct(data) = &model.input.data else { return None };
    let places = model.places()?;
    let (krate, ident) = (&model.krate, &model.input.ident);
    let (impl_generics, ty_generics, where_clause) = model.input.generics.split_for_impl();
    let hidden = format_ident!("{}Fields", ident.unraw(), span = Span::call_site());
    let of_type = definition(model, data, &places, &hidden);
    let is_text = matches!(model.form, Form::Text(_));
    let members = model.fields.iter().map(|field| at_call_site(&field.member));
    let values = places.iter().map(|place| match place {
        Some(pointer) => quote!(#krate::__private::Field::at(#pointer)),
        None => quote!(#krate::__private::NotThere::new()),
    });
    let named = model.fields.iter().zip(&places).filter_map(|(field, place)| {
        let (name, ty, pointer) = (name(&field.member), field.ty, place.as_ref()?);
        Some(quote! {
            #name => ::core::option::Option::Some(#krate::__private::Part {
                pointer: #krate::__private::Cow::Borrowed(#pointer),
                walk: #krate::__private::Probe::<#ty>::WALK,
            })
        })
    });
    Some(quote! {
        #[doc(hidden)]
        #[allow(deprecated, private_bounds, private_interfaces)]
        const _: () = {
            #of_type

            #[automatically_derived]
            impl #impl_generics #krate::__private::Fields for #ident #ty_generics #where_clause {
                type Fields = #hidden #ty_generics;
                const IS_TEXT: ::core::primitive::bool = #is_text;

                fn fields() -> Self::Fields {
                    #hidden { #(#members: #values,)* }
                }
            }

            #[automatically_derived]
            impl #impl_generics #krate::__private::Names for #ident #ty_generics #where_clause {
                fn part(name: &::core::primitive::str) -> ::core::option::Option<#krate::__private::Part> {
                    use #krate::__private::Nameless as _;
                    match name {
                        #(#named,)*
                        _ => ::core::option::Option::None,
                    }
                }
            }
        };
    })
}

fn definition(model: &Model<'_>, data: &DataStruct, places: &[Option<String>], hidden: &Ident) -> TokenStream {
    let krate = &model.krate;
    let (impl_generics, ty_generics, where_clause) = model.input.generics.split_for_impl();
    let ident = &model.input.ident;
    let this = quote!(#ident #ty_generics);
    let fields = data.fields.iter().zip(places).map(|(field, place)| {
        let kind = if place.is_some() { quote!(Field) } else { quote!(NotThere) };
        let (vis, ty) = (&field.vis, without_self(field.ty.to_token_stream(), &this));
        let name = field.ident.as_ref().map(|name| at_call_site(&Member::Named(name.clone())));
        let colon = name.is_some().then(|| quote!(:));
        quote!(#vis #name #colon #krate::__private::#kind<#ty>)
    });
    match &data.fields {
        Fields::Named(_) => quote!(pub struct #hidden #impl_generics #where_clause { #(#fields,)* }),
        Fields::Unnamed(_) => quote!(pub struct #hidden #impl_generics (#(#fields,)*) #where_clause;),
        Fields::Unit => quote!(pub struct #hidden #impl_generics #where_clause {}),
    }
}

/// No lint looks at the name a second time.
fn at_call_site(member: &Member) -> Member {
    let mut member = member.clone();
    match &mut member {
        Member::Named(name) => name.set_span(Span::call_site()),
        Member::Unnamed(index) => index.span = Span::call_site(),
    }
    member
}

fn name(member: &Member) -> String {
    match member {
        Member::Named(name) => name.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

/// The type as another one can write it: with a name instead of `Self`.
fn without_self(ty: TokenStream, this: &TokenStream) -> TokenStream {
    let named = |token: TokenTree| match token {
        TokenTree::Ident(ident) if ident == "Self" => this.clone(),
        TokenTree::Group(group) => {
            let mut named = proc_macro2::Group::new(group.delimiter(), without_self(group.stream(), this));
            named.set_span(group.span());
            TokenTree::Group(named).into()
        }
        other => other.into(),
    };
    ty.into_iter().flat_map(named).collect()
}
