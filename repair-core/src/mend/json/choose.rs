//! Which of the candidates is the answer, and what becomes of the rest of the text.

use std::ops::Range;

use super::{
    Judge,
    candidates::{Candidate, Found, Setting},
    scan::{at, is_space},
    stop::{refuse, unreadable},
    trivia::{self, Comments},
};
use crate::mend::{Edit, EditKind, Risk, Unmendable, UnmendableKind, edit::splice};

/// The edits that leave nothing but the answer.
pub(super) fn choose(text: &str, found: Found, judge: Option<Judge<'_>>) -> Result<Vec<Edit>, Unmendable> {
    let Found { mut candidates, failure, wrecked, thought } = found;
    let words = has_words(text, &candidates);
    if candidates.len() > 1
        && let Some(edits) = series(text, &candidates)
    {
        return Ok(edits);
    }
    let judged = judge.and_then(|judge| judged(text, &candidates, judge));
    if judged.is_none() {
        candidates.retain(|candidate| !words || is_answer(text, candidate));
    }
    if candidates.is_empty()
        && let Some(edits) = lines(text)
    {
        return Ok(edits);
    }
    let nothing = || match &failure {
        Some(stop) => stop.within(text),
        None => refuse(UnmendableKind::Nothing, 0, "there is no JSON in it", text),
    };
    let best = judged.clone().or_else(|| ranked(&candidates, words));
    let Some((first, rest)) = best.as_deref().and_then(<[usize]>::split_first) else { return Err(nothing()) };
    let of = |i: &usize| candidates.get(*i).map(|candidate| mended(text, candidate));
    let settled = words || answers_once(&candidates, rest);
    let one = if rest.is_empty() { None } else { of(first) };
    if !rest.is_empty() && (!settled || rest.iter().any(|other| of(other) != one)) {
        let at = rest.first().and_then(|&i| candidates.get(i)).map_or(0, |candidate| candidate.document.span.start);
        return Err(refuse(UnmendableKind::Ambiguous, at, "several parts may be the value", text));
    }
    let first = *first;
    if judged.is_none()
        && let Some(other) = cut_rival(&candidates, first)
    {
        return Err(refuse(UnmendableKind::Ambiguous, other, "a second value breaks off after the first", text));
    }
    if first >= candidates.len() {
        return Err(nothing());
    }
    let answer = candidates.swap_remove(first);
    if let Some(stop) = failure
        && wrecked
        && answer.setting <= Setting::Prose
    {
        return Err(stop.within(text));
    }
    surround(text, answer, thought)
}

/// The text of a candidate alone.
fn mended(text: &str, candidate: &Candidate) -> String {
    splice(text, candidate.document.span.clone(), &candidate.document.edits)
}

fn judged(text: &str, candidates: &[Candidate], judge: Judge<'_>) -> Option<Vec<usize>> {
    let fit = |candidate: &Candidate| judge(&mended(text, candidate));
    let scores: Vec<_> = candidates
        .iter()
        .map(|candidate| (candidate.setting != Setting::Thinking, fit(candidate), candidate.setting))
        .map(|score| (score.1 > 0).then_some(score))
        .collect();
    let most = *scores.iter().flatten().max()?;
    Some(indices(&scores, &Some(most)))
}

fn ranked(candidates: &[Candidate], words: bool) -> Option<Vec<usize>> {
    if !words && candidates.iter().all(|candidate| candidate.setting == Setting::Prose) {
        return Some((0..candidates.len()).collect());
    }
    let ranks: Vec<_> = candidates.iter().map(rank).collect();
    let most = *ranks.iter().max()?;
    Some(indices(&ranks, &most))
}

/// Whether the candidates are fenced, so that one may repeat another.
fn answers_once(candidates: &[Candidate], chosen: &[usize]) -> bool {
    chosen.iter().filter_map(|&i| candidates.get(i)).all(|candidate| candidate.setting > Setting::Prose)
}

fn indices<T: PartialEq>(all: &[T], one: &T) -> Vec<usize> {
    all.iter().enumerate().filter(|(_, other)| *other == one).map(|(i, _)| i).collect()
}

