//! Strings: where they end, and what in them TOML does not allow.

use std::ops::Range;

use super::super::{EditKind, Risk, edits::Edits};

/// Where the string that opens at `from` ends: the byte behind it. One on a single line ends on that line.
pub(super) fn end(text: &str, from: usize, until: usize) -> Option<usize> {
    let bytes = text.as_bytes().get(..until)?;
    let quote = *bytes.get(from)?;
    let long = [quote; 3];
    let is_long = bytes[from..].starts_with(&long);
    let mut at = from + if is_long { 3 } else { 1 };
    while at < until {
        match bytes[at] {
            b'\\' if quote == b'"' => at += 1,
            b'\n' if !is_long => return None,
            byte if byte == quote && is_long && bytes[at..].starts_with(&long) => {
                let more = bytes[at + 3..].iter().take(2).take_while(|&&byte| byte == quote).count();
                return Some(at + 3 + more);
            }
            byte if byte == quote && !is_long => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// Doubles backslashes that escape nothing TOML knows. Beside ones that do, it is not clear which was meant: then nothing is done.
pub(super) fn escapes(text: &str, inside: Range<usize>, edits: &mut Edits) {
    let value = text[inside.clone()].as_bytes();
    let mut unknown = Vec::new();
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'\\', &value[at..]).map(|found| at + found) {
        match value.get(found + 1) {
            Some(b'\\' | b'"') => {}
            Some(b'x' | b'u' | b'U') if value.get(found + 2).is_some_and(u8::is_ascii_hexdigit) => return,
            Some(b'b' | b't' | b'n' | b'f' | b'r' | b'e') => return,
            _ => unknown.push(inside.start + found),
        }
        at = (found + 2).min(value.len());
    }
    for at in unknown {
        edits.insert(at, EditKind::Escape, "\\", Risk::Guess);
    }
}

/// Makes a basic string of one between other delimiters, of `open` and `close` bytes. With `python`, its backslashes escape.
pub(super) fn to_basic(text: &str, span: Range<usize>, delimiters: (usize, usize), python: bool, risk: Risk, edits: &mut Edits) {
    let inside = span.start + delimiters.0..span.end - delimiters.1;
    edits.push(span.start..inside.start, EditKind::Quotes, "\"", risk);
    let value = text[inside.clone()].as_bytes();
    let mut at = 0;
    while at < value.len() {
        let here = inside.start + at;
        match (value[at], value.get(at + 1)) {
            (b'\\', Some(b'\'')) if python => {
                edits.delete(here..here + 1, EditKind::Escape, risk);
                at += 1;
            }
            (b'\\', Some(_)) if python => at += 1,
            (b'"' | b'\\', _) => edits.insert(here, EditKind::Escape, "\\", risk),
            _ => {}
        }
        at += 1;
    }
    edits.push(inside.end..span.end, EditKind::Quotes, "\"", risk);
}

/// Escapes the double quotes in what is between double quotes.
pub(super) fn inner(text: &str, inside: Range<usize>, edits: &mut Edits) {
    let value = text[inside.clone()].as_bytes();
    let mut at = 0;
    while at < value.len() {
        match value[at] {
            b'\\' => at += 1,
            b'"' => edits.insert(inside.start + at, EditKind::InnerQuote, "\\", Risk::Guess),
            _ => {}
        }
        at += 1;
    }
}
