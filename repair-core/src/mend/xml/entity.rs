//! Characters of XML's own where text is meant.

use std::ops::Range;

use super::super::{Edit, EditKind, Risk};

pub(super) const BLANK: [char; 4] = [' ', '\t', '\r', '\n'];

/// HTML's names that models write most, which XML does not know.
const HTML: [(&str, &str); 16] = [
    ("nbsp", "\u{a0}"),
    ("copy", "©"),
    ("reg", "®"),
    ("trade", "™"),
    ("mdash", "—"),
    ("ndash", "–"),
    ("hellip", "…"),
    ("lsquo", "‘"),
    ("rsquo", "’"),
    ("ldquo", "“"),
    ("rdquo", "”"),
    ("euro", "€"),
    ("deg", "°"),
    ("times", "×"),
    ("rarr", "→"),
    ("bull", "•"),
];

/// Whether XML has no way to write the character.
pub(super) fn forbidden(c: char) -> bool {
    matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

/// Whether the name between `&` and `;` stands for a character without any declaration.
pub(super) fn known(name: &str) -> bool {
    if let Some(code) = name.strip_prefix('#') {
        let code = match code.strip_prefix('x') {
            Some(hex) if hex.bytes().all(|b| b.is_ascii_hexdigit()) => u32::from_str_radix(hex, 16),
            None if code.bytes().all(|b| b.is_ascii_digit()) => code.parse(),
            _ => return false,
        };
        return code.ok().and_then(char::from_u32).is_some_and(|c| !forbidden(c));
    }
    matches!(name, "amp" | "lt" | "gt" | "quot" | "apos")
}

pub(super) fn all_known(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        rest = &rest[at + 1..];
        if !name(rest).is_some_and(known) {
            return false;
        }
    }
    !text.contains(forbidden)
}

/// What stands between an `&` and its `;`, where that can be a name at all.
fn name(rest: &str) -> Option<&str> {
    let end = rest.bytes().take(32).position(|b| !(b.is_ascii_alphanumeric() || b == b'#'))?;
    (end > 0 && rest[end..].starts_with(';')).then(|| &rest[..end])
}

/// The edits that make `span`, a piece of text or an attribute's value, one that XML reads as it is meant.
pub(super) fn escape(text: &str, span: Range<usize>, edits: &mut Vec<Edit>) {
    let piece = &text[span.clone()];
    let mut push = |at: Range<usize>, replacement: &'static str, risk| {
        let span = span.start + at.start..span.start + at.end;
        edits.push(Edit { span, kind: EditKind::Entity, replacement: replacement.into(), risk });
    };
    for at in memchr::memchr3_iter(b'&', b'<', b']', piece.as_bytes()) {
        let rest = &piece[at + 1..];
        match piece.as_bytes()[at] {
            b'<' => push(at..at + 1, "&lt;", Risk::Exact),
            b']' if rest.starts_with("]>") => push(at + 2..at + 3, "&gt;", Risk::Exact),
            b'&' => match name(rest) {
                Some(name) if known(name) => {}
                Some(name) => match HTML.iter().find(|(html, _)| *html == name) {
                    Some((_, meant)) => push(at..at + name.len() + 2, meant, Risk::Guess),
                    None => push(at..at + 1, "&amp;", Risk::Guess),
                },
                None => match unended(rest) {
                    Some(len) => push(at + 1 + len..at + 1 + len, ";", Risk::Guess),
                    None => push(at..at + 1, "&amp;", Risk::Exact),
                },
            },
            _ => {}
        }
    }
}

/// The length of a known name at the start that lacks its `;`, as HTML allows.
fn unended(rest: &str) -> Option<usize> {
    let name = ["lt", "gt", "quot", "apos", "amp"].into_iter().find(|name| rest.starts_with(name))?;
    let next = rest.as_bytes().get(name.len());
    next.is_none_or(|b| b.is_ascii_whitespace() || *b == b'<').then_some(name.len())
}
