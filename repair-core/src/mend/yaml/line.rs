//! One line of a block: its indentation, its dashes, its key and its value.

use std::ops::Range;

/// How many words a key may have; a line with more before its colon is a sentence.
const KEY_WORDS: usize = 4;

#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The whole line, without its line break.
    pub(super) span: Range<usize>,
    /// The blanks at its start.
    pub(super) blank: Range<usize>,
    /// The column of the key or the value, behind any dashes.
    pub(super) column: usize,
    pub(super) dashes: bool,
    pub(super) key: Option<Range<usize>>,
    /// The key's colon; `glued` if no blank follows.
    pub(super) colon: Option<usize>,
    pub(super) glued: bool,
    /// The rest, without blanks and comment; the whole content where there is no key.
    pub(super) value: Range<usize>,
}

/// What a line without its indentation can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    Start,
    End,
}

pub(super) fn lines(text: &str, span: Range<usize>) -> impl Iterator<Item = Range<usize>> + Clone {
    let mut at = span.start;
    text[span].split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        start..start + line.trim_end_matches(['\n', '\r']).len()
    })
}

/// Whether the line bounds a document.
pub(super) fn marker(line: &str) -> Option<Marker> {
    let rest = line.strip_prefix("---").map(|rest| (rest, Marker::Start));
    let (rest, marker) = rest.or_else(|| line.strip_prefix("...").map(|rest| (rest, Marker::End)))?;
    (rest.is_empty() || rest.starts_with([' ', '\t'])).then_some(marker)
}

impl Line {
    pub(super) fn read(text: &str, span: Range<usize>) -> Self {
        let line = &text[span.clone()];
        let content = line.trim_start_matches([' ', '\t']);
        let blank = span.start..span.end - content.len();
        let mut column = blank.len();
        let mut at = blank.end;
        let mut dashes = false;
        while text[at..span.end].starts_with("- ") {
            let rest = text[at + 1..span.end].trim_start_matches(' ');
            column += span.end - rest.len() - at;
            at = span.end - rest.len();
            dashes = true;
        }
        dashes |= &text[at..span.end] == "-";
        let content = &text[at..span.end];
        let found = key(content);
        let (key, colon, glued) = match found {
            Some((key, colon, glued)) => (Some(at..at + key), Some(at + colon), glued),
            None => (None, None, false),
        };
        let start = colon.map_or(at, |colon| colon + 1);
        let rest = &text[start..span.end];
        let start = start + (rest.len() - rest.trim_start().len());
        let end = start + without_comment(&text[start..span.end]).trim_end().len();
        Self { span, blank, column, dashes, key, colon, glued, value: start..end.max(start) }
    }

    pub(super) fn is_blank(&self) -> bool {
        self.blank.end == self.span.end
    }

    pub(super) fn is_comment(&self, text: &str) -> bool {
        text[self.blank.end..self.span.end].starts_with('#')
    }

    /// Whether it reads as part of a block, not of a sentence.
    pub(super) fn is_entry(&self) -> bool {
        self.dashes || self.key.is_some() && !self.glued
    }
}

/// The lengths of the key and of all up to its colon, and whether the value is glued to that.
fn key(content: &str) -> Option<(usize, usize, bool)> {
    let first = content.chars().next()?;
    if let Some(close) = [('"', '"'), ('\'', '\''), ('“', '”')].iter().find(|(open, _)| *open == first).map(|pair| pair.1) {
        let inside = &content[first.len_utf8()..];
        let end = first.len_utf8() + inside.find(close)? + close.len_utf8();
        let colon = content.len() - content[end..].trim_start().len();
        let rest = content[colon..].strip_prefix(':')?;
        return Some((end, colon, !(rest.is_empty() || rest.starts_with([' ', '\t']))));
    }
    if matches!(first, '[' | '{' | '#' | '|' | '>' | ',' | ']' | '}' | '!' | '&') {
        return None;
    }
    let mut from = 0;
    while let Some(colon) = content[from..].find(':').map(|found| from + found) {
        if content[from..colon].contains(" #") {
            break;
        }
        let rest = &content[colon + 1..];
        if rest.is_empty() || rest.starts_with([' ', '\t']) {
            let key = content[..colon].trim_end();
            return is_key(key).then_some((key.len(), colon, false));
        }
        from = colon + 1;
    }
    let colon = content.find(':')?;
    let (name, rest) = (&content[..colon], &content[colon + 1..]);
    let plain = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    (plain && !rest.starts_with(['/', ':', '\\'])).then_some((name.len(), colon, true))
}

/// Whether a key's text is one, and not the start of a sentence.
pub(super) fn is_key(key: &str) -> bool {
    !key.is_empty()
        && key.split_whitespace().take(KEY_WORDS + 1).count() <= KEY_WORDS
        && ![", ", ". ", "! ", "? "].iter().any(|end| key.contains(end))
        && !key.ends_with(['.', '!', '?', ','])
        && !key.starts_with("**")
        && !key.starts_with("I ")
        && !key.starts_with("I'")
}

/// A value without the comment behind it; a quoted one is left whole, its own end is looked for elsewhere.
pub(super) fn without_comment(value: &str) -> &str {
    if value.starts_with(['"', '\'', '[', '{']) {
        return value;
    }
    if value.starts_with('#') {
        return "";
    }
    match value.find(" #").or_else(|| value.find("\t#")) {
        Some(at) => &value[..at],
        None => value,
    }
}
