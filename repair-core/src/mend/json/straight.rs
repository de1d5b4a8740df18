//! The straight road: JSON as it should be, read without a thought. Before anything else it stops, and the careful
//! reader takes over.

use super::{
    machine::{Frame, Kind, Last, Machine, Mark, Place, State},
    numbers,
    scan::{Style, at, next_stop, skip_space},
};

impl Machine<'_> {
    /// Goes on for as long as nothing needs an edit.
    pub(super) fn straight(&mut self) {
        while let Some(&Frame { kind: kind @ (Kind::Object | Kind::Array), .. }) = self.stack.last() {
            let went = match self.state {
                State::Entry => self.plain_entry(kind),
                State::After => self.plain_end(kind),
                State::Colon | State::Value => None,
            };
            if went.is_none() {
                return;
            }
        }
    }

    #[inline]
    fn plain_entry(&mut self, kind: Kind) -> Option<()> {
        let bytes = self.bytes;
        let entry = skip_space(bytes, self.pos);
        let (value, place) = match kind {
            Kind::Object => (after_key(bytes, entry)?, Place::Member),
            _ => (entry, Place::Item),
        };
        let (end, next, last) = match at(bytes, value) {
            b'"' => {
                let close = next_stop(bytes, value + 1, Style::Double);
                if at(bytes, close) != b'"' {
                    return None;
                }
                self.rich = true;
                (close + 1, self.plain_string_end(close + 1, place)?, Last::Text)
            }
            b'{' => return self.plain_open(Kind::Object, entry, value),
            b'[' => return self.plain_open(Kind::Array, entry, value),
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
            _ => return None,
        };
        self.entry = self.mark_at(entry);
        self.ended = self.mark_at(end);
        self.pos = next;
        self.last = last;
        self.state = State::After;
        self.stack.last_mut()?.items += 1;
        Some(())
    }

    fn plain_open(&mut self, kind: Kind, entry: usize, at: usize) -> Option<()> {
        self.entry = self.mark_at(entry);
        let open = self.mark_at(at);
        self.open(kind, open).ok()?;
        self.pos = at + 1;
        Some(())
    }

    /// A comma with something plain behind it, or the end of an inner container.
    #[inline]
    fn plain_end(&mut self, kind: Kind) -> Option<()> {
        let bytes = self.bytes;
        let next = skip_space(bytes, self.pos);
        match (at(bytes, next), kind) {
            (b',', _) => {
                self.ended_before = self.ended;
                self.last_before = self.last;
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

/// The start of the value after the plain key at `i`.
#[inline]
fn after_key(bytes: &[u8], i: usize) -> Option<usize> {
    if at(bytes, i) != b'"' {
        return None;
    }
    let close = next_stop(bytes, i + 1, Style::Double);
    if at(bytes, close) != b'"' {
        return None;
    }
    let colon = skip_space(bytes, close + 1);
    (at(bytes, colon) == b':').then(|| skip_space(bytes, colon + 1))
}

/// Where the comma or closer stands that follows a scalar.
#[inline]
fn after_scalar(bytes: &[u8], end: usize) -> Option<usize> {
    let next = skip_space(bytes, end);
    matches!(at(bytes, next), b',' | b'}' | b']').then_some(next)
}
