//! The parts of a text that may be the answer, found in one pass from left to right.

use super::{
    containers::is_glued,
    fences::{self, Fence},
    machine::{Document, Machine},
    scan::{at, is_space, skip_space},
    stop::{Stop, refuse, unreadable},
    think,
    trivia::{self, Comments},
};
use crate::mend::{Options, Unmendable, UnmendableKind};

/// Where a candidate was found. A later one is likelier the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Setting {
    /// In a model's thinking.
    Thinking,
    /// Within the code of a fence, or among words.
    Prose,
    /// All there is in a fence of another language.
    OtherFence,
    /// All there is in a fence without a language.
    Fence,
    /// All there is in a fence labelled as JSON.
    JsonFence,
}

pub(super) struct Candidate {
    pub document: Document,
    pub setting: Setting,
}

/// What was found, and what can be said if it is nothing.
pub(super) struct Found {
    pub candidates: Vec<Candidate>,
    pub failure: Option<Stop>,
    /// Whether something that was meant as a document could not be read.
    pub wrecked: bool,
    /// What is no part of the answer though it may look like one: thinking, up to here.
    pub thought: usize,
}

struct Finder<'a> {
    text: &'a str,
    options: &'a Options,
    pos: usize,
    fence: Option<Fence>,
    found: Found,
    tried: usize,
    /// Whether a document may be read past the end of its fence: once in a text, so that the whole stays linear.
    may_run_on: bool,
    /// How many bytes may be read again, so that the whole stays linear.
    rereads: usize,
    comments: Comments,
    /// Whether thinking is searched too, as nothing else was found.
    thinking: bool,
}

/// Finds the candidates.
pub(super) fn find(text: &str, options: &Options) -> Result<Found, Unmendable> {
    let found = Found { candidates: Vec::new(), failure: None, wrecked: false, thought: 0 };
    let mut finder = Finder {
        text,
        options,
        pos: 0,
        fence: None,
        found,
        tried: 0,
        may_run_on: true,
        rereads: text.len(),
        comments: Comments::default(),
        thinking: false,
    };
    finder.run().map_err(|stop| stop.within(text))?;
    if finder.found.candidates.is_empty() && finder.found.thought > 0 && !finder.thinking {
        finder.pos = 0;
        finder.thinking = true;
        finder.run().map_err(|stop| stop.within(text))?;
    }
    if finder.tried > options.max_candidates {
        return Err(refuse(UnmendableKind::TooManyCandidates, finder.pos, "too many parts may be the value", text));
    }
    Ok(finder.found)
}

