//! One value, with all that it holds, read without recursion.

use super::{
    super::{
        EditKind, Options, Risk, Unmendable, UnmendableKind,
        edits::{Edits, refuse},
    },
    bare::{self, Bare},
    key,
};

/// What became of a value.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It ends before this byte.
    Ends(usize),
    Null,
    Unclear,
}

pub(super) struct Values<'a, 'e> {
    pub(super) text: &'a str,
    pub(super) end: usize,
    pub(super) at: usize,
    /// The brackets that close what is open.
    pub(super) open: Vec<u8>,
    options: &'a Options,
    pub(super) edits: &'e mut Edits,
}

impl<'a, 'e> Values<'a, 'e> {
    pub(super) fn new(text: &'a str, end: usize, options: &'a Options, edits: &'e mut Edits) -> Self {
        Self { text, end, at: 0, open: Vec::new(), options, edits }
    }

    pub(super) fn read(mut self, at: usize) -> Result<Outcome, Unmendable> {
        self.at = at;
        // After a comma or an opening bracket a value is due; after a value, a comma or a closing one.
        let mut due = true;
        let mut last_value = at;
        loop {
            if self.open.is_empty() && !due {
                return Ok(Outcome::Ends(self.at));
            }
            if !self.open.is_empty() && self.blanks() {
                return Ok(self.unclosed(last_value, due));
            }
            let Some(&byte) = self.text.as_bytes()[..self.end].get(self.at) else {
                return Ok(self.unclosed(last_value, due));
            };
            match byte {
                b']' | b'}' if self.open.last() == Some(&byte) => {
                    self.open.pop();
                    self.at += 1;
                    due = false;
                }
                b']' | b'}' => return Ok(Outcome::Unclear),
                b',' if !due => {
                    self.at += 1;
                    due = true;
                    continue;
                }
                b',' if !self.open.is_empty() => {
                    self.edits.delete(self.at..self.at + 1, EditKind::ExtraComma, Risk::Guess);
                    self.at += 1;
                    continue;
                }
                _ if !due => {
                    self.edits.insert(last_value, EditKind::MissingComma, ",", Risk::Exact);
                    due = true;
                    continue;
                }
                _ => {
                    if self.open.last() == Some(&b'}') && !self.key() {
                        return Ok(Outcome::Unclear);
                    }
                    match self.one()? {
                        Some(Outcome::Ends(end)) => {
                            self.at = end;
                            due = false;
                        }
                        Some(other) => return Ok(if self.open.is_empty() { other } else { Outcome::Unclear }),
                        None => continue,
                    }
                }
            }
            last_value = self.at;
        }
    }

    /// One value, or the start of one that holds others: `None`.
    fn one(&mut self) -> Result<Option<Outcome>, Unmendable> {
        let rest = &self.text[self.at..self.end];
        match rest.chars().next() {
            Some(open @ ('[' | '{')) => {
                if self.open.len() >= self.options.max_depth {
                    return Err(refuse(UnmendableKind::TooDeep, self.at, "values nest too deep"));
                }
                self.open.push(if open == '[' { b']' } else { b'}' });
                self.at += 1;
                Ok(None)
            }
            Some('"' | '\'') => Ok(Some(self.string())),
            Some(quote @ ('“' | '”' | '‘' | '`')) => Ok(Some(self.foreign(quote, rest))),
            _ => Ok(Some(self.bare(rest))),
        }
    }

    fn bare(&mut self, rest: &str) -> Outcome {
        let inside = !self.open.is_empty();
        let stop = |c: char| c == '\n' || inside && matches!(c, ',' | ']' | '}');
        let mut word = &rest[..rest.find(stop).unwrap_or(rest.len())];
        if let Some(comment) = word.find(" #").or_else(|| word.find("\t#")) {
            word = &word[..comment];
        }
        if let Some(comment) = word.find(" //").filter(|&at| bare::is_value(word[..at].trim_end())) {
            word = &word[..comment];
        }
        let word = word.trim_end().trim_end_matches([',', ';']).trim_end();
        if word.is_empty() {
            return Outcome::Unclear;
        }
        let span = self.at..self.at + word.len();
        match bare::mend(self.text, span.clone(), self.edits) {
            Bare::Mended => Outcome::Ends(span.end),
            Bare::Null => Outcome::Null,
            Bare::Unclear => Outcome::Unclear,
        }
    }

    /// A key of an inline table, and its separator.
    fn key(&mut self) -> bool {
        let Some(separator) = key::separator(&self.text[self.at..self.end]) else { return false };
        let at = self.at + separator;
        if separator == 0 || !key::mend(self.text, self.at..at, self.edits) {
            return false;
        }
        self.at = key::equals(self.text, at, self.edits);
        let rest = &self.text[self.at..self.end];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
        self.at < self.end && !self.text[self.at..].starts_with([',', '}', ']', '\n'])
    }

    /// Skips blanks, line breaks and comments in a list. `true`: the next line starts an entry of the document.
    fn blanks(&mut self) -> bool {
        loop {
            let rest = &self.text[self.at..self.end];
            let blank = rest.len() - rest.trim_start().len();
            let new_line = rest[..blank].contains('\n');
            self.at += blank;
            let rest = &rest[blank..];
            if rest.starts_with('#') {
                self.at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            if !new_line || self.open.first() != Some(&b']') {
                return false;
            }
            let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
            let entry = key::separator(line).is_some_and(|at| line[at..].starts_with('='));
            let table = line.starts_with('[')
                && line.trim_end().ends_with(']')
                && !line.contains([',', '"', '\''])
                && line.contains(char::is_alphabetic);
            return entry || table;
        }
    }

    /// Closes what is still open where the document goes on, or ends.
    fn unclosed(&mut self, last_value: usize, due: bool) -> Outcome {
        let closers: String = self.open.iter().rev().map(|&byte| char::from(byte)).collect();
        let ends = self.at >= self.end;
        let (kind, risk) = if ends && due { (EditKind::Cut, Risk::Loss) } else { (EditKind::MissingCloser, Risk::Guess) };
        if closers.contains('}') && due {
            return Outcome::Unclear;
        }
        self.edits.insert(last_value, kind, closers, risk);
        Outcome::Ends(last_value)
    }
}
