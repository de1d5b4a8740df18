//! The reader: one pass from left to right over an explicit stack, that knows at every byte what may come, and notes an
//! edit wherever something else does.

use std::{borrow::Cow, ops::Range};

use super::{
    scan::{at, skip_space},
    stop::{Stop, stop},
    trivia::Comments,
};
use crate::mend::{Edit, EditKind, Risk, UnmendableKind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    Array,
    /// A Python tuple: an array if it holds a comma, else just a value in parentheses.
    Tuple,
    /// A Python set: an array in braces.
    Set,
    /// `ObjectId(…)`: stands for its argument.
    Call,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub kind: Kind,
    pub open: Mark,
    pub items: usize,
}

/// What may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// A key, an item, or the end: at the start of a container and after a comma.
    Entry,
    Colon,
    Value,
    /// A comma or the end.
    After,
}

/// Where a value stands, which says what ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Key,
    Member,
    Item,
}

/// A place in the text, and how many edits were made before it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    pub at: usize,
    pub edits: usize,
}

/// What kind of value came last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    None,
    Text,
    Bare,
    Scalar,
    Container,
    /// An object that holds something, closed by a brace of its own.
    Object,
}

pub(super) struct Machine<'a> {
    pub text: &'a str,
    /// The text up to where this document may reach.
    pub bytes: &'a [u8],
    pub pos: usize,
    start: usize,
    pub edits: Vec<Edit>,
    pub stack: Vec<Frame>,
    pub state: State,
    pub last: Last,
    /// Where the current entry starts.
    pub entry: Mark,
    /// The comma before the current entry, if there is one.
    pub comma: Option<Mark>,
    /// The end of the last value, and of the one before the last comma.
    pub ended: Mark,
    pub ended_before: Mark,
    pub last_before: Last,
    /// Whether the text ended before the document did, and whether within a string.
    pub cut: bool,
    pub cut_in_string: bool,
    /// Whether it holds anything but bare words and numbers.
    pub rich: bool,
    pub entries: usize,
    /// How far it looked, where that is further than where it stopped.
    pub reach: usize,
    pub comments: Comments,
    max_depth: usize,
}

/// A document that was read.
pub(super) struct Document {
    pub span: Range<usize>,
    pub edits: Vec<Edit>,
    /// Whether it is an object, rather than an array.
    pub object: bool,
    pub entries: usize,
    pub rich: bool,
    pub cut: bool,
    pub cut_in_string: bool,
}

impl<'a> Machine<'a> {
    pub(super) fn new(text: &'a str, limit: usize, max_depth: usize, comments: Comments) -> Self {
        Self {
            text,
            bytes: text.as_bytes().get(..limit).unwrap_or_default(),
            pos: 0,
            start: 0,
            edits: Vec::new(),
            stack: Vec::with_capacity(16),
            state: State::Value,
            last: Last::None,
            entry: Mark::default(),
            comma: None,
            ended: Mark::default(),
            ended_before: Mark::default(),
            last_before: Last::None,
            cut: false,
            cut_in_string: false,
            rich: false,
            entries: 0,
            reach: 0,
            comments,
            max_depth,
        }
    }

    /// Reads the one document that starts at `start`.
    pub(super) fn read(&mut self, start: usize) -> Result<Document, Stop> {
        self.pos = start;
        self.start = start;
        let object = self.peek() == b'{';
        self.value(Place::Item)?;
        loop {
            self.straight();
            let Some(&frame) = self.stack.last() else { break };
            self.trivia()?;
            match (self.state, frame.kind) {
                (State::Entry, Kind::Object) => self.key()?,
                (State::Entry, _) => self.item()?,
                (State::Colon, _) => self.colon()?,
                (State::Value, _) => self.value(Place::Member)?,
                (State::After, kind) => self.after(kind)?,
            }
        }
        let edits = std::mem::take(&mut self.edits);
        let Self { pos, entries, rich, cut, cut_in_string, .. } = *self;
        Ok(Document { span: start..pos, edits, object, entries, rich, cut, cut_in_string })
    }

    /// How deep it was when it stopped, if it had read enough to be meant as a document.
    pub(super) fn wrecked(&self) -> Option<usize> {
        let begun = self.entries > 0 || self.stack.len() > 1 || self.stack.iter().any(|frame| frame.items > 0);
        (begun || self.state == State::Value).then_some(self.stack.len())
    }

    #[inline]
    pub(super) fn peek(&self) -> u8 {
        at(self.bytes, self.pos)
    }

    pub(super) fn is_end(&self) -> bool {
        self.pos >= self.bytes.len()
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { at: self.pos, edits: self.edits.len() }
    }

    #[inline]
    pub(super) fn edit(&mut self, span: Range<usize>, kind: EditKind, with: impl Into<Cow<'static, str>>, risk: Risk) {
        if self.edits.len() == self.edits.capacity() {
            self.make_room();
        }
        self.edits.push(Edit { span, kind, replacement: with.into(), risk });
    }

    /// Room for as many edits as the rest of the text will need, if it is like what was read.
    #[cold]
    fn make_room(&mut self) {
        let made = self.edits.len();
        let read = self.pos.saturating_sub(self.start).max(1);
        let left = self.bytes.len().saturating_sub(self.pos);
        let more = if made < 64 { 64 } else { (made * left / read).clamp(64, left + 64) };
        self.edits.reserve(more);
    }

    /// An edit at a place already passed. Only what was read since then moves, and each byte but once.
    pub(super) fn edit_at(&mut self, mark: Mark, len: usize, kind: EditKind, with: impl Into<Cow<'static, str>>, risk: Risk) {
        let edit = Edit { span: mark.at..mark.at + len, kind, replacement: with.into(), risk };
        self.edits.insert(mark.edits.min(self.edits.len()), edit);
    }

    pub(super) fn open(&mut self, kind: Kind, open: Mark) -> Result<(), Stop> {
        if self.stack.len() >= self.max_depth {
            return Err(stop(UnmendableKind::TooDeep, self.pos, "it nests deeper than allowed"));
        }
        self.stack.push(Frame { kind, open, items: 0 });
        self.state = State::Entry;
        self.comma = None;
        Ok(())
    }

    pub(super) fn parent(&self) -> Option<Kind> {
        let parent = self.stack.len().checked_sub(2)?;
        self.stack.get(parent).map(|frame| frame.kind)
    }

    pub(super) fn holds(&self, kind: Kind) -> bool {
        self.stack.iter().rev().any(|frame| frame.kind == kind)
    }

    /// Ends a value at the present place.
    #[inline]
    pub(super) fn end_value(&mut self, last: Last) {
        self.ended = self.mark();
        self.last = last;
        self.state = State::After;
        if let Some(frame) = self.stack.last_mut() {
            frame.items += 1;
        }
    }

    /// Skips space and comments, and what only looks like space.
    #[inline]
    pub(super) fn trivia(&mut self) -> Result<(), Stop> {
        loop {
            self.pos = skip_space(self.bytes, self.pos);
            match self.peek() {
                b'/' | b'#' | b'`' | 0x80.. | b'\\' | 0 | 0x0B | 0x0C => {
                    if !self.odd_trivia()? {
                        return Ok(());
                    }
                }
                _ => return Ok(()),
            }
        }
    }
}
