//! The edits that make one element, as far as it was read, a proper one.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use super::{
    super::{
        EditKind, Options, Risk, Unmendable, UnmendableKind,
        edits::{Edits, refuse},
    },
    entity,
    names::Names,
    pairs::Pairs,
    scan::Token,
    tag::Tag,
    unclosed::{self, Reading},
};

struct Frame<'a> {
    /// As its tags are to be written.
    name: &'a str,
    close: Option<usize>,
    after_text: bool,
}

pub(super) struct Weaver<'a> {
    text: &'a str,
    pairs: &'a Pairs,
    names: Option<&'a Names>,
    used: HashSet<&'a str>,
    stack: Vec<Frame<'a>>,
    /// Opening tags by closing ones of another name.
    misspelled: HashMap<usize, usize>,
    unclosed: usize,
    /// Up to where text belongs to an element that was not closed.
    leaf_end: usize,
    last_closed: Option<&'a str>,
    closers: Vec<(usize, String)>,
    edits: &'a mut Edits,
}

impl<'a> Weaver<'a> {
    pub(super) fn new(text: &'a str, pairs: &'a Pairs, names: Option<&'a Names>, edits: &'a mut Edits) -> Self {
        let elements = pairs.tokens.iter().zip(&pairs.mate).filter(|(token, mate)| match token {
            Token::Open(tag, _) => tag.empty || mate.is_some(),
            _ => false,
        });
        let used = elements.map(|(token, _)| unclosed::name(text, token)).collect();
        let misspelled = HashMap::new();
        let (stack, closers) = (Vec::new(), Vec::new());
        Self { text, pairs, names, used, stack, misspelled, unclosed: 0, leaf_end: 0, last_closed: None, closers, edits }
    }

    /// `end` is where the element ends if it does not say so.
    pub(super) fn weave(mut self, mut end: usize, options: &Options) -> Result<(), Unmendable> {
        let mut whole = true;
        for (at, token) in self.pairs.tokens.iter().enumerate() {
            match token {
                Token::Text(span) => whole &= self.characters(span)?,
                Token::Bare(at) => {
                    self.mixed(*at);
                    self.edits.push(*at..at + 1, EditKind::Entity, "&lt;", Risk::Exact);
                }
                Token::Raw(span, true) => self.mixed(span.start),
                Token::Raw(..) => {}
                Token::Fragment(span) => {
                    whole = false;
                    end = span.start;
                    self.edits.delete(span.clone(), EditKind::Cut, Risk::Loss);
                }
                Token::Open(tag, span) => {
                    whole = true;
                    self.open(at, tag, span, options)?;
                }
                Token::Close(name, span) => {
                    whole = true;
                    self.close(at, name, span)?;
                }
            }
        }
        for (at, closer) in std::mem::take(&mut self.closers) {
            self.edits.insert(at, EditKind::MissingCloser, closer, Risk::Guess);
        }
        let alone = self.stack.len() == 1 && whole;
        let (kind, risk) = if alone { (EditKind::MissingCloser, Risk::Guess) } else { (EditKind::Cut, Risk::Loss) };
        while let Some(frame) = self.stack.pop() {
            self.edits.insert(end, kind, format!("</{}>", frame.name), risk);
        }
        Ok(())
    }

    /// Whether the text is blank.
    fn characters(&mut self, span: &Range<usize>) -> Result<bool, Unmendable> {
        let piece = &self.text[span.clone()];
        if let Some(found) = piece.find(entity::forbidden) {
            let message = "a control character that XML has no way to write";
            return Err(refuse(UnmendableKind::Unreadable, span.start + found, message));
        }
        let blank = piece.trim().is_empty();
        if !blank {
            self.mixed(span.start);
            let mut found = Vec::new();
            entity::escape(self.text, span.clone(), &mut found);
            self.edits.extend(found);
        }
        Ok(blank)
    }

    fn mixed(&mut self, at: usize) {
        self.last_closed = None;
        if let Some(frame) = self.stack.last_mut().filter(|_| at >= self.leaf_end) {
            frame.after_text = true;
        }
    }

