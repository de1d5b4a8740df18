//! A text as tags and what is between them, read leniently and in one pass.

use std::ops::Range;

use super::{
    super::{Unmendable, UnmendableKind, edits::refuse},
    entity,
    tag::{self, Tag},
};

/// A piece of a document.
#[derive(Debug)]
pub(super) enum Token {
    Open(Tag, Range<usize>),
    /// The span of the name, and of the whole.
    Close(Range<usize>, Range<usize>),
    Text(Range<usize>),
    /// A `<` that opens nothing.
    Bare(usize),
    /// CDATA: `true`; a comment or an instruction: `false`.
    Raw(Range<usize>, bool),
    /// The start of a tag, a comment or CDATA at which the text ends.
    Fragment(Range<usize>),
}

/// How many bytes may be looked at in vain for every byte there is.
const WASTE: usize = 8;

pub(super) struct Scanner<'a> {
    text: &'a str,
    end: usize,
    at: usize,
    waste: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, span: Range<usize>) -> Self {
        Self { text: &text[..span.end], end: span.end, at: span.start, waste: 0 }
    }

    pub(super) fn next(&mut self) -> Result<Option<Token>, Unmendable> {
        let start = self.at;
        if start >= self.end {
            return Ok(None);
        }
        let rest = &self.text[start..];
        if !rest.starts_with('<') {
            let len = memchr::memchr(b'<', rest.as_bytes()).unwrap_or(rest.len());
            self.at = start + len;
            return Ok(Some(Token::Text(start..self.at)));
        }
        let token = self.markup(start, rest)?;
        self.at = match &token {
            Token::Open(_, span) | Token::Close(_, span) | Token::Raw(span, _) | Token::Fragment(span) | Token::Text(span) => {
                span.end
            }
            Token::Bare(at) => at + 1,
        };
        Ok(Some(token))
    }

    fn markup(&mut self, start: usize, rest: &str) -> Result<Token, Unmendable> {
        for (open, close, text) in [("<!--", "-->", false), ("<![CDATA[", "]]>", true), ("<?", "?>", false)] {
            if let Some(inside) = rest.strip_prefix(open) {
                return Ok(match inside.find(close) {
                    Some(len) => Token::Raw(start..start + open.len() + len + close.len(), text),
                    None => Token::Fragment(start..self.end),
                });
            }
        }
        if rest.get(..9).is_some_and(|head| head.eq_ignore_ascii_case("<!doctype")) || rest.starts_with("<!ENTITY") {
            return Err(refuse(UnmendableKind::Unreadable, start, "a document type is not read"));
        }
        if let Some(inside) = rest.strip_prefix("</") {
            let name = start + 2 + (inside.len() - inside.trim_start_matches(entity::BLANK).len());
            let after = &self.text[name..];
            let len = after.find(|c| !tag::in_name(c)).unwrap_or(after.len());
            let tail = after[len..].trim_start_matches(entity::BLANK);
            let end = self.end - tail.len();
            return Ok(match tail.starts_with('>') {
                true if len > 0 => Token::Close(name..name + len, start..end + 1),
                // Its `>` is missing where another tag follows.
                false if len > 0 && tail.starts_with('<') => Token::Close(name..name + len, start..name + len),
                false if tail.is_empty() => Token::Fragment(start..self.end),
                _ => Token::Bare(start),
            });
        }
        match tag::read(self.text, start) {
            Ok(tag) => {
                let span = start..tag.end;
                Ok(Token::Open(tag, span))
            }
            Err(reached) => {
                self.waste += reached.saturating_sub(start);
                if self.waste > WASTE * self.end + 4096 {
                    return Err(refuse(UnmendableKind::Unreadable, start, "too many tags that don't end"));
                }
                Ok(if rest[1..].starts_with(tag::starts_name) && self.is_last(start) {
                    Token::Fragment(start..self.end)
                } else {
                    Token::Bare(start)
                })
            }
        }
    }

    /// Whether neither a tag's end nor another start follows.
    fn is_last(&self, start: usize) -> bool {
        memchr::memchr2(b'<', b'>', &self.text.as_bytes()[start + 1..]).is_none()
    }
}
