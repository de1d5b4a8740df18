//! Which part of an answer is the document.

use std::ops::Range;

use super::{
    super::{
        EditKind, Options, Risk, Unmendable, UnmendableKind,
        around::{self, Fence},
        edits::{Edits, refuse},
    },
    line::{self, Line, Marker},
    read::Shape,
};

/// How answers open that are about to show something.
const OPENINGS: [&str; 10] =
    ["Here", "Sure", "Below", "Certainly", "Of course", "The following", "Okay", "OK", "Absolutely", "This is"];

/// Whether a text that reads strictly may still be more than a document, or a document that reads as less.
pub(super) fn may_be_more(text: &str, shape: Shape) -> bool {
    let mut lines = line::lines(text, 0..text.len()).filter(|line| !text[line.clone()].trim().is_empty());
    match shape {
        _ if text.trim_start().starts_with("<think") => true,
        Shape::Collection => {
            let first = lines.next().map(|span| Line::read(text, span));
            let next = lines.next().map(|span| Line::read(text, span));
            first.zip(next).is_some_and(|(first, next)| is_opening(text, &first, &next))
        }
        Shape::Text => {
            let glued = lines.clone().all(|span| Line::read(text, span).glued);
            glued && lines.nth(1).is_some()
        }
        Shape::Other => false,
    }
}

/// Whether a line announces the document that follows it, though it reads as a key of it.
fn is_opening(text: &str, line: &Line, next: &Line) -> bool {
    let words = &text[line.span.clone()];
    words.ends_with(':')
        && words.contains(' ')
        && OPENINGS.iter().any(|opening| words.starts_with(opening))
        && next.blank.is_empty()
}

/// The document's span, and its lines; the edits drop the rest.
pub(super) fn find(text: &str, options: &Options, edits: &mut Edits) -> Result<(Range<usize>, Vec<Line>), Unmendable> {
    let from = around::start(text)?.1;
    let fences: Vec<Fence> = around::fences(text, from, options)
        .into_iter()
        .filter(|fence| matches!(fence.language.as_str(), "" | "yaml" | "yml" | "text" | "txt" | "json"))
        .filter(|fence| !text[fence.open.clone()].starts_with([' ', '\t']) || text[from..fence.open.start].trim().is_empty())
        .collect();
    let named = |fence: &&Fence| fence.language.starts_with('y');
    let fence = fences.iter().find(named).or_else(|| fences.first());
    let mut dropped = Edits::default();
    let (kept, end, mut lines) = document(text, fence.map_or(from..text.len(), |fence| fence.body.clone()), edits)?;
    // The part between the document's end and its fence is dropped already.
    around::drop_around(&mut dropped, text, fence, &(kept.start..end))?;
    let mut dropped = dropped.into_list();
    let others = fences.iter().filter(|other| fence.is_some_and(|fence| fence.open.start != other.open.start));
    for other in
        others.filter(|other| named(other) || other.language.is_empty() && fence.is_some_and(|fence| fence.language.is_empty()))
    {
        for edit in dropped.iter_mut().filter(|edit| edit.span.contains(&other.open.start)) {
            (edit.kind, edit.risk) = (EditKind::SecondDocument, Risk::Loss);
        }
    }
    edits.extend(dropped);
    lines.retain(|line| kept.contains(&line.span.start));
    Ok((kept, lines))
}

