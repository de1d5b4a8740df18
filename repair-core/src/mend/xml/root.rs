//! Which element of an answer is the document, and what stands around it.

use std::ops::Range;

use super::{
    super::{
        EditKind, Options, Risk, Unmendable, UnmendableKind,
        around::{self, Fence},
        edits::{Edits, refuse},
    },
    entity,
    names::Names,
    pairs::{self, Pairs},
    scan::{Scanner, Token},
    tag,
    weave::Weaver,
};

struct Place {
    start: usize,
    in_line: bool,
    closed: bool,
}

pub(super) fn mend(
    text: &str,
    names: Option<&Names>,
    well_formed: bool,
    options: &Options,
    edits: &mut Edits,
) -> Result<(), Unmendable> {
    let from = if well_formed { 0 } else { around::start(text)?.1 };
    let fences = if well_formed { Vec::new() } else { around::fences(text, from, options) };
    let found = places(text, from..text.len(), options);
    let Some(place) = choose(&found, &fences) else {
        return Err(refuse(UnmendableKind::Nothing, from, "there is no XML here"));
    };
    let fence = fences.iter().rfind(|fence| fence.open.end <= place.start);
    let body_end = fence.and_then(|fence| fence.close.as_ref()).map(|close| close.start);
    let mut end = text.len();
    let mut pairs = pairs::read(text, Scanner::new(text, place.start..end), options)?;
    if let (true, Some(body_end)) = (!is_closed(&pairs), body_end) {
        end = body_end.max(place.start);
        pairs = pairs::read(text, Scanner::new(text, place.start..end), options)?;
    }
    let closed = is_closed(&pairs);
    if closed {
        end = pairs.tokens.last().map_or(end, |token| span(token).end);
    } else {
        end = place.start + text[place.start..end].trim_end().len();
    }
    let start = prolog(text, from..place.start)?;
    let rest = if closed { misc(text, end) } else { end };
    Weaver::new(text, &pairs, names, edits).weave(end, options)?;
    if well_formed {
        return Ok(());
    }
    let extra = doubled_close(text, place.start, rest);
    edits.delete(rest..extra, EditKind::ExtraCloser, Risk::Guess);
    let behind = if closed { places(text, extra..text.len(), options) } else { Vec::new() };
    let before = found.iter().filter(|other| other.start < start);
    let other = before.chain(&behind).find(|other| !other.in_line && other.closed);
    let mut dropped = Edits::default();
    around::drop_around(&mut dropped, text, fence, &(start..extra))?;
    let mut dropped = dropped.into_list();
    if let Some(other) = other {
        for edit in dropped.iter_mut().filter(|edit| edit.span.contains(&other.start)) {
            (edit.kind, edit.risk) = (EditKind::SecondDocument, Risk::Loss);
        }
    }
    edits.extend(dropped);
    Ok(())
}

/// Where an element may start outside of a sentence's inline code.
fn places(text: &str, span: Range<usize>, options: &Options) -> Vec<Place> {
    let mut found = Vec::new();
    let mut at = span.start;
    let mut skip_to = span.start;
    while found.len() < options.max_candidates {
        let Some(start) = memchr::memchr(b'<', &text.as_bytes()[at..span.end]).map(|found| at + found) else { break };
        at = start + 1;
        if text[start..].starts_with("<!--") {
            at = text[start..].find("-->").map_or(span.end, |close| start + close);
        }
        if start < skip_to || !text[at..].starts_with(tag::starts_name) {
            continue;
        }
        let rest = &text[at..];
        let name = &rest[..rest.find(|c| !tag::in_name(c)).unwrap_or(rest.len())];
        let line = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let before = text[line..start].trim_end();
        let behind_markup = before.ends_with("?>") || before.ends_with("-->");
        let behind_other = before.ends_with('>') && found.last().is_some_and(|last: &Place| !last.in_line);
        let in_line = !(before.trim_start_matches(['\u{feff}', ' ', '\t']).is_empty() || behind_markup || behind_other);
        let close = rest.find(&format!("</{name}"));
        let empty = tag::read(text, start).is_ok_and(|tag| tag.empty);
        if in_line && text[..start].ends_with('`') {
            continue;
        }
        if let Some(close) = close.filter(|_| !in_line) {
            skip_to = at + close;
        }
        found.push(Place { start, in_line, closed: close.is_some() || empty });
    }
    found
}

/// Fenced before unfenced, at a line's start before within one. One that is not closed still comes before what it holds.
fn choose<'a>(places: &'a [Place], fences: &[Fence]) -> Option<&'a Place> {
    let fenced = |place: &&Place| fences.iter().any(|fence| fence.body.contains(&place.start));
    let line_start = |place: &&Place| !place.in_line;
    places
        .iter()
        .find(|place| fenced(place) && line_start(place))
        .or_else(|| places.iter().find(line_start))
        .or_else(|| places.iter().find(|place| place.closed))
}

fn is_closed(pairs: &Pairs) -> bool {
    pairs.mate.first().is_some_and(Option::is_some) || matches!(pairs.tokens.first(), Some(Token::Open(tag, _)) if tag.empty)
}

fn span(token: &Token) -> Range<usize> {
    match token {
        Token::Open(_, span) | Token::Close(_, span) | Token::Text(span) | Token::Raw(span, _) | Token::Fragment(span) => {
            span.clone()
        }
        Token::Bare(at) => *at..at + 1,
    }
}

/// Where the declaration or the comments directly before the root start.
fn prolog(text: &str, before: Range<usize>) -> Result<usize, Unmendable> {
    let mut start = before.end;
    let part = &text[before.clone()];
    for doctype in ["<!DOCTYPE", "<!doctype", "<!ENTITY"] {
        if let Some(at) = part.rfind(doctype) {
            return Err(refuse(UnmendableKind::Unreadable, before.start + at, "a document type is not read"));
        }
    }
    loop {
        let head = text[before.start..start].trim_end_matches(entity::BLANK);
        let open = match () {
            () if head.ends_with("?>") => head.rfind("<?"),
            () if head.ends_with("-->") => head.rfind("<!--"),
            () => None,
        };
        match open {
            Some(open) => start = before.start + open,
            None => return Ok(start),
        }
    }
}

/// Where the comments, instructions and blanks after the root end.
fn misc(text: &str, from: usize) -> usize {
    let mut at = from;
    loop {
        let rest = text[at..].trim_start_matches(entity::BLANK);
        let close = if rest.starts_with("<!--") { "-->" } else { "?>" };
        match rest.find(close).filter(|_| rest.starts_with("<!--") || rest.starts_with("<?")) {
            Some(found) => at = text.len() - rest.len() + found + close.len(),
            None => return at,
        }
    }
}

/// Where the root's own closing tag, written a second time, ends.
fn doubled_close(text: &str, root: usize, from: usize) -> usize {
    let rest = text[from..].trim_start();
    let name = &text[root + 1..];
    let name = &name[..name.find(|c| !tag::in_name(c)).unwrap_or(name.len())];
    let doubled = rest.strip_prefix("</").and_then(|rest| rest.strip_prefix(name)).filter(|rest| rest.starts_with('>'));
    doubled.map_or(from, |rest| text.len() - rest.len() + 1)
}
