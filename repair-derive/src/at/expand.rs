//! Calls that find the place step by step, each at the tokens of its step, and so is what rustc says of it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::{Member, spanned::Spanned};

use super::parse::{At, Step};

pub(crate) fn expand(at: &At) -> TokenStream {
    let ty = &at.ty;
    let span = ty.span();
    let krate = located(&at.krate, span);
    let root = quote_spanned!(span=> #krate::__private::root::<#ty>());
    let place = at.steps.iter().fold(root, |place, step| match step {
        Step::Field(member) => {
            let span = match member {
                Member::Named(name) => name.span(),
                Member::Unnamed(index) => index.span,
            };
            let krate = located(&at.krate, span);
            quote_spanned!(span=> #krate::__private::field_at(#place, |fields| fields.#member))
        }
        Step::Item(key, span) => {
            let krate = located(&at.krate, *span);
            quote_spanned!(*span=> #krate::__private::item_at(#place, #key))
        }
    });
    let krate = &at.krate;
    quote_spanned!(Span::call_site()=> #krate::__private::pointer(#place))
}

/// The crate's name, as it is resolved where it was written and as errors point at this place.
fn located(krate: &Ident, span: Span) -> Ident {
    let mut krate = krate.clone();
    krate.set_span(krate.span().located_at(span));
    krate
}
