//! Where a string ends: at its quote, before it, or where the text does.

use super::{
    machine::{Machine, Place},
    quotes::Open,
    scan::{Style, at, closer, skip_space, trim_end},
    stop::{Stop, ambiguous},
};
use crate::mend::{EditKind, Risk};

impl Machine<'_> {
    /// A raw line break right before the closing quote is text as any other, but no name ends in one, and after a fence
    /// it is the fence's layout.
    pub(super) fn trim_line_break(&mut self, open: &Open, i: usize) {
        let end = trim_end(self.bytes, i, open.start);
        let tail = self.bytes.get(end..i).unwrap_or_default();
        if end == open.start || memchr::memchr(b'\n', tail).is_none() {
            return;
        }
        let text = self.bytes.get(open.start..end).unwrap_or_default();
        let risk = match open.place {
            Place::Key => Risk::Loss,
            _ if memchr::memmem::find(text, b"```").is_some() => Risk::Guess,
            _ => return,
        };
        self.forget_after(end);
        self.drop_backslash(end, open.start);
        self.edit(end..i, EditKind::LineBreak, "", risk);
    }

    pub(super) fn close_string(&mut self, open: &Open, i: usize, len: usize) {
        if open.style != Style::Double {
            self.edit(i..i + len, EditKind::Quotes, "\"", Risk::Exact);
        }
        self.pos = i + len;
        if open.doubled && closer(self.bytes, self.pos, open.style) == len {
            self.edit(self.pos..self.pos + len, EditKind::Quotes, "", Risk::Guess);
            self.pos += len;
        }
    }

    /// The string ended before this place, without a quote. What was noted after it is forgotten and read again.
    pub(super) fn end_string_at(&mut self, end: usize, open: &Open) {
        self.forget_after(end);
        self.drop_backslash(end, open.start);
        self.edit(end..end, EditKind::Quotes, "\"", Risk::Guess);
        self.pos = end;
    }

    /// A backslash that the end of its string was cut from escapes nothing now.
    pub(super) fn drop_backslash(&mut self, end: usize, from: usize) {
        let text = self.bytes.get(from..end).unwrap_or_default();
        let backslashes = text.iter().rev().take_while(|&&byte| byte == b'\\').count();
        if backslashes % 2 == 1 && self.edits.last().is_none_or(|edit| edit.span.end < end) {
            self.edit(end - 1..end, EditKind::Escape, "", Risk::Loss);
        }
    }

    pub(super) fn forget_after(&mut self, end: usize) {
        while self.edits.last().is_some_and(|edit| edit.span.end > end) {
            self.edits.pop();
        }
    }

    /// A plus between the end of a string and the quote at `i`.
    pub(super) fn is_plus_between(&self, end: usize, i: usize) -> bool {
        self.bytes.get(end..i).is_some_and(|text| text.contains(&b'+') && !text.contains(&b','))
    }

    /// The text ends in a string. If brackets that fit stand at its end, only the quote is missing; else it was cut.
    pub(super) fn unclosed(&mut self, open: &Open, start: usize) -> Result<(), Stop> {
        let end = self.bytes.len();
        self.reach = end;
        if open.dirty && (open.place == Place::Key || open.inner % 2 == 1) {
            return Err(ambiguous(start, "it is not clear where this string ends"));
        }
        if open.place == Place::Key {
            let key = self.bytes.get(open.start..end).unwrap_or_default();
            return match key.iter().position(|&byte| byte == b':') {
                Some(colon) if colon > 0 && self.closers_at_end(open).is_some() => {
                    self.end_string_at(open.start + colon, open);
                    Ok(())
                }
                _ if self.is_all(start) && open.start < end => {
                    self.cut_in_string = true;
                    let end = match self.edits.pop_if(|edit| edit.kind == EditKind::Cut) {
                        Some(edit) => trim_end(self.bytes, edit.span.start, open.start),
                        None => trim_end(self.bytes, end, open.start),
                    };
                    self.forget_after(end);
                    self.drop_backslash(end, open.start);
                    self.edit(end..self.bytes.len(), EditKind::Cut, "\"", Risk::Loss);
                    self.pos = self.bytes.len();
                    Ok(())
                }
                _ => {
                    self.forget_after(start);
                    self.cut_in_string = true;
                    self.cut_key(start)
                }
            };
        }
        if let Some(closers) = self.closers_at_end(open) {
            let text = self.bytes.get(open.start..closers).unwrap_or_default();
            if holds_more(text, open.place) {
                return Err(ambiguous(start, "it is not clear where this string ends"));
            }
            self.end_string_at(closers, open);
            return Ok(());
        }
        let text = self.bytes.get(open.start..trim_end(self.bytes, end, open.start)).unwrap_or_default();
        if open.dirty || (text.ends_with(b"}") || text.ends_with(b"]")) && holds_more(text, Place::Member) {
            return Err(ambiguous(start, "it is not clear where this string ends"));
        }
        self.cut = true;
        self.cut_in_string = true;
        self.edit(end..end, EditKind::Cut, "\"", Risk::Loss);
        self.pos = end;
        Ok(())
    }

    /// Whether the key at `start` is all that the document holds: without it nothing would be left.
    fn is_all(&self, start: usize) -> bool {
        self.stack.len() == 1
            && self.stack.last().is_some_and(|frame| frame.items == 0 && frame.open.at < start)
            && self.comma.is_none()
    }

    /// Where the run of closers at the end of the text starts, if each of them closes what is open.
    fn closers_at_end(&self, open: &Open) -> Option<usize> {
        let mut start = self.bytes.len();
        while start > open.start && matches!(at(self.bytes, start - 1), b'}' | b']' | b'`' | b' ' | b'\n' | b'\r' | b'\t') {
            start -= 1;
        }
        let run = self.bytes.get(start..).unwrap_or_default();
        let mut frames = self.stack.iter().rev();
        let mut any = false;
        for &byte in run.iter().filter(|byte| matches!(byte, b'}' | b']')) {
            let frame = frames.next()?;
            any = true;
            if (byte == b'}') != (frame.kind == super::machine::Kind::Object) {
                return None;
            }
        }
        let text = self.bytes.get(open.start..start).unwrap_or_default();
        let opened = text.iter().fold(0_i32, |n, byte| n + i32::from(*byte == b'{') - i32::from(*byte == b'}'));
        (any && opened <= 0).then_some(start)
    }
}

/// Whether a text that was to be one string may hold the next entry as well.
fn holds_more(text: &[u8], place: Place) -> bool {
    let end = trim_end(text, text.len(), 0);
    if end > 0 && matches!(at(text, end - 1), b'+' | b',' | b':') {
        return true;
    }
    match place {
        Place::Item => memchr::memchr(b',', text).is_some(),
        _ => memchr::memchr2_iter(b',', b'}', text).any(|comma| super::scan::is_bare_key(text, skip_space(text, comma + 1))),
    }
}