/// Where it stands, whether nothing is lost in it, and whether it is more than a list of numbers.
fn rank(candidate: &Candidate) -> (Setting, bool, bool) {
    let lossless = candidate.document.edits.iter().all(|edit| edit.risk < Risk::Loss);
    let weight = candidate.document.object || candidate.document.rich;
    match candidate.setting {
        Setting::Prose => (Setting::Prose, weight, lossless),
        setting => (setting, lossless, weight),
    }
}

/// Where a value after the chosen one starts that stands as it does, weighs as much, and breaks off.
fn cut_rival(candidates: &[Candidate], chosen: usize) -> Option<usize> {
    let like = |candidate: &Candidate| {
        let (setting, weight) = (candidate.setting, candidate.document.object || candidate.document.rich);
        (setting == Setting::Prose).then_some(weight)
    };
    let weight = like(candidates.get(chosen)?)?;
    let mut after = candidates.iter().skip(chosen + 1);
    let rival = after.find(|other| other.document.cut && like(other) == Some(weight))?;
    Some(rival.document.span.start)
}

/// Among words, empty brackets are a mention, words in brackets a remark, and whole numbers may be a citation.
fn is_answer(text: &str, candidate: &Candidate) -> bool {
    let document = &candidate.document;
    let fenced = candidate.setting > Setting::Prose;
    let plain = || document.edits.is_empty() && !is_citation(text, &document.span);
    fenced || (document.entries > 0 && (document.object || document.rich || plain()))
}

/// Whether a list is one of whole numbers in the middle of a sentence: neither announced by a colon nor on lines of its
/// own.
fn is_citation(text: &str, list: &Range<usize>) -> bool {
    let blank = |c: char| c.is_ascii() && is_space(c as u8);
    let before = text.get(..list.start).unwrap_or_default();
    let after = text.get(list.end..).unwrap_or_default();
    let gap = before.get(before.trim_end_matches(blank).len()..).unwrap_or_default();
    let rest = after.trim_start_matches([' ', '\t', '\r', '.', ',', ';']);
    let own = (gap.contains('\n') || gap.len() == before.len()) && (rest.is_empty() || rest.starts_with('\n'));
    let announced = before.trim_end_matches(blank).ends_with([':', '=']);
    let whole = |byte: u8| is_space(byte) || byte.is_ascii_digit() || matches!(byte, b'[' | b']' | b',');
    !own && !announced && text.get(list.clone()).is_some_and(|list| list.bytes().all(whole))
}

/// Whether there are words outside the candidates, comments apart.
fn has_words(text: &str, candidates: &[Candidate]) -> bool {
    let mut from = 0;
    let mut gaps: Vec<_> = candidates
        .iter()
        .map(|candidate| {
            let gap = from..candidate.document.span.start;
            from = candidate.document.span.end;
            gap
        })
        .collect();
    gaps.push(from..text.len());
    let mut comments = Comments::default();
    gaps.into_iter().any(|gap| {
        let mut i = gap.start;
        while i < gap.end {
            let skip = comments.at(text.as_bytes(), i);
            let letter = |rest: &str| rest.chars().next().is_some_and(char::is_alphanumeric);
            if skip == 0 && text.get(i..).is_some_and(letter) {
                return true;
            }
            i += skip.max(1);
        }
        false
    })
}

/// Several documents with commas or line breaks between and nothing else: together they are a list.
fn series(text: &str, candidates: &[Candidate]) -> Option<Vec<Edit>> {
    let mut edits = Vec::new();
    let mut comments = Comments::default();
    let mut from = 0;
    for (i, candidate) in candidates.iter().enumerate() {
        let span = candidate.document.span.clone();
        if candidate.setting != Setting::Prose || candidate.document.cut {
            return None;
        }
        let line = is_gap(text, from..span.start, &mut comments)?;
        if i > 0 && !line {
            return None;
        }
        let with = if i == 0 { "[" } else { ",\n" };
        edits.push(Edit { span: from..span.start, kind: EditKind::SecondDocument, replacement: with.into(), risk: Risk::Loss });
        edits.extend(candidate.document.edits.iter().cloned());
        from = span.end;
    }
    is_gap(text, from..text.len(), &mut comments)?;
    edits.push(Edit { span: from..text.len(), kind: EditKind::SecondDocument, replacement: "]".into(), risk: Risk::Loss });
    Some(edits)
}

