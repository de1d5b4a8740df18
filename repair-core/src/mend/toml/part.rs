//! Which part of an answer is the document.

use std::ops::Range;

use super::{
    super::{
        EditKind, Options, Risk, Unmendable, UnmendableKind,
        around::{self, Fence},
        edits::{Edits, refuse},
    },
    key,
};

/// The document's span; the edits drop the rest.
pub(super) fn find(text: &str, options: &Options, edits: &mut Edits) -> Result<Range<usize>, Unmendable> {
    let from = around::start(text)?.1;
    let fences: Vec<Fence> = around::fences(text, from, options)
        .into_iter()
        .filter(|fence| matches!(fence.language.as_str(), "" | "toml" | "ini" | "text" | "txt" | "conf"))
        .collect();
    let named = |fence: &&Fence| fence.language == "toml";
    let fence = fences.iter().find(named).or_else(|| fences.iter().find(|fence| is_document(text, fence.body.clone())));
    let kept = match fence {
        Some(fence) => fence.body.clone(),
        None => unfenced(text, from..text.len())?,
    };
    let mut dropped = Edits::default();
    around::drop_around(&mut dropped, text, fence, &kept)?;
    let mut dropped = dropped.into_list();
    let others = fences.iter().filter(|other| fence.is_some_and(|fence| fence.open.start != other.open.start));
    for other in others.filter(|other| named(other) || is_document(text, other.body.clone())) {
        for edit in dropped.iter_mut().filter(|edit| edit.span.contains(&other.open.start)) {
            (edit.kind, edit.risk) = (EditKind::SecondDocument, Risk::Loss);
        }
    }
    edits.extend(dropped);
    Ok(kept)
}

fn lines(text: &str, span: Range<usize>) -> impl DoubleEndedIterator<Item = Range<usize>> + Clone {
    let lines: Vec<_> = text[span.clone()]
        .split_inclusive('\n')
        .scan(span.start, |at, line| {
            *at += line.len();
            Some(*at - line.len()..*at)
        })
        .collect();
    lines.into_iter()
}

fn is_document(text: &str, span: Range<usize>) -> bool {
    lines(text, span).any(|line| is_entry(&text[line], "="))
}

/// Whether a line is a table's header, or a key with its value behind one of the separators.
fn is_entry(line: &str, separators: &str) -> bool {
    let line = line.trim();
    if line.starts_with('[') && line.ends_with(']') && !line.contains(['=', '"', ',', '(']) {
        return true;
    }
    let cut_header = line.strip_prefix('[').map(|name| name.trim_start_matches('['));
    if cut_header.is_some_and(|name| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
    }) {
        return true;
    }
    let Some(at) = key::separator(line) else { return false };
    separators.contains(&line[at..at + 1]) && key::is_likely(line[..at].trim_end()) && !line[at + 1..].trim().is_empty()
}

/// The lines from the first entry to the last; sentences before and, behind a blank line, after are none of them.
fn unfenced(text: &str, span: Range<usize>) -> Result<Range<usize>, Unmendable> {
    let all = lines(text, span.clone());
    let separators = if all.clone().any(|line| is_entry(&text[line], "=")) { "=" } else { "=:" };
    let Some(first) = all.clone().find(|line| is_entry(&text[line.clone()], separators)) else {
        return Err(refuse(UnmendableKind::Nothing, span.start, "there is no TOML here"));
    };
    let mut start = first.start;
    // A sentence announces; what stands between it and the first entry, and is none, is left to be mended or refused.
    for line in all.clone().rev().filter(|line| line.end <= first.start) {
        let words = text[line.clone()].trim();
        let entry = words.starts_with('#') && !words.starts_with("##")
            || is_entry(words, "=:")
            || !words.is_empty() && !around::is_sentence(words);
        if !entry {
            break;
        }
        start = line.start;
    }
    let mut blank = false;
    let mut end = None;
    for line in all.filter(|line| line.start >= first.end) {
        let words = text[line.clone()].trim_end();
        if words.trim().is_empty() {
            blank = true;
            continue;
        }
        if is_entry(words, "=:") {
            end = None;
        } else if end.is_none() && blank && is_sentence(words) {
            end = Some(line.start);
        }
        blank = false;
    }
    let before = &text[span.start..start];
    let start = if before.trim().is_empty() { span.start } else { start };
    Ok(start..end.unwrap_or(span.end))
}

fn is_sentence(line: &str) -> bool {
    line.starts_with(char::is_alphabetic) && around::is_sentence(line)
}
