//! What a value can start with.

use super::{
    machine::{Kind, Last, Machine, Place},
    numbers,
    scan::{at, is_space, opener, skip_space},
    stop::{Stop, unreadable},
};
use crate::mend::{EditKind, Risk};

impl Machine<'_> {
    pub(super) fn value(&mut self, place: Place) -> Result<(), Stop> {
        match self.peek() {
            b'"' => {
                self.string(place)?;
                self.end_value(Last::Text);
                Ok(())
            }
            b'{' => self.enter(Kind::Object),
            b'[' => self.enter(Kind::Array),
            b'-' | b'0'..=b'9' => self.number(place),
            b't' => self.literal(b"true", place),
            b'f' => self.literal(b"false", place),
            b'n' => self.literal(b"null", place),
            b'(' => {
                let open = self.mark();
                self.edit(self.pos..self.pos + 1, EditKind::Bracket, "[", Risk::Guess);
                self.pos += 1;
                self.open(Kind::Tuple, open)
            }
            b',' | b'}' | b']' | b')' | b';' => {
                self.edit(self.pos..self.pos, EditKind::MissingValue, "null", Risk::Loss);
                self.end_value(Last::Scalar);
                Ok(())
            }
            b':' => Err(unreadable(self.pos, "a colon where a value belongs")),
            _ if self.is_end() => {
                let with = if at(self.bytes, self.pos.wrapping_sub(1)) == b':' { " null" } else { "null" };
                self.edit(self.pos..self.pos, EditKind::MissingValue, with, Risk::Loss);
                self.end_value(Last::Scalar);
                Ok(())
            }
            b'/' => self.regex(),
            _ if self.is_escaped_quote() || opener(self.bytes, self.pos).is_some() => {
                self.string(place)?;
                self.end_value(Last::Text);
                Ok(())
            }
            _ => self.bare(place),
        }
    }

    fn enter(&mut self, kind: Kind) -> Result<(), Stop> {
        let open = self.mark();
        self.open(kind, open)?;
        self.pos += 1;
        Ok(())
    }

    fn number(&mut self, place: Place) -> Result<(), Stop> {
        let end = self.pos + numbers::length(self.bytes, self.pos);
        if end == self.pos || !self.is_token_end(end) {
            return self.bare(place);
        }
        self.pos = end;
        if self.pos == self.bytes.len() {
            self.cut_number();
        }
        self.end_value(Last::Scalar);
        Ok(())
    }

    /// A number at the end of the text may lack digits.
    pub(super) fn cut_number(&mut self) {
        if !self.stack.is_empty() {
            self.edit(self.pos..self.pos, EditKind::Cut, "", Risk::Loss);
        }
    }

    #[inline]
    fn literal(&mut self, word: &'static [u8], place: Place) -> Result<(), Stop> {
        let end = self.pos + word.len();
        let here = self.bytes.get(self.pos..end);
        if here != Some(word) || !self.is_token_end(end) {
            return self.bare(place);
        }
        self.pos = end;
        self.end_value(Last::Scalar);
        Ok(())
    }

    /// Whether a bare token that may end at `end` does.
    fn is_token_end(&self, end: usize) -> bool {
        match at(self.bytes, end) {
            b',' | b'}' | b']' => true,
            byte if is_space(byte) => {
                let next = skip_space(self.bytes, end);
                // Whatever else follows on a line of its own is no part of it.
                super::scan::is_value_end(self.bytes, next)
                    || self.is_number_before_space(next)
                    || matches!(at(self.bytes, next), b'"' | b'\'' | b'{' | b'[' | b')' | b'/' | b'#')
                    || super::scan::is_key(self.bytes, next)
                    || super::scan::is_plain_scalar(self.bytes, next)
                    || self.bytes.get(end..next).is_some_and(|gap| gap.contains(&b'\n'))
            }
            b')' | b';' | b'{' | b'[' => true,
            b'/' => matches!(at(self.bytes, end + 1), b'/' | b'*'),
            b'`' => true,
            _ => end >= self.bytes.len(),
        }
    }

    fn is_number_before_space(&self, i: usize) -> bool {
        let len = numbers::length(self.bytes, i);
        len > 0 && is_space(at(self.bytes, i + len))
    }

    /// A regular expression becomes the text it is.
    fn regex(&mut self) -> Result<(), Stop> {
        let start = self.pos;
        let mut end = start + 1;
        loop {
            match at(self.bytes, end) {
                b'\\' => end += 1,
                b'/' => break,
                b'\n' | 0 => return Err(unreadable(start, "a value can't be read")),
                _ => {}
            }
            end += 1;
        }
        end += 1;
        while at(self.bytes, end).is_ascii_alphabetic() {
            end += 1;
        }
        self.quote_bare(start, end);
        self.end_value(Last::Text);
        Ok(())
    }
}
