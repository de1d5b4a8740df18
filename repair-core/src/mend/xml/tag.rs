//! One opening tag, read leniently.

use std::ops::Range;

use super::{
    super::{Edit, EditKind, Risk},
    entity,
};

/// An opening tag.
#[derive(Debug)]
pub(super) struct Tag {
    pub(super) name: Range<usize>,
    pub(super) end: usize,
    /// It closes itself.
    pub(super) empty: bool,
    /// It reads as a tag only with good will: it may as well be text.
    pub(super) lax: bool,
    /// The names of its attributes.
    pub(super) attributes: Vec<Range<usize>>,
    /// What makes it a proper one.
    pub(super) fixes: Vec<Edit>,
}

pub(super) fn is_name(name: &str) -> bool {
    name.starts_with(starts_name) && name.chars().all(in_name) && !name.ends_with(':')
}

pub(super) fn starts_name(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

pub(super) fn in_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '\u{b7}')
}

/// Reads the tag that starts at the `<` at `at`. `Err` holds how far it looked before it saw that there is none.
pub(super) fn read(text: &str, at: usize) -> Result<Tag, usize> {
    let mut reader = TagReader { text, at: at + 1 };
    reader.tag().ok_or(reader.at)
}

struct TagReader<'a> {
    text: &'a str,
    at: usize,
}

impl TagReader<'_> {
    fn tag(&mut self) -> Option<Tag> {
        let name = self.name()?;
        let mut tag = Tag { name, end: 0, empty: false, lax: false, attributes: Vec::new(), fixes: Vec::new() };
        loop {
            let before = self.at;
            self.blanks();
            match self.peek()? {
                '>' => {
                    tag.end = self.at + 1;
                    return Some(tag);
                }
                '/' => {
                    let slash = self.at;
                    self.at += 1;
                    self.blanks();
                    if self.peek()? != '>' {
                        return None;
                    }
                    fix(&mut tag, slash + 1..self.at, EditKind::Blank, String::new(), Risk::Exact);
                    tag.empty = true;
                }
                _ => {
                    if self.at == before {
                        if tag.attributes.is_empty() {
                            return None;
                        }
                        fix(&mut tag, before..before, EditKind::Blank, " ".to_owned(), Risk::Exact);
                    }
                    self.attribute(&mut tag)?;
                }
            }
        }
    }

    fn attribute(&mut self, tag: &mut Tag) -> Option<()> {
        let name = self.name()?;
        let after = self.at;
        self.blanks();
        if self.peek()? == '=' {
            self.at += 1;
            self.blanks();
            self.value(tag)?;
        } else {
            self.at = after;
            tag.lax = true;
            let value = format!("=\"{}\"", &self.text[name.clone()]);
            fix(tag, after..after, EditKind::MissingValue, value, Risk::Guess);
        }
        tag.attributes.push(name);
        Some(())
    }

    fn value(&mut self, tag: &mut Tag) -> Option<()> {
        let open = self.at;
        let quote = self.peek()?;
        let rest = &self.text[open + quote.len_utf8()..];
        let (inside, close) = match quote {
            '"' | '\'' => (rest.find(quote).unwrap_or(rest.len()), quote.len_utf8()),
            '“' | '”' => {
                let inside = rest.find(['”', '“', '>'])?;
                (inside, '”'.len_utf8())
            }
            _ => (0, 0),
        };
        let start = open + quote.len_utf8();
        match quote {
            '"' | '\'' => {
                // A tag's end and another tag's start in a value: its closing quote is missing.
                let value = &self.text[start..start + inside];
                let open_ended = inside == rest.len();
                if let (Some(end), true) = (value.find('>'), open_ended || value.contains('<')) {
                    let end = start + end - usize::from(value[..end].ends_with('/'));
                    self.escaped(start..end, tag);
                    fix(tag, end..end, EditKind::Quotes, quote.to_string(), Risk::Guess);
                    self.at = end;
                } else if open_ended {
                    self.at = self.text.len();
                    return None;
                } else {
                    self.escaped(start..start + inside, tag);
                    self.at = start + inside + close;
                }
            }
            '“' | '”' => {
                let end = start + inside;
                if !self.text[end..].starts_with(['”', '“']) || self.text[start..end].contains(['"', '<']) {
                    return None;
                }
                fix(tag, open..start, EditKind::Quotes, "\"".to_owned(), Risk::Exact);
                self.escaped(start..end, tag);
                fix(tag, end..end + close, EditKind::Quotes, "\"".to_owned(), Risk::Exact);
                self.at = end + close;
            }
            _ => {
                let rest = &self.text[open..];
                let len = rest.find(|c: char| c.is_whitespace() || matches!(c, '>' | '<' | '"' | '\'' | '=' | '`'))?;
                let len = len - usize::from(rest[len..].starts_with('>') && rest[..len].ends_with('/'));
                if len == 0 || rest[len..].starts_with(['<', '"', '\'', '=', '`']) {
                    return None;
                }
                tag.lax = true;
                fix(tag, open..open, EditKind::Quotes, "\"".to_owned(), Risk::Exact);
                self.escaped(open..open + len, tag);
                fix(tag, open + len..open + len, EditKind::Quotes, "\"".to_owned(), Risk::Exact);
                self.at = open + len;
            }
        }
        Some(())
    }

    fn escaped(&self, span: Range<usize>, tag: &mut Tag) {
        entity::escape(self.text, span, &mut tag.fixes);
    }

    fn name(&mut self) -> Option<Range<usize>> {
        let rest = &self.text[self.at..];
        let len = rest.find(|c| !in_name(c)).unwrap_or(rest.len());
        let span = self.at..self.at + len;
        is_name(&rest[..len]).then(|| {
            self.at = span.end;
            span
        })
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches(entity::BLANK).len();
    }
}

fn fix(tag: &mut Tag, span: Range<usize>, kind: EditKind, replacement: String, risk: Risk) {
    if !(span.is_empty() && replacement.is_empty()) {
        tag.fixes.push(Edit { span, kind, replacement: replacement.into(), risk });
    }
}
