//! What stands between tokens and means nothing: comments, odd spaces, the mark of a byte order.

use memchr::{memchr, memmem};

use super::{
    machine::Machine,
    scan::{at, is_fence},
    stop::Stop,
};
use crate::mend::{EditKind, Risk};

/// The comments of one text.
#[derive(Clone, Copy, Default)]
pub(super) struct Comments {
    /// The last place where a comment is closed, once it was looked for: none is searched for in vain twice.
    last: Option<Option<usize>>,
}

impl Comments {
    /// The length of the comment at `i`, 0 if there is none. One that is never closed runs to the end of its line.
    pub(super) fn at(&mut self, text: &[u8], i: usize) -> usize {
        self.within(text, i, text.len())
    }

    /// The same, but one that goes on past `limit` is not followed further: it is then longer by one than up to there.
    pub(super) fn within(&mut self, text: &[u8], i: usize, limit: usize) -> usize {
        let rest = text.get(i..limit).unwrap_or_default();
        let past = rest.len() + usize::from(limit < text.len());
        let line = || memchr(b'\n', rest).unwrap_or(past);
        match rest {
            [b'/', b'*', inner @ ..] => {
                let last = *self.last.get_or_insert_with(|| memmem::rfind(text, b"*/"));
                match last.is_some_and(|last| last >= i + 2) {
                    true => memmem::find(inner, b"*/").map_or(past, |end| end + 4),
                    false => line(),
                }
            }
            [b'/', b'/', ..] | [b'#', ..] => line(),
            _ => 0,
        }
    }
}

/// The length of an odd space at `i`, or of a character without width, 0 if there is none.
pub(super) fn odd_space(text: &str, i: usize) -> usize {
    match text.get(i..).and_then(|rest| rest.chars().next()) {
        Some('\0'..='\u{20}') | None => 0,
        Some(c @ ('\u{FEFF}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{2061}')) => c.len_utf8(),
        Some(c) if c.is_whitespace() => c.len_utf8(),
        Some(_) => 0,
    }
}

impl Machine<'_> {
    /// Whether something was skipped that is not plain space.
    #[cold]
    pub(super) fn odd_trivia(&mut self) -> Result<bool, Stop> {
        let start = self.pos;
        match self.peek() {
            b'/' | b'#' => {
                let len = self.comments.at(self.text.as_bytes(), start).min(self.bytes.len() - start);
                if len == 0 {
                    return Ok(false);
                }
                self.edit(start..start + len, EditKind::Comment, "", Risk::Exact);
                self.pos += len;
            }
            b'`' if is_fence(self.bytes, start) => {
                self.bytes = self.bytes.get(..start).unwrap_or_default();
                return Ok(false);
            }
            // The line breaks of a document that was escaped as a whole.
            b'\\' if matches!(at(self.bytes, start + 1), b'n' | b't' | b'r') => {
                self.edit(start..start + 2, EditKind::Escape, " ", Risk::Guess);
                self.pos += 2;
            }
            0x0B | 0x0C => {
                self.edit(start..start + 1, EditKind::ByteOrderMark, " ", Risk::Exact);
                self.pos += 1;
            }
            0x80.. => {
                let len = odd_space(self.text, start);
                if len == 0 {
                    return Ok(false);
                }
                self.edit(start..start + len, EditKind::ByteOrderMark, "", Risk::Exact);
                self.pos += len;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
