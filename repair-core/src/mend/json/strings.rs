//! The inside of a string: its escapes, its control characters, and its end.

use super::{
    escapes::escaped,
    machine::{Machine, Place},
    quotes::{Open, Verdict},
    scan::{Style, at, closer, is_bare_key, is_colon, is_space, next_stop, opener, skip_space, trim_end},
    stop::{Stop, ambiguous, unreadable},
};
use crate::mend::{EditKind, Risk};

impl Machine<'_> {
    pub(super) fn is_escaped_quote(&self) -> bool {
        self.peek() == b'\\' && at(self.bytes, self.pos + 1) == b'"'
    }

    /// A string, from its first quote to its last.
    pub(super) fn string(&mut self, place: Place) -> Result<(), Stop> {
        self.rich |= place != Place::Key;
        let start = self.pos;
        if let quote @ (b'"' | b'\'') = self.peek() {
            let style = if quote == b'"' { Style::Double } else { Style::Single };
            let close = next_stop(self.bytes, start + 1, style);
            if at(self.bytes, close) == quote && self.plain_string_end(close + 1, place).is_some() {
                if style == Style::Single {
                    self.edit(start..start + 1, EditKind::Quotes, "\"", Risk::Exact);
                    self.edit(close..close + 1, EditKind::Quotes, "\"", Risk::Exact);
                }
                self.pos = close + 1;
                return Ok(());
            }
        }
        if self.is_escaped_quote() {
            return self.escaped_string();
        }
        let Some((style, len)) = opener(self.bytes, start) else { return Ok(()) };
        if style != Style::Double {
            self.edit(start..start + len, EditKind::Quotes, "\"", Risk::Exact);
        }
        let mut open = Open::new(style, start + len, place);
        let mut i = open.start;
        if style != Style::Backtick && closer(self.bytes, i, style) == len && self.is_doubled(i + len, place) {
            self.edit(i..i + len, EditKind::Quotes, "", Risk::Guess);
            i += len;
            open = Open { doubled: true, ..Open::new(style, i, place) };
        }
        loop {
            i = next_stop(self.bytes, i, style);
            if i >= self.bytes.len() {
                return self.unclosed(&open, start);
            }
            match at(self.bytes, i) {
                b'\\' => i = self.escape(i, &mut open)?,
                byte @ 0..0x20 => {
                    self.edit(i..i + 1, EditKind::LineBreak, escaped(byte), Risk::Exact);
                    i += 1;
                }
                byte => match closer(self.bytes, i, style) {
                    0 => {
                        if byte == b'"' {
                            self.edit(i..i + 1, EditKind::InnerQuote, "\\\"", Risk::Exact);
                        }
                        i += 1;
                    }
                    len => match self.verdict(&mut open, i, len)? {
                        Verdict::Close => {
                            if let Some(next) = self.concatenated(i, len) {
                                open.style = opener(self.bytes, next).map_or(style, |(style, _)| style);
                                let (_, len) = opener(self.bytes, next).unwrap_or((style, 1));
                                if open.style != style {
                                    return Err(unreadable(next, "strings of several quotes are joined"));
                                }
                                self.edit(i..next + len, EditKind::Concatenation, "", Risk::Exact);
                                i = next + len;
                                continue;
                            }
                            if place == Place::Item && open.is_odd() {
                                return Err(ambiguous(i, "an odd number of quotes in a text"));
                            }
                            self.trim_line_break(&open, i);
                            self.close_string(&open, i, len);
                            return Ok(());
                        }
                        Verdict::Inner => {
                            open.inner += 1;
                            open.inch |= is_inch(self.bytes, i, open.start);
                            if byte == b'"' {
                                self.edit(i..i + len, EditKind::InnerQuote, "\\\"", Risk::Guess);
                            } else {
                                self.edit(i..i, EditKind::InnerQuote, "", Risk::Guess);
                            }
                            i += len;
                        }
                        Verdict::Apostrophe => i += len,
                        Verdict::EndedAt(end) => {
                            if open.place == Place::Item && open.is_odd() {
                                return Err(ambiguous(i, "an odd number of quotes in a text"));
                            }
                            if matches!(at(self.bytes, end.wrapping_sub(1)), b'}' | b']') && place != Place::Key {
                                return Err(ambiguous(start, "it is not clear where this string ends"));
                            }
                            if self.is_plus_between(end, i) {
                                self.forget_after(end);
                                self.edit(end..i + len, EditKind::Concatenation, "", Risk::Guess);
                                i += len;
                                continue;
                            }
                            self.end_string_at(end, &open);
                            return Ok(());
                        }
                    },
                },
            }
        }
    }

    /// The place of what follows a string, if it is what follows every one in valid JSON.
    #[inline]
    pub(super) fn plain_string_end(&self, after: usize, place: Place) -> Option<usize> {
        let next = skip_space(self.bytes, after);
        let plain = match (place, at(self.bytes, next)) {
            (Place::Key, b':') | (Place::Member, b'}') | (Place::Item, b']') => true,
            (Place::Member | Place::Item, b',') => {
                let entry = skip_space(self.bytes, next + 1);
                match at(self.bytes, entry) {
                    b'"' | b'\'' | b'}' | b']' => true,
                    b'{' | b'[' | b'-' | b'0'..=b'9' => place == Place::Item,
                    _ => place == Place::Member && is_bare_key(self.bytes, entry),
                }
            }
            _ => false,
        };
        plain.then_some(next)
    }

    /// `""text""`: every quote was doubled.
    fn is_doubled(&self, after: usize, place: Place) -> bool {
        let byte = at(self.bytes, after);
        let ends =
            matches!(byte, b',' | b'}' | b']' | b':' | b';' | b'"' | b')' | b'+' | b'/' | b'#') || after >= self.bytes.len();
        let next = skip_space(self.bytes, after);
        let spaced = next > after
            && (place != Place::Key
                || opener(self.bytes, next).is_some()
                || super::scan::is_value_end(self.bytes, next)
                || is_colon(self.bytes, next));
        !ends && !spaced
    }

    /// The place of the quote that opens a string joined to this one by `+`.
    fn concatenated(&mut self, i: usize, len: usize) -> Option<usize> {
        let plus = skip_space(self.bytes, i + len);
        if at(self.bytes, plus) != b'+' {
            return None;
        }
        let mut next = skip_space(self.bytes, plus + 1);
        let comment = self.comments.at(self.text.as_bytes(), next);
        if comment > 0 {
            next = skip_space(self.bytes, next + comment);
        }
        opener(self.bytes, next).map(|_| next)
    }
}

