//! What serde says, as findings.

use serde_path_to_error::{Path, Segment};

use super::span::pointer::escape;
use crate::{Finding, Findings};

/// One finding for one serde error: its place, and what its message tells of rule, expectation and value.
pub(crate) fn findings(path: &Path, message: &str, syntax: bool) -> Findings {
    let at = pointer(path);
    // serde_json ends its messages with a position, which the path replaces.
    let message = message.rsplit_once(" at line ").map_or(message, |(before, _)| before);
    if syntax {
        return Finding::at(at).rule("syntax").expected("well-formed text").hint(message).into();
    }
    if let Some(field) = between(message, "missing field `", '`') {
        return Finding::at(format!("{at}/{}", escape(field))).rule("required").expected("a value").into();
    }
    if let Some(field) = between(message, "unknown field `", '`') {
        return Finding::at(format!("{at}/{}", escape(field))).rule("unknown").expected(message).into();
    }
    if let Some(value) = between(message, "unknown variant `", '`') {
        let allowed = message.split('`').skip(3).step_by(2);
        return Finding::at(at).rule("enum").expected("one of the allowed values").received(value).allowed(allowed).into();
    }
    if let Some((received, expected)) = message.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected ")) {
        return Finding::at(at).rule("type").expected(plain(expected)).received(plain(received)).into();
    }
    if let Some((received, expected)) = message.strip_prefix("invalid value: ").and_then(|rest| rest.split_once(", expected ")) {
        return Finding::at(at).rule("value").expected(expected).received(received).into();
    }
    Finding::at(at).rule("type").expected("a value of the type").hint(message).into()
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

/// A serde path as a JSON Pointer.
fn pointer(path: &Path) -> String {
    let mut pointer = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => pointer.push_str(&format!("/{index}")),
            Segment::Map { key } => pointer.push_str(&format!("/{}", escape(key))),
            // A variant's name is a step of the path only where serde wrote it as a key, which it then reports as one.
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    pointer
}