/// One document of a stream, without the marks that bound nothing and the prose around it.
fn document(text: &str, body: Range<usize>, edits: &mut Edits) -> Result<(Range<usize>, usize, Vec<Line>), Unmendable> {
    let lines: Vec<Line> = line::lines(text, body.clone()).map(|span| Line::read(text, span)).collect();
    let marker = |line: &Line| line::marker(&text[line.span.clone()]);
    let content = |line: &Line| !line.is_blank() && !line.is_comment(text) && !text[line.span.clone()].starts_with('%');
    let first = (0..lines.len()).find(|&at| content(&lines[at]) && marker(&lines[at]).is_none() && !is_prose(text, &lines, at));
    let Some(first) = first else {
        return Err(refuse(UnmendableKind::Nothing, body.start, "there is no YAML here"));
    };
    let alone = lines.iter().filter(|line| content(line)).count() == 1;
    let words = lines[first].key.clone().map_or(0, |key| text[key].split(' ').count());
    if alone && words > 2 {
        return Err(refuse(UnmendableKind::Nothing, body.start, "there is no YAML here but a sentence"));
    }
    // What directly precedes it and belongs to it: comments, a directive, the mark of its start.
    let mut start = first;
    while let Some(before) = start.checked_sub(1).map(|before| &lines[before]) {
        let belongs = before.is_blank() || before.is_comment(text) || text[before.span.clone()].starts_with('%');
        if marker(before) == Some(Marker::Start) && !lines[start..first].iter().any(|line| marker(line).is_some()) || belongs {
            start -= 1;
        } else {
            break;
        }
    }
    while start < first && lines[start].is_blank() {
        start += 1;
    }
    let kept_start = if lines[..start].iter().all(Line::is_blank) { body.start } else { lines[start].span.start };
    let close = (first + 1..lines.len()).find(|&at| marker(&lines[at]).is_some());
    let mut last = close.unwrap_or(lines.len());
    let mut end = body.end;
    if let Some(close) = close {
        let rest = &lines[close..];
        let entries = rest.iter().any(|line| line.is_entry() && marker(line).is_none());
        let words = rest.iter().any(|line| content(line) && marker(line).is_none());
        let (kind, risk) = match (entries, words) {
            (true, _) => (EditKind::SecondDocument, Risk::Loss),
            (_, true) => (EditKind::Prose, Risk::Exact),
            _ => (EditKind::Terminator, Risk::Exact),
        };
        edits.delete(lines[close].span.start..body.end, kind, risk);
    } else if let Some(tail) = closing_prose(text, &lines, first) {
        edits.delete(lines[tail].span.start..body.end, EditKind::Prose, Risk::Exact);
        last = tail;
    } else if let Some(line) = lines.last().filter(|_| lines.len() > first + 1) {
        let word = &text[line.span.clone()];
        let entries = lines[first].is_entry();
        if entries && line.blank.is_empty() && !line.is_entry() && !line.glued && !word.is_empty() && line.span.end == text.len()
        {
            let cut = word.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'"' | b'.'));
            if cut {
                end = line.span.start;
                edits.delete(line.span.clone(), EditKind::Cut, Risk::Loss);
            }
        }
    }
    if last < lines.len() {
        end = lines[last].span.start;
    }
    Ok((kept_start..end, body.end, lines))
}

/// Whether the line at `at`, before any entry, is a sentence and not a document's start.
fn is_prose(text: &str, lines: &[Line], at: usize) -> bool {
    let line = &lines[at];
    let next = lines[at + 1..].iter().find(|next| !next.is_blank());
    if next.is_some_and(|next| is_opening(text, line, next)) {
        return true;
    }
    let starts_flow = text[line.blank.end..line.span.end].starts_with(['{', '[']);
    let glued_next = next.is_some_and(|next| next.key.is_some()) || at > 0;
    let sentence = around::is_sentence(&text[line.span.clone()])
        || OPENINGS.iter().any(|opening| text[line.span.clone()].starts_with(opening));
    sentence && !(line.is_entry() || starts_flow || line.glued && glued_next)
}

/// The first line of a sentence behind a block, after a blank line; nothing of the block may come after it.
fn closing_prose(text: &str, lines: &[Line], first: usize) -> Option<usize> {
    if !lines[first].is_entry() {
        return None;
    }
    let entry = lines.iter().rposition(Line::is_entry)?.max(first);
    let at = (entry + 1..lines.len()).find(|&at| {
        let line = &lines[at];
        let sentence = line.blank.is_empty() && !line.is_blank() && !line.is_comment(text) && !line.glued;
        sentence && lines[at - 1].is_blank()
    })?;
    around::is_sentence(&text[lines[at].span.clone()]).then_some(at)
}
