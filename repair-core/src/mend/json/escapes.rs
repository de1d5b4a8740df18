//! Escapes: the known, the unknown, the broken, and those of a document that was escaped as a whole.

use std::borrow::Cow;

use super::{
    machine::Machine,
    quotes::Open,
    scan::{Style, at, closer, next_stop},
    stop::{Stop, unreadable},
};
use crate::mend::{EditKind, Risk};

/// A control character as JSON writes it.
pub(super) fn escaped(byte: u8) -> Cow<'static, str> {
    match byte {
        b'\n' => "\\n".into(),
        b'\r' => "\\r".into(),
        b'\t' => "\\t".into(),
        0x08 => "\\b".into(),
        0x0C => "\\f".into(),
        _ => format!("\\u{byte:04x}").into(),
    }
}

impl Machine<'_> {
    /// One backslash and what it escapes.
    pub(super) fn escape(&mut self, i: usize, open: &mut Open) -> Result<usize, Stop> {
        match at(self.bytes, i + 1) {
            b'"' | b'\\' | b'/' => Ok(i + 2),
            byte @ (b'n' | b'r' | b't' | b'b' | b'f') => {
                if open.raw || matches!(byte, b'b' | b'f') {
                    self.doubt(i);
                }
                Ok(i + 2)
            }
            b'u' => self.unicode(i),
            byte @ (b'\n' | b'\r') => {
                self.edit(i..i + 2, EditKind::LineBreak, escaped(byte), Risk::Exact);
                Ok(i + 2)
            }
            _ if i + 1 >= self.bytes.len() => {
                self.edit(i..i + 1, EditKind::Cut, "", Risk::Loss);
                Ok(i + 1)
            }
            b'\'' => {
                self.edit(i..i + 1, EditKind::Escape, "", Risk::Exact);
                Ok(i + 2)
            }
            _ => match closer(self.bytes, i + 1, open.style) {
                0 => {
                    self.doubt_all_before(i, open);
                    self.edit(i..i + 1, EditKind::Escape, "\\\\", Risk::Guess);
                    Ok(i + 1)
                }
                len => {
                    self.edit(i..i + 1, EditKind::Escape, "", Risk::Exact);
                    Ok(i + 1 + len)
                }
            },
        }
    }

    /// `\f` before a letter may have been meant as `\frac`: it is left as it is, and noted.
    fn doubt(&mut self, i: usize) {
        let same = match at(self.bytes, i + 1) {
            _ if !at(self.bytes, i + 2).is_ascii_alphabetic() => return,
            b'n' => "\\n",
            b'r' => "\\r",
            b't' => "\\t",
            b'b' => "\\b",
            b'f' => "\\f",
            _ => return,
        };
        self.edit(i..i + 2, EditKind::ControlEscape, same, Risk::Guess);
    }

    /// A backslash that escapes nothing casts doubt on all others of its string.
    #[cold]
    fn doubt_all_before(&mut self, end: usize, open: &mut Open) {
        if std::mem::replace(&mut open.raw, true) {
            return;
        }
        let mut i = open.start;
        let edits = self.edits.len();
        while let Some(next) = self.bytes.get(i..end).and_then(|text| memchr::memchr(b'\\', text)) {
            i += next;
            if matches!(at(self.bytes, i + 1), b'n' | b'r' | b't') {
                self.doubt(i);
            }
            i += 2;
        }
        if self.edits.len() > edits {
            let first = self.edits.partition_point(|edit| edit.span.start < open.start).min(edits);
            if let Some(tail) = self.edits.get_mut(first..) {
                tail.sort_by_key(|edit| edit.span.start);
            }
        }
    }

    /// `\uXXXX`, and its other half where one is needed.
    fn unicode(&mut self, i: usize) -> Result<usize, Stop> {
        let lone = "half of a character, which no text can hold";
        match self.hex(i) {
            Some(0xD800..0xDC00) => match self.hex(i + 6) {
                Some(0xDC00..0xE000) => Ok(i + 12),
                _ if self.breaks_off(i + 6) => self.cut_escape(i),
                _ => Err(unreadable(i, lone)),
            },
            Some(0xDC00..0xE000) => Err(unreadable(i, lone)),
            Some(_) => Ok(i + 6),
            None if self.breaks_off(i) => self.cut_escape(i),
            None => Err(unreadable(i, "an escape that stands for no character")),
        }
    }

    fn cut_escape(&mut self, i: usize) -> Result<usize, Stop> {
        self.edit(i..self.bytes.len(), EditKind::Cut, "", Risk::Loss);
        Ok(self.bytes.len())
    }

    /// Whether the text ends within the escape at `i`.
    fn breaks_off(&self, i: usize) -> bool {
        let rest = self.bytes.get(i..).unwrap_or_default();
        rest.len() < 6
            && rest.iter().enumerate().all(|(n, byte)| match n {
                0 => *byte == b'\\',
                1 => *byte == b'u',
                _ => byte.is_ascii_hexdigit(),
            })
    }

    fn hex(&self, i: usize) -> Option<u32> {
        match self.bytes.get(i..i + 6)? {
            [b'\\', b'u', digits @ ..] => digits.iter().try_fold(0, |n, &digit| Some(n * 16 + (digit as char).to_digit(16)?)),
            _ => None,
        }
    }

    /// A string of a document that was escaped as a whole: `\"text\"`, with `\\\"` for a quote within.
    pub(super) fn escaped_string(&mut self) -> Result<(), Stop> {
        let start = self.pos;
        self.edit(start..start + 1, EditKind::Escape, "", Risk::Guess);
        let mut i = start + 2;
        loop {
            i = next_stop(self.bytes, i, Style::Double);
            let next = at(self.bytes, i + 1);
            match at(self.bytes, i) {
                b'\\' if next == b'"' => {
                    self.edit(i..i + 1, EditKind::Escape, "", Risk::Guess);
                    self.pos = i + 2;
                    return Ok(());
                }
                b'\\' if next == b'\\' => {
                    self.edit(i..i + 1, EditKind::Escape, "", Risk::Guess);
                    let third = at(self.bytes, i + 2);
                    if third == b'\\' && matches!(at(self.bytes, i + 3), b'"' | b'\\') {
                        self.edit(i + 2..i + 3, EditKind::Escape, "", Risk::Guess);
                        i += 4;
                    } else if matches!(third, b'"' | b'n' | b'r' | b't' | b'b' | b'f' | b'/') {
                        i += 3;
                    } else {
                        return Err(unreadable(i, "an escape within an escaped text"));
                    }
                }
                b'\\' if matches!(next, b'n' | b'r' | b't' | b'/') => i += 2,
                b'"' => {
                    self.pos = i + 1;
                    return Ok(());
                }
                _ => return Err(unreadable(i.min(self.bytes.len()), "an escaped text can't be read")),
            }
        }
    }
}
