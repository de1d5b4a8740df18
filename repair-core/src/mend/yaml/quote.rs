//! Quoting a value, edit by edit, so that it reads as the text it is.

use std::ops::Range;

use super::super::{EditKind, Risk, edits::Edits};

/// Puts quotes around plain text: single ones where it holds double ones or backslashes, so that nothing else must change.
pub(super) fn around(text: &str, span: Range<usize>, kind: EditKind, risk: Risk, edits: &mut Edits) {
    let value = &text[span.clone()];
    if value.contains(['"', '\\']) {
        edits.insert(span.start, kind, "'", risk);
        for at in memchr::memchr_iter(b'\'', value.as_bytes()) {
            edits.insert(span.start + at, kind, "'", risk);
        }
        edits.insert(span.end, kind, "'", risk);
    } else {
        edits.insert(span.start, kind, "\"", risk);
        edits.insert(span.end, kind, "\"", risk);
    }
}

/// Replaces the delimiters at both ends, of `open` and `close` bytes, by double quotes.
pub(super) fn replace(text: &str, span: Range<usize>, open: usize, close: usize, risk: Risk, edits: &mut Edits) {
    let inside = span.start + open..span.end - close;
    edits.push(span.start..inside.start, EditKind::Quotes, "\"", risk);
    for at in memchr::memchr2_iter(b'"', b'\\', text[inside.clone()].as_bytes()) {
        edits.insert(inside.start + at, EditKind::Escape, "\\", risk);
    }
    edits.push(inside.end..span.end, EditKind::Quotes, "\"", risk);
}

/// Where the quote that opens at `from` closes: the byte behind it.
pub(super) fn end(text: &str, from: usize, until: usize) -> Option<usize> {
    let bytes = text.as_bytes().get(..until)?;
    let quote = *bytes.get(from)?;
    let mut at = from + 1;
    while at < until {
        match bytes[at] {
            b'\\' if quote == b'"' => at += 2,
            byte if byte == quote => {
                if quote == b'\'' && bytes.get(at + 1) == Some(&b'\'') {
                    at += 2;
                } else {
                    return Some(at + 1);
                }
            }
            _ => at += 1,
        }
    }
    None
}

/// Doubles backslashes that escape nothing YAML knows. Beside ones that do, it is not clear which was meant: then nothing is done.
pub(super) fn escapes(text: &str, inside: Range<usize>, edits: &mut Edits) {
    let value = text[inside.clone()].as_bytes();
    let mut unknown = Vec::new();
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'\\', &value[at..]).map(|found| at + found) {
        match value.get(found + 1) {
            Some(b'\\' | b'"' | b'\n' | b'\r') => {}
            Some(b'x' | b'u' | b'U') if value.get(found + 2).is_some_and(u8::is_ascii_hexdigit) => return,
            Some(b'0' | b'a' | b'b' | b't' | b'n' | b'v' | b'f' | b'r' | b'e' | b' ' | b'/' | b'N' | b'_' | b'L' | b'P') => {
                return;
            }
            _ => unknown.push(inside.start + found),
        }
        at = (found + 2).min(value.len());
    }
    for at in unknown {
        edits.insert(at, EditKind::Escape, "\\", Risk::Guess);
    }
}
