//! Objects and arrays: entries, colons, commas, and the ends of both.

use super::{
    machine::{Frame, Kind, Last, Machine, Place, State},
    scan::{at, is_bare_key, is_colon, is_quoted_key, opener, skip_space},
    stop::{Stop, ambiguous, unreadable},
};
use crate::mend::{EditKind, Risk};

impl Machine<'_> {
    /// A key, or the end of an object.
    pub(super) fn key(&mut self) -> Result<(), Stop> {
        self.entry = self.mark();
        match self.peek() {
            b'"' => {
                self.string(Place::Key)?;
                self.state = State::Colon;
                Ok(())
            }
            b'}' => self.close(Kind::Object),
            b']' | b')' => self.mismatch(),
            b',' | b';' => self.extra_comma(),
            b'{' => self.object_in_key_place(),
            b':' | b'[' => Err(unreadable(self.pos, "there is no key")),
            _ if self.is_end() => self.finish(),
            _ if self.ellipsis() => Ok(()),
            _ if opener(self.bytes, self.pos).is_some() || self.is_escaped_quote() => {
                self.string(Place::Key)?;
                self.state = State::Colon;
                Ok(())
            }
            _ => {
                if let Some(risk) = self.string_prefix(Place::Key) {
                    self.edit(self.pos..self.pos + 1, EditKind::Quotes, "", risk);
                    self.pos += 1;
                    self.string(Place::Key)?;
                    self.state = State::Colon;
                    return Ok(());
                }
                self.bare_key()
            }
        }
    }

    /// An item of an array, or its end.
    pub(super) fn item(&mut self) -> Result<(), Stop> {
        self.entry = self.mark();
        match self.peek() {
            b']' => self.close(Kind::Array),
            b')' => self.close_paren(),
            b'}' if self.stack.last().is_some_and(|frame| frame.kind == Kind::Set) => self.close_set(),
            b'}' => self.mismatch(),
            b',' | b';' => self.extra_comma(),
            b':' => Err(unreadable(self.pos, "there is no key")),
            _ if self.is_end() => self.finish(),
            _ if self.ellipsis() => Ok(()),
            _ => self.value(Place::Item),
        }
    }

    pub(super) fn colon(&mut self) -> Result<(), Stop> {
        self.state = State::Value;
        match self.peek() {
            b':' => {
                self.pos += 1;
                if at(self.bytes, self.pos) == b'=' {
                    self.edit(self.pos..self.pos + 1, EditKind::Separator, "", Risk::Exact);
                    self.pos += 1;
                }
            }
            b'=' => {
                let len = if at(self.bytes, self.pos + 1) == b'>' { 2 } else { 1 };
                self.edit(self.pos..self.pos + len, EditKind::Separator, ":", Risk::Exact);
                self.pos += len;
            }
            b',' | b'}' if self.enter_set() => self.end_value(Last::Text),
            b',' | b'}' | b']' | b')' => return Err(unreadable(self.pos, "a key has no value")),
            _ if self.is_end() => {
                self.edit(self.pos..self.pos, EditKind::Separator, ":", Risk::Loss);
            }
            _ => self.edit(self.pos..self.pos, EditKind::Separator, ": ", Risk::Guess),
        }
        Ok(())
    }

    /// `{'a', 'b'}`: a Python set, of which this is the first item.
    fn enter_set(&mut self) -> bool {
        let Some(frame) = self.stack.last_mut() else { return false };
        if frame.items > 0 || frame.kind != Kind::Object {
            return false;
        }
        frame.kind = Kind::Set;
        let open = frame.open;
        self.edit_at(open, 1, EditKind::Bracket, "[", Risk::Guess);
        true
    }

    /// What follows a value: a comma, a closer, or one of them is missing.
    pub(super) fn after(&mut self, kind: Kind) -> Result<(), Stop> {
        match self.peek() {
            b',' => self.comma(),
            b'}' if kind == Kind::Object => self.close(Kind::Object),
            b'}' if kind == Kind::Set => self.close_set(),
            b']' if kind == Kind::Array => self.close(Kind::Array),
            b')' => self.close_paren(),
            b'}' | b']' => self.mismatch(),
            b';' => {
                self.edit(self.pos..self.pos + 1, EditKind::Separator, ",", Risk::Exact);
                self.comma()
            }
            _ if self.is_end() => self.finish(),
            b':' | b'=' if kind != Kind::Object => self.key_in_array(),
            _ if kind == Kind::Object => self.missing_comma_in_object(),
            _ => self.missing_comma_in_array(),
        }
    }

    fn comma(&mut self) -> Result<(), Stop> {
        if self.stack.last().is_some_and(|frame| frame.kind == Kind::Call) {
            return Err(unreadable(self.pos, "a call has more than one argument"));
        }
        self.ended_before = self.ended;
        self.last_before = self.last;
        let before = self.edits.len() - usize::from(self.peek() == b';');
        self.comma = Some(super::machine::Mark { at: self.pos, edits: before });
        self.pos += 1;
        self.state = State::Entry;
        Ok(())
    }

    fn missing_comma_in_object(&mut self) -> Result<(), Stop> {
        let here = self.pos;
        if is_quoted_key(self.bytes, here) || is_bare_key(self.bytes, here) || self.is_escaped_quote() {
            self.insert_comma();
            return Ok(());
        }
        if self.peek() == b'{' && self.parent() == Some(Kind::Array) {
            self.edit_at(self.ended, 0, EditKind::MissingCloser, "},", Risk::Guess);
            self.stack.pop();
            if let Some(frame) = self.stack.last_mut() {
                frame.items += 1;
            }
            self.state = State::Entry;
            self.comma = None;
            return Ok(());
        }
        if self.ellipsis() {
            return Ok(());
        }
        Err(ambiguous(here, "something stands between a value and the next key"))
    }

    fn missing_comma_in_array(&mut self) -> Result<(), Stop> {
        let here = self.pos;
        let byte = self.peek();
        if self.ellipsis() {
            return Ok(());
        }
        let bare = !matches!(byte, b'{' | b'[' | b'(' | b'-' | b'0'..=b'9')
            && opener(self.bytes, here).is_none()
            && !super::scan::is_plain_scalar(self.bytes, here);
        let call = self.stack.last().is_some_and(|frame| frame.kind == Kind::Call);
        if call || (bare && self.last != Last::Bare) {
            return Err(ambiguous(here, "something stands between two items"));
        }
        self.insert_comma();
        Ok(())
    }

    fn insert_comma(&mut self) {
        self.ended_before = self.ended;
        self.last_before = self.last;
        self.edit_at(self.ended, 0, EditKind::MissingComma, ",", Risk::Exact);
        self.comma = Some(self.ended);
        self.state = State::Entry;
    }

    fn extra_comma(&mut self) -> Result<(), Stop> {
        let array = self.stack.last().is_some_and(|frame| frame.kind != Kind::Object && frame.items > 0);
        let risk = if array { Risk::Guess } else { Risk::Exact };
        self.edit(self.pos..self.pos + 1, EditKind::ExtraComma, "", risk);
        self.pos += 1;
        Ok(())
    }

    /// Takes the comma back that nothing followed.
    pub(super) fn drop_comma(&mut self) {
        let Some(mark) = self.comma.take() else { return };
        match self.edits.get_mut(mark.edits) {
            Some(edit) if edit.span == (mark.at..mark.at) && edit.kind == EditKind::MissingComma => {
                self.edits.remove(mark.edits);
            }
            Some(edit) if edit.span.start == mark.at && edit.kind == EditKind::Separator => {
                edit.kind = EditKind::ExtraComma;
                edit.replacement = "".into();
            }
            _ => self.edit_at(mark, 1, EditKind::ExtraComma, "", Risk::Exact),
        }
    }

    /// `...` or `…` where entries were left out, with the commas beside it.
    pub(super) fn ellipsis(&mut self) -> bool {
        let rest = self.bytes.get(self.pos..).unwrap_or_default();
        let len = if rest.starts_with("…".as_bytes()) { 3 } else { rest.iter().take_while(|&&byte| byte == b'.').count() };
        let next = skip_space(self.bytes, self.pos + len);
        let alone = super::scan::is_value_end(self.bytes, next) || super::scan::is_comment(self.bytes, next);
        if len < 2 || !alone {
            return false;
        }
        self.edit(self.pos..self.pos + len, EditKind::Ellipsis, "", Risk::Loss);
        self.pos += len;
        if at(self.bytes, next) == b',' && self.state == State::Entry {
            self.edit(next..next + 1, EditKind::ExtraComma, "", Risk::Exact);
            self.pos = next + 1;
        }
        true
    }

    /// `{{`: two objects without an end between, in an array; else braces that were doubled.
    fn object_in_key_place(&mut self) -> Result<(), Stop> {
        let items = self.stack.last().map_or(0, |frame| frame.items);
        match self.parent() {
            Some(Kind::Array | Kind::Tuple) => {
                let end = if items == 0 { self.mark() } else { self.ended };
                let with = if self.comma.take().is_some() { "}" } else { "}," };
                self.edit_at(end, 0, EditKind::MissingCloser, with, Risk::Guess);
                self.stack.pop();
                if let Some(frame) = self.stack.last_mut() {
                    frame.items += 1;
                }
                Ok(())
            }
            None if items == 0 && self.comma.is_none() && self.edits.is_empty() => {
                self.edit(self.pos..self.pos + 1, EditKind::Bracket, "", Risk::Guess);
                self.pos += 1;
                Ok(())
            }
            _ => Err(unreadable(self.pos, "there is no key")),
        }
    }

    /// `[1, "k": 2`: the array ended before the key, or a brace is missing, or one was closed too early.
    fn key_in_array(&mut self) -> Result<(), Stop> {
        let Some(&Frame { kind: Kind::Array, items, .. }) = self.stack.last() else {
            return Err(unreadable(self.pos, "a colon where no key can be"));
        };
        if !matches!(self.last, Last::Text | Last::Bare) || !is_colon(self.bytes, self.pos) {
            return Err(unreadable(self.pos, "a colon after something that is no key"));
        }
        let parent = self.parent();
        let reopen = self.last_before == Last::Object;
        match self.comma {
            Some(comma) if items > 1 && parent == Some(Kind::Object) => {
                self.edit_at(comma, 0, EditKind::MissingCloser, "]", Risk::Guess);
                self.stack.pop();
                if let Some(frame) = self.stack.last_mut() {
                    frame.items += 1;
                }
            }
            Some(_) if items > 1 && reopen => {
                let brace = super::machine::Mark { at: self.ended_before.at - 1, edits: self.ended_before.edits };
                self.edit_at(brace, 1, EditKind::ExtraCloser, "", Risk::Guess);
                self.reopen()?;
            }
            _ if self.last == Last::Bare => return Err(unreadable(self.pos, "a colon where no key can be")),
            _ => {
                self.edit_at(self.entry, 0, EditKind::MissingOpener, "{", Risk::Guess);
                self.reopen()?;
            }
        }
        self.state = State::Colon;
        Ok(())
    }

    fn reopen(&mut self) -> Result<(), Stop> {
        if let Some(frame) = self.stack.last_mut() {
            frame.items -= 1;
        }
        let comma = self.comma;
        self.open(Kind::Object, self.entry)?;
        self.comma = comma;
        Ok(())
    }
}

/// Whether words go on right after the document, which then is none.
pub(super) fn is_glued(bytes: &[u8], end: usize) -> bool {
    at(bytes, end).is_ascii_alphanumeric()
}
