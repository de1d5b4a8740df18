//! Keys, and what stands between them and their values.

use std::ops::Range;

use super::{
    super::{EditKind, Risk, edits::Edits},
    string,
};

/// How many words a key may have; a line with more before its separator is a sentence.
const KEY_WORDS: usize = 4;

/// Where the `=`, or else the `:`, behind a key stands in what starts with it.
pub(super) fn separator(line: &str) -> Option<usize> {
    let mut at = 0;
    let bytes = line.as_bytes();
    let mut colon = None;
    while at < bytes.len() {
        match bytes[at] {
            b'"' | b'\'' if at == 0 || matches!(bytes[at - 1], b'.' | b' ') => at = string::end(line, at, line.len())?,
            b'=' => {
                let before_colon = colon.filter(|&colon| colon + 1 != at);
                return Some(before_colon.unwrap_or(colon.unwrap_or(at)));
            }
            b':' => {
                colon.get_or_insert(at);
                at += 1;
            }
            b'#' | b',' | b'{' | b'[' | b'(' | b'\n' => break,
            _ => at += 1,
        }
    }
    colon
}

pub(super) fn is_likely(key: &str) -> bool {
    !key.is_empty()
        && key.split_whitespace().take(KEY_WORDS + 1).count() <= KEY_WORDS
        && ![", ", ". ", "! ", "? "].iter().any(|end| key.contains(end))
        && !key.ends_with(['.', '!', '?', ','])
}

/// Mends a key, dotted or not. `false`: it can't be one.
pub(super) fn mend(text: &str, span: Range<usize>, edits: &mut Edits) -> bool {
    let key = text[span.clone()].trim_end();
    if !is_likely(key) {
        return false;
    }
    let curly =
        key.strip_prefix(['“', '”']).and_then(|rest| rest.strip_suffix(['”', '“'])).filter(|rest| !rest.contains(['"', '\\']));
    if let Some(inside) = curly {
        let start = span.start + '“'.len_utf8();
        edits.push(span.start..start, EditKind::Quotes, "\"", Risk::Exact);
        edits.push(start + inside.len()..span.start + key.len(), EditKind::Quotes, "\"", Risk::Exact);
        return true;
    }
    if key.starts_with(['"', '\'']) {
        return true;
    }
    let mut at = span.start;
    for part in key.split('.') {
        let name = part.trim();
        let start = at + (part.len() - part.trim_start().len());
        if name.is_empty() || name.contains(['"', '\\', '\n']) && !name.starts_with(['"', '\'']) {
            return false;
        }
        let bare = name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
        if !bare && !name.starts_with(['"', '\'']) {
            edits.insert(start, EditKind::Quotes, "\"", Risk::Guess);
            edits.insert(start + name.len(), EditKind::Quotes, "\"", Risk::Guess);
        }
        at += part.len() + 1;
    }
    true
}

/// Makes an `=` of `:`, `:=`, `=>` or `==`. The byte behind it.
pub(super) fn equals(text: &str, at: usize, edits: &mut Edits) -> usize {
    let rest = &text[at..];
    let found = [":=", "=>", "==", ":", "="].into_iter().find(|found| rest.starts_with(found)).unwrap_or("=");
    if found != "=" {
        let glued = !text[..at].ends_with([' ', '\t']);
        edits.push(at..at + found.len(), EditKind::Separator, if glued { " =" } else { "=" }, Risk::Exact);
    }
    at + found.len()
}