impl Finder<'_> {
    fn run(&mut self) -> Result<(), Stop> {
        self.skip_trivia();
        if self.starts_with_call() {
            self.document(Setting::Prose)?;
        }
        let bytes = self.text.as_bytes();
        while self.pos < bytes.len() && self.tried <= self.options.max_candidates {
            if self.fence.as_ref().is_some_and(|fence| self.pos >= fence.close) {
                self.pos = fences::skip_run(bytes, self.pos);
                self.fence = None;
                continue;
            }
            match at(bytes, self.pos) {
                b'{' | b'[' => {
                    let setting = self.setting();
                    self.document(setting)?;
                }
                b'`' if fences::run(bytes, self.pos) >= 3 => match self.fence {
                    Some(_) => self.pos = fences::skip_run(bytes, self.pos),
                    None => {
                        let fence = fences::open(bytes, self.pos);
                        self.pos = fence.body;
                        self.fence = Some(fence);
                        self.skip_trivia();
                    }
                },
                b'<' if self.fence.is_none() && !self.thinking => self.tag(),
                _ => self.pos += 1,
            }
        }
        Ok(())
    }

    /// `<think>…</think>` is read only if nothing else is found; an end without a start makes thinking of all before.
    fn tag(&mut self) {
        match think::tag(self.text, self.pos) {
            Some(think::Tag::Block(end)) => {
                self.found.thought = end;
                self.pos = end;
            }
            Some(think::Tag::Close(end)) => {
                for candidate in &mut self.found.candidates {
                    candidate.setting = Setting::Thinking;
                }
                self.found.thought = end;
                self.found.failure = None;
                self.found.wrecked = false;
                self.pos = end;
            }
            // The end is missing: all that follows is thinking, if anything is.
            Some(think::Tag::Open(end)) => {
                self.found.thought = end;
                self.pos = end;
                self.thinking = true;
            }
            None => self.pos += 1,
        }
    }

    fn skip_trivia(&mut self) {
        let bytes = self.text.as_bytes();
        // Fences may be many, and what they hold may look like a comment on all of the rest.
        let limit = self.fence.as_ref().map_or(bytes.len(), |fence| fence.close);
        loop {
            let skipped = if is_space(at(bytes, self.pos)) {
                1
            } else {
                self.comments.within(bytes, self.pos, limit).max(trivia::odd_space(self.text, self.pos))
            };
            if skipped == 0 || self.pos + skipped > limit {
                return;
            }
            self.pos += skipped;
        }
    }

    /// A tuple, or a call such as `callback({…})`, that is all of the text.
    fn starts_with_call(&self) -> bool {
        let bytes = self.text.as_bytes();
        let end = self.text.trim_end().trim_end_matches(';').trim_end();
        let name = (self.pos..).find(|&i| !(at(bytes, i).is_ascii_alphanumeric() || matches!(at(bytes, i), b'_' | b'.' | b'$')));
        let Some(name) = name else { return false };
        let paren = skip_space(bytes, name);
        let inner = at(bytes, skip_space(bytes, paren + 1));
        let closed = end.ends_with(')');
        at(bytes, paren) == b'('
            && match inner {
                b'{' | b'[' => name > self.pos,
                b'"' | b'\'' => closed && name == self.pos,
                b'0'..=b'9' | b'-' | b'(' => closed && name == self.pos,
                _ => false,
            }
    }

    fn setting(&mut self) -> Setting {
        if self.thinking {
            return Setting::Thinking;
        }
        let Some(fence) = &self.fence else { return Setting::Prose };
        let start = fence.body;
        let alone = self.text.get(start..self.pos).is_some_and(|gap| {
            let bytes = self.text.as_bytes();
            gap.is_empty() || {
                let mut i = start;
                loop {
                    let skip =
                        usize::from(is_space(at(bytes, i))).max(self.comments.at(bytes, i)).max(trivia::odd_space(self.text, i));
                    i += skip;
                    if skip == 0 || i >= self.pos {
                        break i >= self.pos;
                    }
                }
            }
        });
        if alone { fence.setting } else { Setting::Prose }
    }

    /// Tries the document that starts here. Whatever comes of it, the search goes on behind it.
    fn document(&mut self, setting: Setting) -> Result<(), Stop> {
        let start = self.pos;
        self.tried += 1;
        let limit = self.fence.as_ref().map_or(self.text.len(), |fence| fence.close);
        let mut machine = Machine::new(self.text, limit, self.options.max_depth, self.comments);
        let mut read = machine.read(start);
        self.comments = machine.comments;
        let cut = read.as_ref().is_ok_and(|document| document.cut_in_string);
        if cut && limit < self.text.len() && self.may_run_on {
            self.may_run_on = false;
            let last = fences::last(self.text.as_bytes(), limit);
            let again = Machine::new(self.text, last, self.options.max_depth, self.comments).read(start);
            if again.as_ref().is_ok_and(|document| !document.cut) {
                self.fence = None;
                read = again;
            }
        }
        match read {
            Ok(document) => {
                self.pos = document.span.end.max(start + 1);
                if is_glued(self.text.as_bytes(), document.span.end) {
                    let stop = unreadable(document.span.end, "words follow the value without a space");
                    self.found.failure.get_or_insert(stop);
                } else {
                    self.found.candidates.push(Candidate { document, setting });
                }
            }
            Err(stop) if stop.kind == UnmendableKind::TooDeep => return Err(stop),
            Err(stop) => {
                self.pos = stop.at.max(start + 1);
                let reread = machine.reach.saturating_sub(self.pos);
                match self.rereads.checked_sub(reread) {
                    Some(left) => self.rereads = left,
                    None => self.pos = machine.reach,
                }
                if let Some(depth) = machine.wrecked() {
                    self.pos = past_wreck(self.text.as_bytes(), self.pos, limit, depth);
                    self.found.wrecked |= setting == Setting::Prose && stop.kind != UnmendableKind::Nothing;
                }
                self.found.failure.get_or_insert(stop);
            }
        }
        Ok(())
    }
}

/// The end of a document that could not be read, by its brackets alone: what is in it is no answer.
fn past_wreck(bytes: &[u8], from: usize, limit: usize, depth: usize) -> usize {
    let (mut i, mut depth) = (from, depth);
    while i < limit && depth > 0 {
        match at(bytes, i) {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        i += 1;
    }
    i
}
