//! What serde says, as findings.

use serde_path_to_error::{Path, Segment};

use super::span::pointer::escape;
use crate::{Finding, Findings, mend::nearest_name};

/// One finding for one serde error: its place, and what its message tells of rule, expectation and value.
pub(crate) fn findings(path: &Path, message: &str, syntax: bool) -> Findings {
    let at = pointer(path, message.starts_with("invalid type: unit variant"));
    // serde_json ends its messages with a position, which the path replaces.
    let message = message.rsplit_once(" at line ").map_or(message, |(before, _)| before);
    if syntax {
        return Finding::at(at).rule("syntax").expected("well-formed text").hint(message).into();
    }
    if let Some(field) = between(message, "missing field `", '`') {
        return Finding::at(format!("{at}/{}", escape(field))).rule("required").expected("a value").into();
    }
    if let Some((field, known)) = unknown(message, "unknown field `") {
        // The path leads to the key where it was read as one.
        let key = format!("/{}", escape(field));
        let finding = Finding::at(if at.ends_with(&key) { at } else { at + &key }).rule("unknown");
        let expected = if known.is_empty() { "no such key" } else { "one of the allowed keys" };
        return choice(finding.expected(expected), field, &known).into();
    }
    if let Some((value, known)) = unknown(message, "unknown variant `") {
        let finding = Finding::at(at).rule("enum").expected("one of the allowed values").received(value);
        return choice(finding, value, &known).into();
    }
    if let Some((received, expected)) = message.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected ")) {
        return Finding::at(at).rule("type").expected(plain(expected)).received(plain(received)).into();
    }
    if let Some((received, expected)) = message.strip_prefix("invalid value: ").and_then(|rest| rest.split_once(", expected ")) {
        return Finding::at(at).rule("value").expected(expected).received(received).into();
    }
    Finding::at(at).rule("type").expected("a value of the type").hint(message).into()
}

/// A name that serde does not know, and those that it does. The name is the input's own text: what it has in common with
/// serde's words is part of it.
fn unknown<'m>(message: &'m str, before: &str) -> Option<(&'m str, Vec<&'m str>)> {
    let rest = message.strip_prefix(before)?;
    let Some((name, known)) = rest.rsplit_once("`, expected ") else {
        return rest.rsplit_once("`, there are no ").map(|(name, _)| (name, Vec::new()));
    };
    Some((name, known.split('`').skip(1).step_by(2).collect()))
}

fn choice(finding: Finding, received: &str, known: &[&str]) -> Finding {
    let mut finding = finding.allowed(known.iter().copied());
    finding.hint = nearest_name(received, known.iter().copied()).map(|nearest| format!("the nearest is `{nearest}`"));
    finding
}

/// Serde's words for the things of its data model, as JSON calls them.
fn plain(words: &str) -> &str {
    match words {
        "a map" | "map" => "an object",
        "a sequence" | "sequence" => "an array",
        "unit" | "unit value" | "null" => "null",
        _ if words.starts_with("struct ") => "an object",
        words => words,
    }
}

fn between<'a>(message: &'a str, before: &str, after: char) -> Option<&'a str> {
    message.strip_prefix(before)?.split(after).next()
}

/// A serde path as a JSON Pointer. A variant is a key, unless it is the text that the path leads to.
fn pointer(path: &Path, to_variant: bool) -> String {
    let mut pointer = String::new();
    let mut segments = path.iter().peekable();
    while let Some(segment) = segments.next() {
        match segment {
            Segment::Enum { .. } if to_variant && segments.peek().is_none() => {}
            Segment::Seq { index } => pointer.push_str(&format!("/{index}")),
            Segment::Map { key } | Segment::Enum { variant: key } => pointer.push_str(&format!("/{}", escape(key))),
            Segment::Unknown => {}
        }
    }
    pointer
}
