//! The checks of the type's own.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{
    expand::{call, respanned},
    model::Model,
};

/// `check` of the trait, where the type has checks.
pub(crate) fn check(model: &Model<'_>, this: &TokenStream) -> Option<TokenStream> {
    let krate = &model.krate;
    let by_garde = model.garde.as_ref().map(|option| {
        // A macro that exists in either case, and says in words what is missing if the feature is off.
        let garde = respanned(quote!(#krate::__private::garde), option.span());
        quote_spanned!(option.span()=> #garde!(#this, self, __walk))
    });
    let by_function = model.check.as_ref().map(|path| call(model, &quote!(check), &quote!(self), Some(path)));
    let (walk, checks) = match (by_garde, by_function) {
        (None, None) => return None,
        (None, Some(check)) => (None, check),
        (Some(check), None) => (Some(walk(model)), check),
        (Some(one), Some(two)) => (Some(walk(model)), quote!(#krate::__private::all([#one, #two]))),
    };
    Some(quote! {
        fn check(&self) -> #krate::Findings {
            #walk
            #checks
        }
    })
}

fn walk(model: &Model<'_>) -> TokenStream {
    let krate = &model.krate;
    quote! {
        use #krate::__private::Nameless as _;
        let __walk = #krate::__private::Probe::<Self>::WALK;
    }
}
