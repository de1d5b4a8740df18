//! One value of a block, on one line or on several that continue it.

use std::ops::Range;

use super::{
    super::{EditKind, Risk, around, edits::Edits},
    quote,
};

/// What is known of the lines around a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    /// The text holds an anchor, so that `*name` may be an alias.
    pub(super) anchors: bool,
    /// The text ends with this value, without a line break.
    pub(super) last: bool,
}

/// Whether the value opens a block scalar.
pub(super) fn opens_block(value: &str) -> bool {
    let header = value.strip_prefix(['|', '>']);
    header.is_some_and(|rest| rest.len() <= 2 && rest.bytes().all(|b| matches!(b, b'+' | b'-' | b'1'..=b'9')))
}

/// The delimiters of a value all within curly quotes.
pub(super) fn curly(value: &str) -> Option<(usize, usize)> {
    let open = value.chars().next().filter(|c| matches!(c, '“' | '”' | '„'))?;
    let inside = &value[open.len_utf8()..];
    let close = inside.chars().next_back().filter(|c| matches!(c, '“' | '”' | '"'))?;
    let inside = &inside[..inside.len() - close.len_utf8()];
    (!inside.contains(['“', '”', '„'])).then_some((open.len_utf8(), close.len_utf8()))
}

/// Mends the value on the line, where it can't be read as it stands.
pub(super) fn mend(text: &str, span: Range<usize>, around: Around, edits: &mut Edits) {
    let value = &text[span.clone()];
    if let Some((open, close)) = curly(value) {
        quote::replace(text, span, open, close, Risk::Exact, edits);
        return;
    }
    match value.as_bytes() {
        [b'"' | b'\'', ..] => quoted(text, span, around, edits),
        [b'@' | b'`' | b'%' | b',' | b']' | b'}', ..] => quote::around(text, span, EditKind::Quotes, Risk::Exact, edits),
        [b'|' | b'>', ..] => quote::around(text, span, EditKind::Quotes, Risk::Guess, edits),
        [b'*', ..] if !around.anchors || !is_alias(&value[1..]) => {
            quote::around(text, span, EditKind::Quotes, Risk::Exact, edits);
        }
        [b'&', rest @ ..] if rest.first().is_none_or(|b| matches!(b, b' ' | b'&')) => {
            quote::around(text, span, EditKind::Quotes, Risk::Exact, edits);
        }
        [b'[' | b'{', ..] | [b'!' | b'&' | b'*' | b'#', ..] => {}
        _ if value.contains(": ") || value.contains(":\t") || value.ends_with(':') => {
            quote::around(text, span, EditKind::Quotes, Risk::Exact, edits);
        }
        _ => {}
    }
}

fn is_alias(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
}

fn quoted(text: &str, span: Range<usize>, around: Around, edits: &mut Edits) {
    let mark = &text[span.start..span.start + 1];
    let value = &text[span.clone()];
    let Some(end) = quote::end(text, span.start, span.end) else {
        let contraction =
            mark == "'" && ["'t", "'e", "'r", "'c", "'n", "'0", "'9", "'8"].iter().any(|start| value.starts_with(start));
        if !contraction && !value.contains(" #") && !value.ends_with('\\') {
            let (kind, risk) = if around.last { (EditKind::Cut, Risk::Loss) } else { (EditKind::Quotes, Risk::Guess) };
            if mark == "\"" {
                quote::escapes(text, span.start + 1..span.end, edits);
            }
            edits.insert(span.end, kind, mark.to_owned(), risk);
        }
        return;
    };
    let after = text[end..span.end].trim_start();
    if after.is_empty() || after.starts_with('#') && after.len() < span.end - end {
        if mark == "\"" {
            quote::escapes(text, span.start + 1..end - 1, edits);
        }
        return;
    }
    let parts = around::quotes_parts(value, if mark == "'" { '\'' } else { '"' });
    if value.len() > 2 && value.ends_with(mark) && !parts {
        inner(text, span.start + 1..span.end - 1, mark, edits);
    } else if !value.contains(" #") {
        quote::around(text, span, EditKind::Quotes, Risk::Guess, edits);
    }
}

/// Escapes the quotes in a value that is within quotes of the same kind.
fn inner(text: &str, inside: Range<usize>, mark: &str, edits: &mut Edits) {
    let value = text[inside.clone()].as_bytes();
    let escape = if mark == "\"" { "\\" } else { "'" };
    let mut at = 0;
    while at < value.len() {
        let next = value.get(at + 1);
        match value[at] {
            b'\\' if mark == "\"" => at += 1,
            b'\'' if mark == "'" && next == Some(&b'\'') => at += 1,
            byte if byte == mark.as_bytes()[0] => edits.insert(inside.start + at, EditKind::InnerQuote, escape, Risk::Guess),
            _ => {}
        }
        at += 1;
    }
}
