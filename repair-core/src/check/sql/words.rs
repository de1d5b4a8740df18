//! The rules of SQL findings, and the wording they share.

use super::{Dialect, nearest::nearest, place::Place};
use crate::{Finding, escape, finding::RECEIVED_SHOWN};

pub(super) const SYNTAX: &str = "syntax";
pub(super) const UNKNOWN_TABLE: &str = "unknown_table";
pub(super) const UNKNOWN_COLUMN: &str = "unknown_column";
pub(super) const UNKNOWN_FUNCTION: &str = "unknown_function";
pub(super) const AMBIGUOUS_COLUMN: &str = "ambiguous_column";
pub(super) const FORBIDDEN: &str = "forbidden";
pub(super) const ENGINE: &str = "engine";
pub(super) const TOO_LONG: &str = "too_long";
pub(super) const TOO_DEEP: &str = "too_deep";

/// How many legal names a finding lists; all of a large database are too many to read, and the nearest is named anyway.
const LISTED: usize = 100;

/// Something a query may not do, named by a keyword or a function.
pub(super) fn forbidden(what: &str, why: &str) -> Finding {
    Finding::whole().rule(FORBIDDEN).expected("one query that only reads").received(short(what)).hint(why)
}

pub(super) fn several() -> Finding {
    forbidden("several statements", "only one statement is permitted")
}

/// A query the grammar refuses, at a place of it.
pub(super) fn syntax(sql: &str, dialect: Dialect, message: &str, place: Option<Place>) -> Finding {
    let finding = Finding::whole().rule(SYNTAX).expected(format!("a query in the SQL of {}", dialect.name()));
    let message = escape::clipped(message, 200);
    match place {
        Some(place) => finding.received(place.excerpt(sql)).hint(format!("{message} at {place}")),
        None => finding.received(short(sql)).hint(message),
    }
}

/// A name nobody knows, and those that could be meant: what they are, where the name stands, what is legal.
pub(super) fn unknown(
    rule: &'static str,
    expected: impl Into<String>,
    name: &str,
    at: Option<String>,
    known: &[String],
) -> Finding {
    let last = name.rsplit('.').next().unwrap_or(name);
    let bare = |known: &str| known.rsplit('.').next().unwrap_or(known).to_owned();
    let bare: Vec<String> = known.iter().map(|known| bare(known)).collect();
    let near = nearest(name, known.iter().map(String::as_str)).map(str::to_owned).or_else(|| {
        let near = nearest(last, bare.iter().map(String::as_str))?;
        known.iter().zip(&bare).find(|(_, bare)| *bare == near).map(|(known, _)| known.clone())
    });
    let near = near.map(|near| format!("the nearest is `{near}`"));
    let hint = [at, near].into_iter().flatten().collect::<Vec<_>>().join(": ");
    let finding =
        Finding::whole().rule(rule).expected(expected).received(short(name)).allowed(known.iter().take(LISTED).cloned());
    if hint.is_empty() { finding } else { finding.hint(hint) }
}

/// Text of the query as it is kept in a finding.
pub(super) fn short(text: &str) -> String {
    escape::clip(text.trim(), RECEIVED_SHOWN + 1).to_owned()
}
