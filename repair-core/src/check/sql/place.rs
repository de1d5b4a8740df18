//! Places in a query, in words.

use crate::escape;

/// How much of a query is shown around a place, in characters.
const SHOWN: usize = 60;

/// A line and a column, both from 1, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) line: u64,
    pub(super) column: u64,
}

impl Place {
    /// The place of a byte of the query.
    pub(super) fn of_byte(sql: &str, byte: usize) -> Self {
        let before = sql.get(..sql.floor_char_boundary(byte)).unwrap_or(sql);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
        Self { line: count(before.matches('\n').count()) + 1, column: count(before[start..].chars().count()) + 1 }
    }

    /// The place the parser gives; it gives line 0 where it knows none.
    pub(super) fn of_location(location: sqlparser::tokenizer::Location) -> Option<Self> {
        (location.line > 0).then_some(Self { line: location.line, column: location.column })
    }

    /// The place at the end of the parser's message, which has it only in words, and the message without it.
    pub(super) fn in_words(message: &str) -> (&str, Option<Self>) {
        let read = || {
            let (text, place) = message.rsplit_once(" at Line: ")?;
            let (line, column) = place.split_once(", Column: ")?;
            Some((text, Self { line: line.parse().ok()?, column: column.parse().ok()? }))
        };
        read().map_or((message, None), |(text, place)| (text, Some(place)))
    }

    /// What stands in the query from here on, to the end of the line.
    pub(super) fn excerpt(self, sql: &str) -> String {
        let skip = |n: u64| usize::try_from(n.saturating_sub(1)).unwrap_or(usize::MAX);
        let line = sql.lines().nth(skip(self.line)).unwrap_or_default();
        let from = line.char_indices().nth(skip(self.column)).map_or(line.len(), |(at, _)| at);
        escape::clipped(&line[from..], SHOWN).into_owned()
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