/// Several lines, each of which is JSON: together they are a list.
fn lines(text: &str) -> Option<Vec<Edit>> {
    let mut edits = Vec::new();
    let mut gap = 0;
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        let value = line.trim_end_matches([' ', '\r', '\n', '\t', ',']);
        if !value.is_empty() {
            if !super::is_json(value) {
                return None;
            }
            let with = if edits.is_empty() { "[" } else { ",\n" };
            edits.push(Edit { span: gap..from, kind: EditKind::SecondDocument, replacement: with.into(), risk: Risk::Loss });
            gap = from + value.len();
        }
        from += line.len();
    }
    let several = edits.len() > 1;
    edits.push(Edit { span: gap..text.len(), kind: EditKind::SecondDocument, replacement: "]".into(), risk: Risk::Loss });
    several.then_some(edits)
}

/// Whether a gap holds a comma or line break; none if it holds more than space, commas and comments.
fn is_gap(text: &str, gap: Range<usize>, comments: &mut Comments) -> Option<bool> {
    let bytes = text.as_bytes();
    let mut i = gap.start;
    let mut line = false;
    while i < gap.end {
        let byte = at(bytes, i);
        line |= matches!(byte, b'\n' | b',');
        let skip =
            usize::from(is_space(byte) || matches!(byte, b',' | b';')).max(comments.at(bytes, i)).max(trivia::odd_space(text, i));
        if skip == 0 {
            return None;
        }
        i += skip;
    }
    Some(line)
}

/// The answer's edits, and those that take away what stands around it.
fn surround(text: &str, answer: Candidate, thought: usize) -> Result<Vec<Edit>, Unmendable> {
    let span = answer.document.span;
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    let mut edits = answer.document.edits;
    if !before.bytes().all(is_space) {
        let kind = if thought > 0 && thought <= span.start {
            EditKind::Thinking
        } else if answer.setting > Setting::Prose {
            EditKind::Fence
        } else if before.chars().any(char::is_alphanumeric) {
            EditKind::Prose
        } else {
            EditKind::ByteOrderMark
        };
        edits.insert(0, Edit { span: 0..span.start, kind, replacement: "".into(), risk: Risk::Exact });
    }
    if !after.bytes().all(is_space) {
        let (kind, risk) = behind(unquoted(before, after));
        if kind == EditKind::Unreadable {
            return Err(unreadable(span.end, "the text goes on after the value").within(text));
        }
        edits.push(Edit { span: span.end..text.len(), kind, replacement: "".into(), risk });
    }
    Ok(edits)
}

/// What stands behind an answer that was quoted as a whole: without that quote.
fn unquoted<'a>(before: &str, after: &'a str) -> &'a str {
    let quote = before.chars().next_back().filter(|quote| matches!(quote, '"' | '\'' | '`'));
    quote.and_then(|quote| after.strip_prefix(quote)).unwrap_or(after)
}

/// What stands behind the answer.
fn behind(text: &str) -> (EditKind, Risk) {
    let text = text.trim_start();
    if text.starts_with("```") {
        return (EditKind::Fence, Risk::Exact);
    }
    if text.bytes().all(|byte| is_space(byte) || matches!(byte, b',' | b';' | b'.')) {
        return (EditKind::ExtraComma, Risk::Exact);
    }
    if text.bytes().all(|byte| is_space(byte) || matches!(byte, b'}' | b']' | b')' | b',' | b';' | b'`')) {
        return (EditKind::ExtraCloser, Risk::Guess);
    }
    if Comments::default().at(text.as_bytes(), 0) > 0 && !text.starts_with('#') {
        return (EditKind::Comment, Risk::Exact);
    }
    let next = text.trim_start_matches([',', ' ', '\n', '\r', '\t', '}', ']']);
    let closed = text.bytes().fold(0_i64, |n, byte| match byte {
        b'}' | b']' => n + 1,
        b'{' | b'[' => n - 1,
        _ => n,
    });
    let goes_on = next.starts_with(['"', ':', '\'']) || (closed > 0 && text.contains("\":"));
    if goes_on { (EditKind::Unreadable, Risk::Loss) } else { (EditKind::Prose, Risk::Exact) }
}