/// The end of a string that stops before `i`, if a comma or a plus stands there: before that, and the space and comments
/// around it.
pub(super) fn before_joint(bytes: &[u8], i: usize, from: usize) -> Option<usize> {
    let joint = before_comment(bytes, i, from);
    let is_joint = joint > from && matches!(at(bytes, joint - 1), b',' | b'+');
    is_joint.then(|| if at(bytes, joint - 1) == b',' { joint - 1 } else { before_comment(bytes, joint - 1, from) })
}

/// How long a comment is looked for backwards.
const COMMENT: usize = 128;

fn before_comment(bytes: &[u8], i: usize, from: usize) -> usize {
    let end = trim_end(bytes, i, from);
    let start = from.max(end.saturating_sub(COMMENT));
    match bytes.get(start..end).and_then(|text| text.strip_suffix(b"*/")) {
        Some(comment) => memchr::memmem::rfind(comment, b"/*").map_or(end, |open| trim_end(bytes, start + open, from)),
        None => end,
    }
}

/// Whether the quote at `i` may be an inch mark: it follows a number.
pub(super) fn is_inch(bytes: &[u8], i: usize, from: usize) -> bool {
    let text = bytes.get(from..i).unwrap_or_default();
    let number = text.iter().rev().take(16).take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    number > 0 && !text.iter().rev().nth(number).is_some_and(u8::is_ascii_alphabetic)
}

/// Whether a quote at `i` stands as an opening one does: after a space or bracket, before a word.
pub(super) fn opens(bytes: &[u8], i: usize, len: usize) -> bool {
    let before = if i == 0 { b' ' } else { at(bytes, i - 1) };
    (is_space(before) || matches!(before, b'(' | b'[' | b'{' | b',' | b':')) && !is_space(at(bytes, i + len))
}
