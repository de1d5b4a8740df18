//! From the tokens of an attribute to its options.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::{
    Attribute, Meta, Token,
    ext::IdentExt,
    parenthesized,
    parse::{ParseStream, Parser},
    token,
};

use super::{Entry, Value};
use crate::errors::Errors;

/// The options of every attribute called `name`, one after the other.
pub(crate) fn of_attributes(attributes: &[Attribute], name: &str, example: &str, errors: &mut Errors) -> Vec<Entry> {
    let mut found = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident(name)) {
        match &attribute.meta {
            Meta::List(list) => found.extend(entries(list.tokens.clone(), example, errors)),
            other => errors.at(other, format!("`{name}` takes options in parentheses: write `#[{name}({example})]`")),
        }
    }
    found
}

/// The options in a comma-separated list. What can't be read is recorded and left out.
pub(crate) fn entries(tokens: TokenStream, example: &str, errors: &mut Errors) -> Vec<Entry> {
    let mut found = Vec::new();
    let list = |input: ParseStream<'_>| {
        while !input.is_empty() {
            found.extend(entry(input, example, errors)?);
            if input.parse::<Option<Token![,]>>()?.is_none() && !input.is_empty() {
                errors.at(input.fork().parse::<TokenTree>()?, "a comma is missing before this");
                if !input.peek(Ident::peek_any) {
                    skip_to_comma(input)?;
                    input.parse::<Option<Token![,]>>()?;
                }
            }
        }
        Ok(())
    };
    if let Err(error) = list.parse2(tokens) {
        errors.push(error);
    }
    found
}

fn entry(input: ParseStream<'_>, example: &str, errors: &mut Errors) -> syn::Result<Option<Entry>> {
    if !input.peek(Ident::peek_any) {
        errors.at(input.fork().parse::<TokenTree>()?, format!("expected an option, such as `{example}`"));
        skip_to_comma(input)?;
        return Ok(None);
    }
    let name = input.call(Ident::parse_any)?;
    let value = if input.peek(token::Paren) {
        let list;
        parenthesized!(list in input);
        Value::List(list.parse()?)
    } else if input.peek(Token![=]) {
        value(input, errors)?
    } else if input.peek(Token![:]) {
        errors.at(input.parse::<TokenTree>()?, format!("expected `=`: write `{name} = ..`"));
        skip_to_comma(input)?;
        Value::Unreadable
    } else {
        Value::None
    };
    Ok(Some(Entry { name, value }))
}

fn value(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Value> {
    let eq = input.parse()?;
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(Value::Missing(eq));
    }
    match input.parse() {
        Ok(expression) => Ok(Value::Is(eq, expression)),
        Err(error) => {
            errors.push(error);
            skip_to_comma(input)?;
            Ok(Value::Unreadable)
        }
    }
}

fn skip_to_comma(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}