    fn open(&mut self, at: usize, tag: &'a Tag, span: &Range<usize>, options: &Options) -> Result<(), Unmendable> {
        self.last_closed = None;
        if tag.empty || self.pairs.mate[at].is_some() {
            self.element(tag, self.pairs.mate[at]);
            return Ok(());
        }
        let after_text = self.stack.last().is_some_and(|frame| frame.after_text);
        let cut = self.pairs.open.binary_search(&at).is_ok();
        let misspelled = self.pairs.stray.contains_key(&at);
        if !self.stack.is_empty()
            && !misspelled
            && unclosed::is_text(self.text, tag, span.start, after_text && !cut, self.leaf_end != span.start, self.names)
        {
            self.mixed(span.start);
            self.edits.push(span.start..span.start + 1, EditKind::Entity, "&lt;", Risk::Guess);
            return Ok(());
        }
        let parent_close = self.stack.last().and_then(|frame| frame.close).unwrap_or(self.pairs.tokens.len());
        if cut && !misspelled {
            self.element(tag, None);
            self.stack.push(Frame { name: self.spelling(tag).0, close: None, after_text: false });
            return Ok(());
        }
        self.unclosed += 1;
        if self.unclosed > options.max_candidates {
            return Err(refuse(UnmendableKind::TooManyCandidates, span.start, "too many tags are not closed"));
        }
        match unclosed::read(self.text, self.pairs, at, parent_close, after_text) {
            Reading::EndsAt(end) => {
                self.element(tag, None);
                self.leaf_end = self.leaf_end.max(end);
                self.closers.push((end, format!("</{}>", self.spelling(tag).0)));
            }
            Reading::Empty => {
                self.element(tag, None);
                self.edits.insert(tag.end - 1, EditKind::MissingCloser, "/", Risk::Guess);
            }
            Reading::Misspelled(close) => {
                self.misspelled.insert(close, at);
                self.element(tag, Some(close));
            }
            Reading::Unclear => {
                let message = format!("<{}> is not closed, and could end in several places", &self.text[tag.name.clone()]);
                return Err(refuse(UnmendableKind::Ambiguous, span.start, message));
            }
        }
        Ok(())
    }

    fn element(&mut self, tag: &'a Tag, close: Option<usize>) {
        self.edits.extend(tag.fixes.iter().cloned());
        let (name, risk) = self.spelling(tag);
        if name != &self.text[tag.name.clone()] {
            self.edits.push(tag.name.clone(), EditKind::TagCase, name.to_owned(), risk);
        }
        for attribute in &tag.attributes {
            let found = format!("@{}", &self.text[attribute.clone()]);
            if let Some((name, risk)) = self.names.and_then(|names| names.spelling(&found)) {
                self.edits.push(attribute.clone(), EditKind::TagCase, name.trim_start_matches('@').to_owned(), risk);
            }
        }
        if close.is_some() {
            self.stack.push(Frame { name, close, after_text: false });
        }
    }

    /// The name as the schema spells it; as it is for the root, and where both spellings are in use.
    fn spelling(&self, tag: &Tag) -> (&'a str, Risk) {
        let name = &self.text[tag.name.clone()];
        self.names
            .filter(|_| !self.stack.is_empty())
            .and_then(|names| names.spelling(name))
            .filter(|(other, _)| !self.used.contains(other))
            .unwrap_or((name, Risk::Exact))
    }

    fn close(&mut self, at: usize, name: &Range<usize>, span: &Range<usize>) -> Result<(), Unmendable> {
        let found = &self.text[name.clone()];
        let misspelled = self.misspelled.contains_key(&at);
        if self.pairs.mate[at].is_none() && !misspelled {
            if self.last_closed == Some(found) {
                self.edits.delete(span.clone(), EditKind::ExtraCloser, Risk::Guess);
                return Ok(());
            }
            let message = format!("</{found}> closes nothing");
            return Err(refuse(UnmendableKind::Ambiguous, span.start, message));
        }
        if let Some(frame) = self.stack.pop() {
            if frame.name != found {
                let risk = if misspelled { Risk::Guess } else { Risk::Exact };
                self.edits.push(name.clone(), EditKind::TagCase, frame.name.to_owned(), risk);
            }
            self.edits.delete(span.start + 2..name.start, EditKind::Blank, Risk::Exact);
            if !self.text[..span.end].ends_with('>') {
                self.edits.insert(span.end, EditKind::MissingCloser, ">", Risk::Guess);
            }
        }
        self.last_closed = Some(found);
        Ok(())
    }
}
