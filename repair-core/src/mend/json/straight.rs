//! The straight road: JSON as it should be, and the faults that leave no choice: quotes of the other kind, keys without
//! any, a comma before the end. Before anything else it stops, and the careful reader takes over.

use super::{
    machine::{Frame, Kind, Last, Machine, Mark, Place, State},
    numbers,
    scan::{Style, at, is_word, next_stop, skip_space},
};
use crate::mend::{EditKind, Risk};

impl Machine<'_> {
    /// Goes on for as long as nothing needs a thought.
    pub(super) fn straight(&mut self) {
        while let Some(&Frame { kind: kind @ (Kind::Object | Kind::Array), .. }) = self.stack.last() {
            let went = match self.state {
                State::Entry => self.plain_entry(kind),
                State::After => self.plain_end(kind, skip_space(self.bytes, self.pos), self.ended, self.last),
                State::Colon | State::Value => None,
            };
            if went.is_none() {
                return;
            }
        }
    }

    /// An entry and what follows it, or the end.
    #[inline]
    fn plain_entry(&mut self, kind: Kind) -> Option<()> {
        let bytes = self.bytes;
        let entry = skip_space(bytes, self.pos);
        let (key, value, place) = match kind {
            Kind::Object => match plain_key(bytes, entry) {
                Some((key, value)) => (key, value, Place::Member),
                None => return self.plain_close(kind, entry),
            },
            _ => (Text::Right, entry, Place::Item),
        };
        let mut text = Text::Right;
        let (end, next, last) = match at(bytes, value) {
            b'"' => {
                let close = closing(bytes, value, b'"', Style::Double)?;
                (close + 1, self.plain_string_end(close + 1, place)?, Last::Text)
            }
            b'{' => return self.plain_open(Kind::Object, entry, key, value),
            b'[' => return self.plain_open(Kind::Array, entry, key, value),
            b'-' | b'0'..=b'9' => {
                let end = value + numbers::length(bytes, value);
                (end, after_scalar(bytes, end)?, Last::Scalar)
            }
            byte @ (b't' | b'f' | b'n') => {
                let word: &[u8] = match byte {
                    b't' => b"true",
                    b'f' => b"false",
                    _ => b"null",
                };
                let end = value + word.len();
                if bytes.get(value..end) != Some(word) {
                    return None;
                }
                (end, after_scalar(bytes, end)?, Last::Scalar)
            }
            b'\'' => {
                let close = closing(bytes, value, b'\'', Style::Single)?;
                text = Text::Single(value, close);
                (close + 1, self.plain_string_end(close + 1, place)?, Last::Text)
            }
            b']' => return self.plain_close(kind, entry),
            _ => return None,
        };
        self.entry = self.mark_at(entry);
        self.quote(key);
        self.quote(text);
        self.rich |= last == Last::Text;
        let ended = self.mark_at(end);
        self.ended = ended;
        self.pos = next;
        self.last = last;
        self.state = State::After;
        self.stack.last_mut()?.items += 1;
        self.plain_end(kind, next, ended, last)
    }

    /// The right quotes around a text.
    #[inline]
    fn quote(&mut self, text: Text) {
        let (open, close, len) = match text {
            Text::Right => return,
            Text::Single(open, close) => (open, close, 1),
            Text::Bare(start, end) => (start, end, 0),
        };
        self.edit(open..open + len, EditKind::Quotes, "\"", Risk::Exact);
        self.edit(close..close + len, EditKind::Quotes, "\"", Risk::Exact);
    }

    #[inline]
    fn plain_open(&mut self, kind: Kind, entry: usize, key: Text, at: usize) -> Option<()> {
        self.entry = self.mark_at(entry);
        self.quote(key);
        let open = self.mark_at(at);
        // What is too deep is refused, whatever was noted before.
        self.open(kind, open).ok()?;
        self.pos = at + 1;
        Some(())
    }

    /// The end of an inner container, where an entry might have been.
    #[inline]
    fn plain_close(&mut self, kind: Kind, end: usize) -> Option<()> {
        match (at(self.bytes, end), kind) {
            (b'}', Kind::Object) | (b']', Kind::Array) if self.stack.len() > 1 => {
                self.entry = self.mark_at(end);
                self.pos = end;
                self.close(kind).ok()
            }
            _ => None,
        }
    }

    /// A comma, or the end of an inner container, after the value that ended there.
    #[inline]
    fn plain_end(&mut self, kind: Kind, next: usize, ended: Mark, last: Last) -> Option<()> {
        match (at(self.bytes, next), kind) {
            (b',', _) => {
                self.ended_before = ended;
                self.last_before = last;
                self.comma = Some(self.mark_at(next));
                self.pos = next + 1;
                self.state = State::Entry;
                Some(())
            }
            (b'}', Kind::Object) | (b']', Kind::Array) if self.stack.len() > 1 => {
                self.pos = next;
                self.close(kind).ok()
            }
            _ => None,
        }
    }

    fn mark_at(&self, at: usize) -> Mark {
        Mark { at, edits: self.edits.len() }
    }
}

/// A text as it stands in the input.
#[derive(Clone, Copy)]
enum Text {
    Right,
    /// In single quotes, which stand here and here.
    Single(usize, usize),
    /// Without quotes, from here to here.
    Bare(usize, usize),
}

/// The plain key at `i`, and the start of its value.
#[inline]
fn plain_key(bytes: &[u8], i: usize) -> Option<(Text, usize)> {
    let (end, key) = match at(bytes, i) {
        b'"' => (closing(bytes, i, b'"', Style::Double)? + 1, Text::Right),
        b'\'' => {
            let close = closing(bytes, i, b'\'', Style::Single)?;
            (close + 1, Text::Single(i, close))
        }
        _ => {
            let name = bytes.get(i..)?.iter().position(|&byte| !(byte.is_ascii() && is_word(byte)))?;
            (i + name, Text::Bare(i, i + name))
        }
    };
    let colon = skip_space(bytes, end);
    (end > i && at(bytes, colon) == b':').then(|| (key, skip_space(bytes, colon + 1)))
}

/// The quote that closes the text at `i`, if there is nothing in it to think about.
#[inline]
fn closing(bytes: &[u8], i: usize, quote: u8, style: Style) -> Option<usize> {
    let close = next_stop(bytes, i + 1, style);
    (at(bytes, close) == quote).then_some(close)
}

/// Where the comma or closer stands that follows a scalar.
#[inline]
fn after_scalar(bytes: &[u8], end: usize) -> Option<usize> {
    let next = skip_space(bytes, end);
    matches!(at(bytes, next), b',' | b'}' | b']').then_some(next)
}
