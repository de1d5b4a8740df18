//! The item under the attribute, read as far as the macro needs. Its tokens are kept as they are.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::{
    Attribute, Generics, Signature, Token, Type, Visibility,
    buffer::Cursor,
    parse::{ParseStream, Parser, discouraged::Speculative},
};

use super::wrong_item;

/// `impl Op for T { .. }`.
pub(crate) struct OpImpl {
    /// All before the braces.
    pub(crate) head: TokenStream,
    pub(crate) self_ty: Type,
    pub(crate) braces: Group,
    pub(crate) members: Vec<Member>,
}

/// One item of the impl.
pub(crate) struct Member {
    pub(crate) tokens: TokenStream,
    pub(crate) kind: Kind,
}

pub(crate) enum Kind {
    /// A function and its braces, whatever stands between them.
    Function(Box<Signature>, Group),
    /// `type Output = ..`.
    Output(Box<Type>),
    Other,
}

impl OpImpl {
    /// # Errors
    ///
    /// In words, if it is no impl of `Op`.
    pub(crate) fn parse(item: TokenStream) -> syn::Result<Self> {
        let mut head: Vec<TokenTree> = item.into_iter().collect();
        let braces = match head.pop() {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => group,
            last => {
                head.extend(last);
                return Err(wrong_item::error(&head));
            }
        };
        let head = head.into_iter().collect::<TokenStream>();
        let self_ty = self_type.parse2(head.clone())?;
        let members = members.parse2(braces.stream())?;
        Ok(Self { head, self_ty, braces, members })
    }

    /// The functions, each with its place among the members.
    pub(crate) fn functions(&self) -> impl Iterator<Item = (usize, &Signature, &Group)> {
        self.members.iter().enumerate().filter_map(|(at, member)| match &member.kind {
            Kind::Function(signature, body) => Some((at, &**signature, body)),
            _ => None,
        })
    }

    /// Whether a function of this name is there, or may be: in what is half typed, or a macro's.
    pub(crate) fn mentions(&self, function: &str) -> bool {
        self.members.iter().any(|member| match &member.kind {
            Kind::Function(signature, _) => signature.ident == function,
            Kind::Output(_) => false,
            Kind::Other => is_in(&member.tokens, function),
        })
    }

    /// What stands after `type Output =`.
    pub(crate) fn output(&self) -> Option<&Type> {
        self.members.iter().find_map(|member| match &member.kind {
            Kind::Output(output) => Some(&**output),
            _ => None,
        })
    }

    /// The impl with another content.
    pub(crate) fn with_content(&self, content: TokenStream) -> TokenStream {
        let mut braces = Group::new(Delimiter::Brace, content);
        braces.set_span(self.braces.span());
        let mut item = self.head.clone();
        item.extend([TokenTree::Group(braces)]);
        item
    }
}

fn self_type(input: ParseStream<'_>) -> syn::Result<Type> {
    let all = input.fork().parse::<TokenStream>()?;
    input.call(Attribute::parse_outer)?;
    input.parse::<Visibility>()?;
    input.parse::<Option<Token![default]>>()?;
    input.parse::<Option<Token![unsafe]>>()?;
    if !input.peek(Token![impl]) {
        return Err(wrong_item::error(&all.into_iter().collect::<Vec<_>>()));
    }
    input.parse::<Token![impl]>()?;
    if input.peek(Token![<]) {
        input.parse::<Generics>()?;
    }
    input.parse::<Option<Token![!]>>()?;
    let first: Type = input.parse()?;
    if input.parse::<Option<Token![for]>>()?.is_none() {
        return Err(wrong_item::no_trait(&first));
    }
    wrong_item::check_trait(&first)?;
    let self_ty = input.parse()?;
    // The where clause is the user's affair.
    input.parse::<TokenStream>()?;
    Ok(self_ty)
}

fn members(input: ParseStream<'_>) -> syn::Result<Vec<Member>> {
    let mut members = Vec::new();
    while !input.is_empty() {
        let start = input.cursor();
        let kind = if input.peek(Token![#]) && input.peek2(Token![!]) {
            input.call(Attribute::parse_inner)?;
            Kind::Other
        } else {
            kind(input)?
        };
        members.push(Member { tokens: between(start, input.cursor()), kind });
    }
    Ok(members)
}

/// What is half typed, or new to syn, is skipped: only rustc judges it.
fn kind(input: ParseStream<'_>) -> syn::Result<Kind> {
    let ahead = input.fork();
    if let Ok(kind) = function(&ahead) {
        input.advance_to(&ahead);
        return Ok(kind);
    }
    let ahead = input.fork();
    if let Ok(kind) = output(&ahead) {
        input.advance_to(&ahead);
        return Ok(kind);
    }
    while !input.is_empty() {
        match input.parse()? {
            TokenTree::Punct(punct) if punct.as_char() == ';' => break,
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => break,
            _ => {}
        }
    }
    Ok(Kind::Other)
}

fn function(input: ParseStream<'_>) -> syn::Result<Kind> {
    input.call(Attribute::parse_outer)?;
    input.parse::<Visibility>()?;
    input.parse::<Option<Token![default]>>()?;
    let signature = input.parse()?;
    match input.parse()? {
        TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => Ok(Kind::Function(Box::new(signature), body)),
        other => Err(syn::Error::new_spanned(other, "expected a body")),
    }
}

fn output(input: ParseStream<'_>) -> syn::Result<Kind> {
    input.call(Attribute::parse_outer)?;
    input.parse::<Token![type]>()?;
    let name: syn::Ident = input.parse()?;
    input.parse::<Token![=]>()?;
    let ty = input.parse()?;
    input.parse::<Token![;]>()?;
    if name == "Output" { Ok(Kind::Output(ty)) } else { Ok(Kind::Other) }
}

fn is_in(tokens: &TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => is_in(&group.stream(), name),
        _ => false,
    })
}

fn between(mut from: Cursor<'_>, to: Cursor<'_>) -> TokenStream {
    let mut tokens = TokenStream::new();
    while from != to
        && let Some((token, rest)) = from.token_tree()
    {
        tokens.extend([token]);
        from = rest;
    }
    tokens
}
