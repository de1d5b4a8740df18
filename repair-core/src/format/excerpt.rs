//! The line of a text in which something is wrong.

use crate::{escape, finding::RECEIVED_SHOWN};

/// How many bytes before the place are shown of its line.
const BEFORE: usize = 40;

/// Of a line the part around a column, in bytes from 1.
pub(super) fn around(line: &str, column: usize) -> &str {
    let starts = line.char_indices().map(|(at, _)| at);
    let from = starts.take_while(|&at| at + BEFORE < column).last().unwrap_or(0);
    escape::clip(&line[from..], RECEIVED_SHOWN)
}

/// The line, from 1, the column in characters, from 1, and the excerpt for a byte of the text.
#[cfg(feature = "xml")]
pub(super) fn at(text: &str, byte: usize) -> (usize, usize, &str) {
    let before = text.get(..byte).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let column = before.len() - start;
    (before.matches('\n').count() + 1, before[start..].chars().count() + 1, around(line, column + 1))
}
