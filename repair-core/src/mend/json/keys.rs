//! Keys without quotes, and keys the text breaks off in.

use super::{
    machine::{Machine, State},
    scan::{at, is_colon, is_plain_scalar, is_quoted_key, is_space, opener, skip_space, trim_end},
    stop::{Stop, unreadable},
};
use crate::mend::{EditKind, Risk};

impl Machine<'_> {
    /// A key without quotes, or with but one.
    pub(super) fn bare_key(&mut self) -> Result<(), Stop> {
        let start = self.pos;
        let mut i = start;
        while i < self.bytes.len() {
            match at(self.bytes, i) {
                b':' | b'=' | b',' | b'{' | b'}' | b'[' | b']' | b'"' | b'\n' | b'\r' | b'`' => break,
                b'\'' if is_space(at(self.bytes, i.wrapping_sub(1))) || is_colon(self.bytes, skip_space(self.bytes, i + 1)) => {
                    break;
                }
                0xE2 if opener(self.bytes, i).is_some() => break,
                b'\t' if is_colon(self.bytes, skip_space(self.bytes, i)) => break,
                b'\\' | 0..0x20 => return Err(unreadable(i, "a key without quotes can't be read")),
                _ => i += 1,
            }
        }
        let end = trim_end(self.bytes, i, start);
        let next = skip_space(self.bytes, i);
        let quote = opener(self.bytes, next);
        self.state = State::Colon;
        if end == start {
            return Err(unreadable(start, "there is no key"));
        }
        if i >= self.bytes.len() {
            return self.cut_key(start);
        }
        if is_colon(self.bytes, next) {
            self.edit(start..start, EditKind::Quotes, "\"", Risk::Exact);
            self.edit(end..end, EditKind::Quotes, "\"", Risk::Exact);
            self.pos = next;
            return Ok(());
        }
        let words = self.has_space(start, end);
        match quote {
            Some((_, len)) if next == end && is_colon(self.bytes, skip_space(self.bytes, next + len)) => {
                self.edit(start..start, EditKind::Quotes, "\"", Risk::Guess);
                if len > 1 || at(self.bytes, next) != b'"' {
                    self.edit(next..next + len, EditKind::Quotes, "\"", Risk::Exact);
                }
                self.pos = next + len;
                Ok(())
            }
            Some(_) if is_quoted_key(self.bytes, next) => {
                self.edit(start..next, EditKind::Unreadable, "", Risk::Loss);
                self.pos = next;
                self.state = State::Entry;
                Ok(())
            }
            _ if !words
                && (quote.is_some() || is_plain_scalar(self.bytes, next) || matches!(at(self.bytes, next), b'{' | b'[')) =>
            {
                self.edit(start..start, EditKind::Quotes, "\"", Risk::Guess);
                self.edit(end..end, EditKind::Quotes, "\"", Risk::Guess);
                self.pos = end;
                Ok(())
            }
            _ => Err(unreadable(next, "words that are neither a key nor a value")),
        }
    }

    /// The text ends in a key. It is dropped, with the comma before it.
    pub(super) fn cut_key(&mut self, start: usize) -> Result<(), Stop> {
        self.drop_comma();
        self.edit(start..self.bytes.len(), EditKind::Cut, "", Risk::Loss);
        self.pos = self.bytes.len();
        self.state = State::After;
        self.finish()
    }
}
