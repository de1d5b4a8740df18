//! What an opening tag without a closing one is: text (a type parameter, a placeholder), a leaf, a list, or unclear.

use super::{names::Names, pairs::Pairs, scan::Token, tag::Tag};

/// What it is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// An element that ends at this byte.
    EndsAt(usize),
    /// An element that holds nothing, as HTML's `br`.
    Empty,
    /// An element closed under a wrong name, by this token.
    Misspelled(usize),
    Unclear,
}

/// HTML's elements that never hold anything.
const VOID: [&str; 8] = ["br", "hr", "img", "input", "link", "meta", "wbr", "col"];

/// Whether the tag looks like text, whatever follows. `glued`: it may be one with the word before it.
pub(super) fn is_text(text: &str, tag: &Tag, start: usize, after_text: bool, glued: bool, names: Option<&Names>) -> bool {
    let name = &text[tag.name.clone()];
    if names.is_some_and(|names| !names.knows(name)) {
        return true;
    }
    if VOID.contains(&name) {
        return false;
    }
    let before = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '(' | '"' | '\'' | '`' | '&');
    let parameter = name.len() == 1 && name.starts_with(|c: char| c.is_ascii_uppercase());
    after_text || tag.lax || parameter || glued && text[..start].ends_with(before)
}

/// Reads the tag of token `at`, whose parent closes with token `parent_close`.
pub(super) fn read(text: &str, pairs: &Pairs, at: usize, parent_close: usize, after_text: bool) -> Reading {
    let Token::Open(tag, span) = &pairs.tokens[at] else { return Reading::Unclear };
    let name = &text[tag.name.clone()];
    if let Some(&close) = pairs.stray.get(&at) {
        return match &pairs.tokens[close] {
            Token::Close(other, _) if similar(name, &text[other.clone()]) => Reading::Misspelled(close),
            _ => Reading::Unclear,
        };
    }
    if VOID.contains(&name) {
        return if after_text { Reading::Unclear } else { Reading::Empty };
    }
    let mut end = None;
    for (offset, token) in pairs.tokens[at + 1..parent_close].iter().enumerate() {
        match token {
            Token::Text(piece) => {
                let trimmed = text[piece.clone()].trim_end();
                if !trimmed.trim_start().is_empty() {
                    end = Some(piece.start + trimmed.len());
                }
            }
            Token::Bare(at) => end = Some(at + 1),
            Token::Raw(piece, true) => end = Some(piece.end),
            Token::Raw(..) => {}
            Token::Open(..) if end.is_none() => return list(text, pairs, at, at + 1 + offset, parent_close),
            _ => break,
        }
    }
    Reading::EndsAt(end.unwrap_or(span.end))
}

/// An element that starts with another: it ends where the next of its own name starts, or, if all in it are of one name, with its parent.
fn list(text: &str, pairs: &Pairs, at: usize, first: usize, parent_close: usize) -> Reading {
    let name = name(text, &pairs.tokens[at]);
    let mut inner: Option<&str> = None;
    let mut alike = true;
    let mut here = first;
    let mut end = first;
    while here < parent_close {
        match &pairs.tokens[here] {
            Token::Open(tag, span) => {
                let this = &text[tag.name.clone()];
                if this == name {
                    return if inner.is_some() { Reading::EndsAt(end) } else { Reading::Unclear };
                }
                alike &= *inner.get_or_insert(this) == this;
                let last = match pairs.mate[here] {
                    Some(close) => close,
                    None if tag.empty => here,
                    None => return Reading::Unclear,
                };
                end = match &pairs.tokens[last] {
                    Token::Close(_, close) => close.end,
                    _ => span.end,
                };
                here = last;
            }
            Token::Text(piece) if text[piece.clone()].trim().is_empty() => {}
            Token::Raw(_, false) => {}
            _ => return Reading::Unclear,
        }
        here += 1;
    }
    if alike { Reading::EndsAt(end) } else { Reading::Unclear }
}

pub(super) fn name<'a>(text: &'a str, token: &Token) -> &'a str {
    match token {
        Token::Open(tag, _) => &text[tag.name.clone()],
        _ => "",
    }
}

/// Whether two names differ in a slip of the pen: all but two letters, at one place, are the same.
fn similar(a: &str, b: &str) -> bool {
    let (longer, shorter) = (a.chars().count().max(b.chars().count()), a.chars().count().min(b.chars().count()));
    let head = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let tail = a.chars().rev().zip(b.chars().rev()).take_while(|(a, b)| a == b).count();
    shorter >= 3 && head + tail.min(shorter - head) + 2 >= longer && head > 0
}
