//! The ends of containers: right, wrong, missing, or too many.

use super::{
    machine::{Kind, Last, Machine, State},
    scan::{at, is_key, skip_space},
    stop::{Stop, ambiguous, unreadable},
};
use crate::mend::{EditKind, Risk};

/// What to do about a closer that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    /// Put the closers before it that are missing.
    Insert,
    /// Put the right one in its place.
    Replace,
    /// Drop it.
    Delete,
}

/// How many closers and open containers are considered.
const HORIZON: usize = 32;

impl Machine<'_> {
    /// A bracket or brace that is expected to close `kind`; a tuple's or call's frame makes it a mismatch.
    pub(super) fn close(&mut self, kind: Kind) -> Result<(), Stop> {
        if self.stack.last().is_none_or(|frame| frame.kind != kind) {
            return self.mismatch();
        }
        self.drop_comma_at_end();
        if self.stack.len() == 1 && kind == Kind::Object && self.goes_on() {
            self.edit(self.pos..self.pos + 1, EditKind::ExtraCloser, "", Risk::Guess);
            self.pos += 1;
            self.state = State::After;
            return Ok(());
        }
        let full = self.stack.last().is_some_and(|frame| frame.items > 0);
        self.pos += 1;
        self.pop();
        if full && kind == Kind::Object {
            self.last = Last::Object;
        }
        Ok(())
    }

    /// `{"a": 1}, "b": 2}`: the outermost object was closed too early.
    fn goes_on(&self) -> bool {
        let empty = self.stack.last().is_none_or(|frame| frame.items == 0);
        let comma = skip_space(self.bytes, self.pos + 1);
        !empty && at(self.bytes, comma) == b',' && super::scan::is_quoted_key(self.bytes, skip_space(self.bytes, comma + 1))
    }

    fn drop_comma_at_end(&mut self) {
        if self.state == State::Entry {
            self.drop_comma();
        }
    }

    fn pop(&mut self) {
        let items = self.stack.pop().map_or(0, |frame| frame.items);
        self.entries += items;
        self.rich |= !self.stack.is_empty();
        self.end_value(Last::Container);
        self.comma = None;
    }

    pub(super) fn close_set(&mut self) -> Result<(), Stop> {
        self.drop_comma_at_end();
        self.edit(self.pos..self.pos + 1, EditKind::Bracket, "]", Risk::Guess);
        self.pos += 1;
        self.pop();
        Ok(())
    }

    pub(super) fn close_paren(&mut self) -> Result<(), Stop> {
        let Some(&frame) = self.stack.last() else { return Ok(()) };
        let had_comma = self.state == State::Entry && self.comma.is_some();
        match frame.kind {
            Kind::Call if frame.items == 1 => {
                self.edit(self.pos..self.pos + 1, EditKind::Call, "", Risk::Exact);
                self.pos += 1;
                self.stack.pop();
                self.end_value(self.last);
                Ok(())
            }
            Kind::Tuple => {
                self.drop_comma_at_end();
                let scalar = frame.items == 1 && !had_comma;
                let with = if scalar { "" } else { "]" };
                if let Some(edit) = self.edits.get_mut(frame.open.edits)
                    && scalar
                {
                    edit.replacement = "".into();
                }
                self.edit(self.pos..self.pos + 1, EditKind::Bracket, with, Risk::Guess);
                self.pos += 1;
                self.pop();
                Ok(())
            }
            _ => {
                self.edit(self.pos..self.pos + 1, EditKind::ExtraCloser, "", Risk::Guess);
                self.pos += 1;
                Ok(())
            }
        }
    }

    /// A closer that does not fit the innermost container.
    #[cold]
    pub(super) fn mismatch(&mut self) -> Result<(), Stop> {
        self.drop_comma_at_end();
        let costs = [Plan::Insert, Plan::Replace, Plan::Delete].map(|plan| (self.cost(plan), plan));
        let [insert, replace, _] = costs;
        let Some(&(least, plan)) = costs.iter().min_by_key(|(cost, _)| *cost) else { return Ok(()) };
        if least == usize::MAX {
            return Err(unreadable(self.pos, "a closer that closes nothing"));
        }
        if plan == Plan::Insert && insert.0 == replace.0 && self.comma_follows() {
            return Err(ambiguous(self.pos, "a closer is missing or wrong"));
        }
        match plan {
            Plan::Insert => {
                let closer = self.peek();
                let mut missing = String::new();
                while let Some(kind) = self.stack.last().map(|frame| frame.kind).filter(|&kind| closing(kind) != closer) {
                    missing.push_str(written(kind));
                    self.state = State::After;
                    self.pop();
                }
                self.edit(self.pos..self.pos, EditKind::MissingCloser, missing, Risk::Guess);
                self.state = State::After;
                Ok(())
            }
            Plan::Replace => {
                let right = self.stack.last().map_or("", |frame| written(frame.kind));
                self.edit(self.pos..self.pos + 1, EditKind::ExtraCloser, right, Risk::Guess);
                self.pos += 1;
                self.pop();
                Ok(())
            }
            Plan::Delete => {
                self.edit(self.pos..self.pos + 1, EditKind::ExtraCloser, "", Risk::Guess);
                self.pos += 1;
                self.state = State::After;
                if self.stack.last().is_some_and(|frame| frame.items == 0) {
                    self.state = State::Entry;
                }
                Ok(())
            }
        }
    }

    fn comma_follows(&self) -> bool {
        at(self.bytes, skip_space(self.bytes, self.pos + 1)) == b','
    }

    /// How many brackets would be wrong after this plan, as far as the run of closers here and what follows it tell.
    fn cost(&self, plan: Plan) -> usize {
        let mut open: Vec<u8> = self.stack.iter().rev().take(HORIZON).map(|frame| closing(frame.kind)).collect();
        open.reverse();
        let mut cost = 1;
        let first = self.peek();
        match plan {
            Plan::Insert => match open.iter().rposition(|&closer| closer == first) {
                Some(place) => {
                    cost = open.len() - 1 - place;
                    open.truncate(place);
                }
                None => return usize::MAX,
            },
            Plan::Replace => {
                open.pop();
            }
            Plan::Delete => {}
        }
        let mut i = skip_space(self.bytes, self.pos + 1);
        for _ in 0..HORIZON {
            let closer = at(self.bytes, i);
            if !matches!(closer, b'}' | b']') {
                break;
            }
            match open.iter().rposition(|&open| open == closer) {
                Some(place) => {
                    cost += open.len() - 1 - place;
                    open.truncate(place);
                }
                None => {
                    cost += 1;
                    open.pop();
                }
            }
            i = skip_space(self.bytes, i + 1);
        }
        let all = self.stack.len() <= HORIZON;
        cost + match at(self.bytes, i) {
            b',' => {
                let wants = if is_key(self.bytes, skip_space(self.bytes, i + 1)) { b'}' } else { b']' };
                if open.last() == Some(&wants) { 0 } else { 2 }
            }
            _ if i >= self.bytes.len() && all => open.len(),
            _ => 0,
        }
    }

    /// The text ends here: so does every container.
    pub(super) fn finish(&mut self) -> Result<(), Stop> {
        self.cut = true;
        self.drop_comma_at_end();
        let mut missing = String::with_capacity(self.stack.len());
        while let Some(&frame) = self.stack.last() {
            match frame.kind {
                Kind::Set => return Err(unreadable(self.pos, "a key has no value")),
                kind => missing.push_str(written(kind)),
            }
            self.state = State::After;
            self.pop();
        }
        self.pos = self.bytes.len();
        self.edit(self.pos..self.pos, EditKind::MissingCloser, missing, Risk::Guess);
        Ok(())
    }
}

/// What closes it in the text.
const fn closing(kind: Kind) -> u8 {
    match kind {
        Kind::Object | Kind::Set => b'}',
        Kind::Array => b']',
        Kind::Tuple | Kind::Call => b')',
    }
}

/// What closes it in JSON.
const fn written(kind: Kind) -> &'static str {
    match kind {
        Kind::Object => "}",
        Kind::Array | Kind::Tuple | Kind::Set => "]",
        Kind::Call => "",
    }
}
