//! `$crate; Type, field.list[0].field`.

use proc_macro2::{Ident, Span, TokenStream};
use syn::{
    Expr, ExprIndex, Index, Lit, Member, Token, Type,
    parse::{ParseStream, Parser},
    spanned::Spanned,
};

const EXAMPLE: &str = "`at!(Order, lines[0].quantity)`";

pub(crate) struct At {
    /// Where the facade is.
    pub(crate) krate: Ident,
    pub(crate) ty: Type,
    pub(crate) steps: Vec<Step>,
}

pub(crate) enum Step {
    Field(Member),
    Item(Box<Expr>, Span),
}

impl At {
    pub(crate) fn parse(input: TokenStream) -> syn::Result<Self> {
        let whole = |input: ParseStream<'_>| {
            let krate = input.call(syn::ext::IdentExt::parse_any)?;
            input.parse::<Token![;]>()?;
            let missing = |at: Span| syn::Error::new(at, format!("name a type and a field of it: write {EXAMPLE}"));
            if input.is_empty() {
                return Err(missing(Span::call_site()));
            }
            let ty: Type = input.parse()?;
            if input.parse::<Option<Token![,]>>()?.is_none() || input.is_empty() {
                return Err(syn::Error::new_spanned(ty, format!("name a field of this type too: write {EXAMPLE}")));
            }
            let path: Expr = input.parse()?;
            input.parse::<Option<Token![,]>>()?;
            if !input.is_empty() {
                return Err(input.error(format!("`at!` takes one path: write {EXAMPLE}")));
            }
            let mut steps = Vec::new();
            collect(path, &mut steps)?;
            Ok(Self { krate, ty, steps })
        };
        whole.parse2(input)
    }
}

fn collect(path: Expr, steps: &mut Vec<Step>) -> syn::Result<()> {
    match path {
        Expr::Group(group) => collect(*group.expr, steps)?,
        Expr::Path(path) if path.path.get_ident().is_some() && path.qself.is_none() => {
            steps.extend(path.path.get_ident().cloned().map(|name| Step::Field(Member::Named(name))));
        }
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => steps.push(numbered(number.base10_digits(), number.span())?),
            // `0.1`, the field 1 of the field 0, is a number to Rust.
            Lit::Float(number) if number.suffix().is_empty() => {
                for index in number.base10_digits().split('.') {
                    steps.push(numbered(index, number.span())?);
                }
            }
            _ => return Err(no_step(literal)),
        },
        Expr::Field(field) => {
            collect(*field.base, steps)?;
            steps.push(Step::Field(field.member));
        }
        Expr::Index(ExprIndex { expr, index, bracket_token, .. }) => {
            collect(*expr, steps)?;
            steps.push(Step::Item(index, bracket_token.span.join()));
        }
        other => return Err(no_step(other)),
    }
    Ok(())
}

fn numbered(digits: &str, span: Span) -> syn::Result<Step> {
    let index = digits.parse().map_err(|_| syn::Error::new(span, format!("this is no field: write {EXAMPLE}")))?;
    Ok(Step::Field(Member::Unnamed(Index { index, span })))
}

fn no_step(tokens: impl quote::ToTokens + Spanned) -> syn::Error {
    syn::Error::new_spanned(tokens, format!("`at!` takes fields and items alone: write {EXAMPLE}"))
}
