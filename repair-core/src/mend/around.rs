//! What stands around a value in an answer: a byte order mark, thinking, fences, prose.

use std::ops::Range;

use super::{
    EditKind, Options, Risk, Unmendable, UnmendableKind,
    edits::{Edits, refuse},
};

const THINKING: [(&str, &str); 2] = [("<think>", "</think>"), ("<thinking>", "</thinking>")];

/// A fenced block.
#[derive(Clone, Debug)]
pub(super) struct Fence {
    /// The opening line, its line break included.
    pub(super) open: Range<usize>,
    /// What stands between the fences.
    pub(super) body: Range<usize>,
    /// The closing line; `None` where the text ends before.
    pub(super) close: Option<Range<usize>>,
    /// The language named after the fence, in lower case.
    pub(super) language: String,
}

/// Where a mark at the start ends, and where the answer proper starts: behind blocks of thinking, and behind an end of thinking that
/// no start belongs to.
pub(super) fn start(text: &str) -> Result<(usize, usize), Unmendable> {
    let blank = text.len() - text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
    let mark = text[..blank].rfind('\u{feff}').map_or(0, |mark| mark + '\u{feff}'.len_utf8());
    let mut at = mark;
    let mut closes = THINKING.map(|(_, close)| text.find(close));
    loop {
        let rest = text[at..].trim_start();
        let here = text.len() - rest.len();
        for (next, (_, close)) in closes.iter_mut().zip(THINKING) {
            if next.is_some_and(|next| next < here) {
                *next = rest.find(close).map(|found| here + found);
            }
        }
        if let Some(which) = THINKING.iter().position(|(open, _)| rest.starts_with(open)) {
            let Some(close) = closes[which] else {
                return Err(refuse(UnmendableKind::Nothing, here, "nothing follows the thinking"));
            };
            at = close + THINKING[which].1.len();
            continue;
        }
        let orphan = (0..THINKING.len()).filter_map(|which| closes[which].map(|close| (close, THINKING[which]))).min();
        let Some((close, (open, name))) = orphan else { return Ok((mark, at)) };
        let before = &text[here..close];
        let after = &text[close + name.len()..];
        if before.contains(open) || before.contains("```") || !after.starts_with(['\n', '\r', '<', '`']) {
            return Ok((mark, at));
        }
        at = close + name.len();
    }
}

/// The fenced blocks from `from` on. A fence that is further indented than the one before it belongs to what that one holds.
pub(super) fn fences(text: &str, from: usize, options: &Options) -> Vec<Fence> {
    let mut found: Vec<Fence> = Vec::new();
    let mut open: Option<(Range<usize>, &str, usize, String)> = None;
    let mut at = from;
    for line in text[from..].split_inclusive('\n') {
        let span = at..at + line.len();
        at = span.end;
        let bare = line.trim();
        let indent = line.len() - line.trim_start().len();
        match &open {
            None if found.len() < options.max_candidates => {
                if let Some((mark, language)) = mark(bare) {
                    open = Some((span, mark, indent, language));
                }
            }
            None => break,
            Some((start, mark, depth, language)) => {
                if indent <= *depth && bare.starts_with(mark) && bare.trim_start_matches(&mark[..1]).is_empty() {
                    let body = start.end..span.start;
                    found.push(Fence { open: start.clone(), body, close: Some(span), language: language.clone() });
                    open = None;
                }
            }
        }
    }
    if let Some((start, _, _, language)) = open {
        found.push(Fence { body: start.end..text.len(), open: start, close: None, language });
    }
    found
}

fn mark(line: &str) -> Option<(&str, String)> {
    let first = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let len = line.len() - line.trim_start_matches(first).len();
    let language = &line[len..];
    (len >= 3 && language.len() <= 40 && !language.contains('`')).then(|| (&line[..len], language.trim().to_ascii_lowercase()))
}

/// Drops all that stands around `kept`, each part under its name. Blank lines after it stay.
pub(super) fn drop_around(edits: &mut Edits, text: &str, fence: Option<&Fence>, kept: &Range<usize>) -> Result<(), Unmendable> {
    let (mark, thinking) = start(text)?;
    edits.delete(0..mark.min(kept.start), EditKind::ByteOrderMark, Risk::Exact);
    edits.delete(mark..thinking.min(kept.start).max(mark), EditKind::Thinking, Risk::Exact);
    let mut at = thinking.max(mark);
    if let Some(fence) = fence.filter(|fence| fence.open.start >= at && fence.open.end <= kept.start) {
        prose(edits, text, at..fence.open.start);
        edits.delete(fence.open.clone(), EditKind::Fence, Risk::Exact);
        at = fence.open.end;
    }
    prose(edits, text, at..kept.start);
    let mut at = kept.end;
    if let Some(close) = fence.and_then(|fence| fence.close.as_ref()).filter(|close| close.start >= at) {
        prose(edits, text, at..close.start);
        edits.delete(close.clone(), EditKind::Fence, Risk::Exact);
        at = close.end;
    }
    if !text[at..].trim().is_empty() || at != kept.end {
        prose(edits, text, at..text.len());
    }
    Ok(())
}

/// Whether a line that is no entry of a format reads as a sentence or a heading, and not as an entry gone wrong.
pub(super) fn is_sentence(line: &str) -> bool {
    let line = line.trim();
    let words = line.split_whitespace().take(4).count();
    let heading = line.starts_with("**") || line.starts_with('#') || line.starts_with("---");
    !line.contains('=') && (heading || words == 4 || words > 0 && line.ends_with(['.', ':', '!', '?']))
}

/// Whether a text that starts and ends with the same quote holds parts in quotes, as `"a" and "b"`, rather than being in quotes as a whole.
pub(super) fn quotes_parts(value: &str, quote: char) -> bool {
    let marks = value.matches(quote).count();
    let Some(first) = value[1..].find(quote).map(|found| found + 1) else { return false };
    let closes =
        !value[..first].ends_with(' ') && value[first + 1..].starts_with([' ', ',', '.', ';', '/', '-', ')', '&', '+', '|']);
    marks >= 4 && marks.is_multiple_of(2) && closes
}

fn prose(edits: &mut Edits, text: &str, span: Range<usize>) {
    if span.start < span.end {
        let kind = if text[span.clone()].trim().is_empty() { EditKind::Blank } else { EditKind::Prose };
        edits.delete(span, kind, Risk::Exact);
    }
}
