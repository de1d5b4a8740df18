//! The impl of `RepairableInput`.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use syn::{ExprPath, Member, WhereClause, parse_quote, spanned::Spanned};

use super::{
    attr::TreeFormat,
    checks, fields,
    model::{Form, Model},
};

/// The three functions that differ from form to form, and what the impl asks of a generic type.
struct Functions {
    unmarshal: TokenStream,
    show: TokenStream,
    shape: TokenStream,
    bounds: Vec<TokenStream>,
}

pub(crate) fn expand(model: &Model<'_>) -> TokenStream {
    let (krate, ident) = (&model.krate, &model.input.ident);
    let (impl_generics, ty_generics, _) = model.input.generics.split_for_impl();
    // Errors about what the type lacks point at these tokens, the user's own.
    let this = quote!(#ident #ty_generics);
    let Functions { unmarshal, show, shape, bounds } = match &model.form {
        Form::Text(_) => text(model),
        Form::Tree(format, _) => tree(model, &this, *format),
        Form::FromStr => from_str(model, &this),
        Form::With(path) => with(model, &this, path.as_ref()),
    };
    let feature = feature(model);
    let keep = keep(model);
    let check = checks::check(model, &this);
    let fields = fields::fields(model);
    let paths = paths(model);
    let where_clause = where_clause(model, &this, &bounds);
    quote! {
        #feature

        #[automatically_derived]
        #[allow(deprecated)]
        impl #impl_generics #krate::RepairableInput for #this #where_clause {
            fn unmarshal_repair(
                answer: &::core::primitive::str,
            ) -> ::core::result::Result<Self, #krate::Findings> {
                #unmarshal
            }

            fn show(
                &self,
            ) -> ::core::result::Result<#krate::__private::Cow<'_, ::core::primitive::str>, #krate::ShowError> {
                #show
            }

            fn shape() -> &'static #krate::Shape {
                #krate::__private::shape::<Self>(|| #shape #paths)
            }

            #keep

            #check
        }

        #fields
    }
}

fn text(model: &Model<'_>) -> Functions {
    let krate = &model.krate;
    let mend = model.mend.as_ref().map(|(_, format)| {
        let format = name(*format);
        quote!(.mend_as(#krate::Format::#format))
    });
    let member = model.fields.first().map(|field| &field.member);
    Functions {
        unmarshal: quote!(#krate::__private::text(answer).map(|text| Self { #member: text })),
        show: quote!(::core::result::Result::Ok(#krate::__private::Cow::Borrowed(&self.#member))),
        shape: quote!(#krate::Shape::new(#krate::Format::Text) #mend),
        bounds: Vec::new(),
    }
}

fn tree(model: &Model<'_>, this: &TokenStream, format: TreeFormat) -> Functions {
    let krate = &model.krate;
    let format = name(format);
    let with_schema = model.schema.as_ref().is_none_or(|(_, wanted)| *wanted);
    let (function, bound) = if with_schema { ("tree", "Tree") } else { ("tree_without_schema", "TreeWithoutSchema") };
    let (function, bound) = (format_ident!("{function}"), format_ident!("{bound}"));
    let codec = quote!(#krate::__private::#function::<#this>(#krate::Format::#format));
    Functions {
        unmarshal: quote!(#codec.decode(answer)),
        show: quote!(#codec.show(self)),
        shape: quote!(#codec.shape()),
        bounds: vec![quote!(#krate::__private::#bound)],
    }
}

/// The format's variant in `Format`.
fn name(format: TreeFormat) -> TokenStream {
    match format {
        TreeFormat::Json => quote!(Json),
        TreeFormat::Xml => quote!(Xml),
        TreeFormat::Yaml => quote!(Yaml),
        TreeFormat::Toml => quote!(Toml),
    }
}

fn from_str(model: &Model<'_>, this: &TokenStream) -> Functions {
    let krate = &model.krate;
    let mut functions = custom(model, this, quote!(#krate::__private::from_str::<#this>(answer)));
    functions.bounds.push(quote!(#krate::__private::FromText));
    functions
}

fn with(model: &Model<'_>, this: &TokenStream, path: Option<&ExprPath>) -> Functions {
    custom(model, this, call(model, &quote!(with), &quote!(answer), path))
}

fn custom(model: &Model<'_>, this: &TokenStream, unmarshal: TokenStream) -> Functions {
    let krate = &model.krate;
    let (show, bounds) = match model.show.as_ref() {
        Some((_, path)) => (call(model, &quote!(shown), &quote!(self), Some(path)), Vec::new()),
        None => (quote!(#krate::__private::display::<#this>(self)), vec![quote!(#krate::__private::ToText)]),
    };
    Functions { unmarshal, show, shape: quote!(#krate::Shape::new(#krate::Format::Custom)), bounds }
}

/// Hands the user's function over. All of it stands at the function's path, and so does whatever is wrong with it.
pub(super) fn call(model: &Model<'_>, by: &TokenStream, value: &TokenStream, path: Option<&ExprPath>) -> TokenStream {
    let krate = &model.krate;
    let span = path.map_or_else(Span::call_site, Spanned::span);
    let by = respanned(quote!(#krate::__private::#by), span);
    quote_spanned!(span=> #by::<Self, _>(#value, #path))
}

/// A macro that exists in either case, and says in words what is missing if the format's feature is off.
fn feature(model: &Model<'_>) -> TokenStream {
    let named = match (&model.form, model.mend.as_ref()) {
        (Form::Tree(format, Some(option)), _) | (_, Some((option, format))) => (*format != TreeFormat::Json).then_some(option),
        _ => None,
    };
    let Some(option) = named else { return TokenStream::new() };
    let krate = &model.krate;
    respanned(quote!(#krate::__private::#option! {}), option.span())
}

pub(super) fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    let respan = |mut token: TokenTree| {
        token.set_span(span);
        token
    };
    tokens.into_iter().map(respan).collect()
}

/// A type without parameters gets no clause: its bounds are asked for once, in a function.
fn where_clause(model: &Model<'_>, this: &TokenStream, bounds: &[TokenStream]) -> Option<WhereClause> {
    let mut generics = model.input.generics.clone();
    let has_parameters = generics.type_params().next().is_some() || generics.const_params().next().is_some();
    if has_parameters {
        generics.make_where_clause().predicates.push(parse_quote! {
            #this: #(#bounds +)* ::core::marker::Send + ::core::marker::Sync + 'static
        });
    }
    generics.where_clause
}

fn keep(model: &Model<'_>) -> Option<TokenStream> {
    let members: Vec<&Member> = model.kept().map(|field| &field.member).collect();
    (!members.is_empty()).then(|| {
        quote! {
            fn keep(&mut self, old: &mut Self) {
                #(::core::mem::swap(&mut self.#members, &mut old.#members);)*
            }
        }
    })
}

fn paths(model: &Model<'_>) -> TokenStream {
    let frozen = model.paths(|attr| attr.frozen.is_given());
    let secret = model.paths(|attr| attr.secret.is_given());
    let ungrounded_ok = model.paths(|attr| attr.ungrounded_ok.is_given());
    let mut calls = TokenStream::new();
    for (setter, paths) in [("frozen", frozen), ("secret", secret), ("ungrounded_ok", ungrounded_ok)] {
        if !paths.is_empty() {
            let setter = format_ident!("{setter}");
            calls.extend(quote!(.#setter([#(#paths),*])));
        }
    }
    calls
}
