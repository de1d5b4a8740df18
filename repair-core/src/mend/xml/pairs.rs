//! Which closing tag belongs to which opening one.

use std::collections::HashMap;

use super::{
    super::{Options, Unmendable, UnmendableKind, edits::refuse},
    scan::{Scanner, Token},
};

/// A document's tokens, and how they belong together.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    pub(super) tokens: Vec<Token>,
    /// For an opening tag its closing one, and back; `None` for one without.
    pub(super) mate: Vec<Option<usize>>,
    /// For an opening tag without a mate: a closing one of another name that stands where its own should.
    pub(super) stray: HashMap<usize, usize>,
    /// Opening tags that are still open at the end.
    pub(super) open: Vec<usize>,
}

/// Reads one element and what it holds; stops behind it.
pub(super) fn read(text: &str, mut scanner: Scanner<'_>, options: &Options) -> Result<Pairs, Unmendable> {
    let mut pairs = Pairs::default();
    let mut count: HashMap<&str, usize> = HashMap::new();
    let mut stack: Vec<usize> = Vec::new();
    while let Some(token) = scanner.next()? {
        let here = pairs.tokens.len();
        pairs.mate.push(None);
        let mut root_closed = false;
        match &token {
            Token::Open(tag, span) if !tag.empty => {
                if stack.len() >= options.max_depth {
                    return Err(refuse(UnmendableKind::TooDeep, span.start, "elements nest too deep"));
                }
                *count.entry(&text[tag.name.clone()]).or_default() += 1;
                stack.push(here);
            }
            Token::Open(..) => root_closed = stack.is_empty(),
            Token::Close(name, _) => {
                let name = &text[name.clone()];
                if count.get(name).is_some_and(|&open| open > 0) {
                    while let Some(top) = stack.pop() {
                        let open = name_of(text, &pairs.tokens[top]);
                        if let Some(count) = count.get_mut(open) {
                            *count -= 1;
                        }
                        if open == name {
                            pair(&mut pairs, top, here);
                            break;
                        }
                    }
                    root_closed = stack.is_empty();
                } else if let Some(&top) = stack.last() {
                    let open = name_of(text, &pairs.tokens[top]);
                    if open.to_lowercase() == name.to_lowercase() {
                        stack.pop();
                        if let Some(count) = count.get_mut(open) {
                            *count -= 1;
                        }
                        pair(&mut pairs, top, here);
                        root_closed = stack.is_empty();
                    } else {
                        pairs.stray.entry(top).or_insert(here);
                    }
                }
            }
            _ => {}
        }
        pairs.tokens.push(token);
        if root_closed {
            break;
        }
    }
    pairs.open = stack;
    Ok(pairs)
}

fn pair(pairs: &mut Pairs, open: usize, close: usize) {
    pairs.mate[open] = Some(close);
    pairs.mate[close] = Some(open);
}

fn name_of<'a>(text: &'a str, token: &Token) -> &'a str {
    match token {
        Token::Open(tag, _) => &text[tag.name.clone()],
        _ => "",
    }
}
