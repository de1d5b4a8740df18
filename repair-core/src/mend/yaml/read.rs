//! The strict reading, by serde-saphyr.

use serde_json::Value;
use serde_saphyr::{Error, budget::BudgetBreach};

use super::super::{Options, Unmendable, UnmendableKind, edits::refuse};

/// What a document holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Collection,
    Text,
    Other,
}

/// serde-saphyr reads by recursion, with some 20 KB of stack a level in a debug build; its own default is the same.
const DEEPEST: usize = 64;

pub(super) fn read(text: &str, options: &Options) -> Result<Shape, Unmendable> {
    let depth = options.max_depth.min(DEEPEST);
    let mut budget = serde_saphyr::Budget::default();
    budget.max_depth = depth;
    // The reader looks ahead; the depth above is to be what stops it.
    let most_open = depth.saturating_mul(2);
    budget.flow_nesting_limit = most_open.saturating_add(64);
    budget.max_nodes = options.max_bytes;
    budget.max_events = options.max_bytes.saturating_mul(2);
    let reading = serde_saphyr::options! { budget: Some(budget), with_snippet: false };
    match serde_saphyr::from_str_with_options::<Value>(text, reading) {
        Ok(Value::Object(_) | Value::Array(_)) => Ok(Shape::Collection),
        Ok(Value::String(_)) => Ok(Shape::Text),
        Ok(_) => Ok(Shape::Other),
        Err(error) => {
            let at = error.location().map_or(0, |location| offset(text, location.line(), location.column()));
            let too_deep =
                matches!(error, Error::Budget { breach: BudgetBreach::Depth { .. }, .. }) || opened(text, at) > most_open;
            let kind = if too_deep { UnmendableKind::TooDeep } else { UnmendableKind::Unreadable };
            Err(refuse(kind, at, error.to_string()))
        }
    }
}

/// How many brackets are open where the reader gave up. Its own bound on them has no error of its own.
fn opened(text: &str, at: usize) -> usize {
    let part = &text.as_bytes()[..at];
    let open = part.iter().filter(|&&b| matches!(b, b'[' | b'{')).count();
    open.saturating_sub(part.iter().filter(|&&b| matches!(b, b']' | b'}')).count())
}

fn offset(text: &str, line: u64, column: u64) -> usize {
    let skip = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
    let start = match skip.checked_sub(1) {
        Some(nth) => memchr::memchr_iter(b'\n', text.as_bytes()).nth(nth).map_or(text.len(), |newline| newline + 1),
        None => 0,
    };
    let column = usize::try_from(column.saturating_sub(1)).unwrap_or(usize::MAX);
    text[start..].char_indices().nth(column).map_or(text.len(), |(at, _)| start + at)
}
