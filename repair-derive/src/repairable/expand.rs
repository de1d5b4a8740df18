//! The impl as it was written, and one hidden function behind its items.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::{
    attr::{Input, OpAttr},
    item::OpImpl,
    ladder::Step,
    setting::Setting,
};

pub(super) fn expand(attr: &OpAttr, input: &Input, op: &OpImpl) -> TokenStream {
    let krate = &attr.krate;
    let self_ty = &op.self_ty;
    let field = field(attr, input);
    let config = config(attr);
    let mut content = op.braces.stream();
    // The turbofish makes a missing `Clone` an error at the type's own tokens.
    content.extend(quote! {
        #[doc(hidden)]
        fn __repair() -> ::core::option::Option<#krate::__private::Repair<Self>> {
            ::core::option::Option::Some(#krate::__private::Repair::new(
                #krate::__private::again::<#self_ty>,
                #field,
                #config,
            ))
        }
    });
    op.with_content(content)
}

/// All of it stands at the field's name, and so does whatever is wrong with the field.
fn field(attr: &OpAttr, input: &Input) -> TokenStream {
    let krate = &attr.krate;
    let member = &input.member;
    quote_spanned!(input.span=> |op| #krate::__private::field(&mut op.#member))
}

fn config(attr: &OpAttr) -> TokenStream {
    let krate = &attr.krate;
    let settings = attr.settings.iter().map(|setting| match setting {
        Setting::Value(name, value) => quote!(.#name(#value)),
        Setting::Choice(chosen) => {
            let option = &chosen.option;
            let path = chosen.path.iter().map(|segment| Ident::new(segment, Span::call_site()));
            let variant = Ident::new(chosen.variant, chosen.span);
            quote!(.#option(#krate #(::#path)* ::#variant))
        }
        Setting::Ladder(name, steps) => {
            let steps = steps.iter().map(|step| ladder_step(attr, step));
            quote!(.#name(#krate::__private::ladder([#(#steps),*])))
        }
    });
    let default = quote!(<#krate::RepairConfig as ::core::default::Default>::default);
    if attr.settings.is_empty() { default } else { quote!(|| #default() #(#settings)*) }
}

fn ladder_step(attr: &OpAttr, Step { rung, model }: &Step) -> TokenStream {
    let krate = &attr.krate;
    let model = match model {
        Some((provider, model)) => quote!(::core::option::Option::Some((#provider, #model))),
        None => quote!(::core::option::Option::None),
    };
    quote!((#krate::config::Rung::#rung, #model))
}
