//! Which parts of an answer may be the value: what stands in fences, after the thinking, in the middle of prose.

use std::ops::Range;

use serde::de::IgnoredAny;

/// How many places an answer's value is looked for at; a bound on work, not on answers anyone has seen.
const MAX_PLACES: usize = 64;
/// How many values may turn out to be unclosed at the answer's end, each read up to there.
const MAX_UNCLOSED: usize = 8;

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";

/// The answer after its thinking: leading `<think>` blocks, or all up to an orphan `</think>`, cut off.
pub(crate) fn without_thinking(answer: &str) -> &str {
    let mut rest = answer.trim_start();
    while let Some(inside) = rest.strip_prefix(OPEN) {
        match inside.split_once(CLOSE) {
            Some((_, after)) => rest = after.trim_start(),
            None => return "",
        }
    }
    match rest.find(CLOSE) {
        Some(at) if !rest[..at].contains(OPEN) && !rest[..at].contains(['{', '[', '"']) => &rest[at + CLOSE.len()..],
        _ => rest,
    }
}

/// The content of the first fenced block, if there is one; the fence's own lines are not part of it.
pub(crate) fn fenced(text: &str) -> Option<&str> {
    let mut offset = 0;
    let mut open: Option<(&str, usize)> = None;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        match open {
            None => {
                if let Some(mark) = fence_mark(trimmed) {
                    open = Some((mark, offset + line.len()));
                }
            }
            Some((mark, start)) => {
                if trimmed.len() >= mark.len()
                    && trimmed.starts_with(mark)
                    && trimmed.trim_matches(mark.chars().next()?).is_empty()
                {
                    return Some(text[start..offset].trim_matches(['\r', '\n']));
                }
            }
        }
        offset += line.len();
    }
    None
}

/// The content if the text is one fenced block and nothing else.
pub(crate) fn only_fenced(text: &str) -> Option<&str> {
    let text = text.trim();
    let mark = fence_mark(text.lines().next()?)?;
    let last = text.lines().next_back()?.trim();
    (text.lines().count() > 1 && last.starts_with(mark) && last.trim_matches(mark.chars().next()?).is_empty())
        .then(|| fenced(text))
        .flatten()
        .filter(|content| content.len() + mark.len() * 2 + 2 <= text.len())
}

fn fence_mark(line: &str) -> Option<&str> {
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let len = line.chars().take_while(|&c| c == mark).count();
    let info = &line[len..];
    (len >= 3 && !info.contains('`') && info.len() <= 40).then(|| &line[..len])
}

/// The JSON objects and arrays in a text, in order; those in a draft (inside `<think>`) only if nothing else is there.
pub(crate) fn json_spans(text: &str) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    let mut unclosed = 0;
    for _ in 0..MAX_PLACES {
        let Some(start) = text[at..].find(['{', '[']).map(|found| at + found) else { break };
        let mut values = serde_json::Deserializer::from_str(&text[start..]).into_iter::<IgnoredAny>();
        match values.next() {
            Some(Ok(IgnoredAny)) => {
                at = start + values.byte_offset();
                spans.push(start..at);
            }
            Some(Err(error)) if error.is_eof() && unclosed == MAX_UNCLOSED => break,
            Some(Err(error)) => {
                unclosed += usize::from(error.is_eof());
                at = start + 1;
            }
            None => break,
        }
    }
    let drafts = drafts(text, &spans);
    if spans.iter().any(|span| !inside(span, &drafts)) {
        spans.retain(|span| !inside(span, &drafts));
    }
    spans
}

fn inside(span: &Range<usize>, drafts: &[Range<usize>]) -> bool {
    drafts.iter().any(|draft| draft.start <= span.start && span.end <= draft.end)
}

/// The thinking in a text, tags inside a value's strings not counted; an orphan `</think>` ends what began at the start.
fn drafts(text: &str, spans: &[Range<usize>]) -> Vec<Range<usize>> {
    let in_value = |at: usize| spans.iter().any(|span| span.contains(&at));
    let mut drafts = Vec::new();
    let mut open = None;
    let mut tags: Vec<(usize, bool)> = text.match_indices(OPEN).map(|(at, _)| (at, true)).collect();
    tags.extend(text.match_indices(CLOSE).map(|(at, _)| (at, false)));
    tags.sort_unstable();
    for (at, opens) in tags.into_iter().filter(|&(at, _)| !in_value(at)) {
        match (opens, open) {
            (true, None) => open = Some(at),
            (true, Some(_)) => {}
            (false, start) => {
                // An orphan close covers everything before it, unless a block was closed already.
                drafts.push(start.unwrap_or(0)..at);
                open = None;
            }
        }
    }
    if let Some(start) = open {
        drafts.push(start..text.len());
    }
    drafts
}
