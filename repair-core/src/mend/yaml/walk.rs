//! The lines of a document in order, and what of them needs mending.

use std::ops::Range;

use super::{
    super::{EditKind, Risk, edits::Edits},
    flow,
    line::{self, Line},
    quote,
    scalar::{self, Around},
};

struct Walker<'a, 'e> {
    text: &'a str,
    lines: Vec<Line>,
    at: usize,
    /// The columns of the mappings that are open.
    open: Vec<usize>,
    /// How many blanks a tabulator stands for, and how sure that is.
    tab: (usize, Risk),
    anchors: bool,
    end: usize,
    edits: &'e mut Edits,
}

pub(super) fn mend(text: &str, body: Range<usize>, lines: Vec<Line>, edits: &mut Edits) {
    let spaces =
        lines.iter().filter(|line| !line.is_blank() && !text[line.blank.clone()].contains('\t')).map(|line| line.blank.len());
    let tab = spaces.filter(|&len| len > 0).min().map_or((2, Risk::Exact), |len| (len, Risk::Guess));
    let anchors = text[body.clone()].contains(" &");
    let mut walker = Walker { text, lines, at: 0, open: Vec::new(), tab, anchors, end: body.end, edits };
    while walker.at < walker.lines.len() {
        walker.line();
    }
}

impl Walker<'_, '_> {
    fn line(&mut self) {
        let line = self.lines[self.at].clone();
        self.at += 1;
        if line.is_blank() || line.is_comment(self.text) || line::marker(&self.text[line.span.clone()]).is_some() {
            return;
        }
        self.tabs(&line, usize::MAX);
        // A dash starts a new entry, with a mapping of its own.
        while self.open.last().is_some_and(|&column| column > line.column || line.dashes && column == line.column) {
            self.open.pop();
        }
        let mut value = line.value.clone();
        if line.glued {
            if !self.is_sibling(&line) {
                return;
            }
            if let Some(colon) = line.colon {
                self.edits.insert(colon + 1, EditKind::Separator, " ", Risk::Guess);
            }
        }
        if let Some(key) = line.key.clone() {
            if self.open.last() != Some(&line.column) {
                self.open.push(line.column);
            }
            self.key(key);
        } else if !line.dashes {
            return;
        }
        if value.is_empty() {
            return;
        }
        let depth = if line.key.is_some() { line.column } else { line.blank.len() };
        if scalar::opens_block(&self.text[value.clone()]) {
            self.block(if line.dashes && line.key.is_none() { line.blank.len() } else { line.column });
            return;
        }
        let first = self.text.as_bytes()[value.start];
        match first {
            b'"' | b'\'' if quote::end(self.text, value.start, line.span.end).is_none() => {
                if self.closes_later(value.start, depth) {
                    return;
                }
            }
            b'[' | b'{' => {
                self.collection(value, depth);
                return;
            }
            b'"' | b'\'' => {}
            _ => match self.continued(depth) {
                Some(end) => value.end = end,
                None => return,
            },
        }
        let around = Around { anchors: self.anchors, last: line.span.end == self.text.len() };
        scalar::mend(self.text, value, around, self.edits);
    }

    fn key(&mut self, key: Range<usize>) {
        let name = &self.text[key.clone()];
        if let Some((open, close)) = scalar::curly(name) {
            quote::replace(self.text, key, open, close, Risk::Exact, self.edits);
        } else if name.starts_with(['@', '`', '%']) || name.starts_with('*') && !self.anchors {
            quote::around(self.text, key, EditKind::Quotes, Risk::Exact, self.edits);
        }
    }

    /// Turns the tabulators a line is indented with into blanks, at most the first `limit` of them.
    fn tabs(&mut self, line: &Line, limit: usize) {
        for at in memchr::memchr_iter(b'\t', self.text[line.blank.clone()].as_bytes()).take(limit) {
            let at = line.blank.start + at;
            self.edits.push(at..at + 1, EditKind::Indent, " ".repeat(self.tab.0.min(8)), self.tab.1);
        }
    }

    /// Whether a line of `key:value` stands among lines that are keys of the same mapping.
    fn is_sibling(&self, line: &Line) -> bool {
        let next = self.lines[self.at..].iter().find(|next| !next.is_blank());
        self.open.last() == Some(&line.column)
            || next.is_some_and(|next| next.key.is_some() && !next.dashes && next.column == line.column)
    }

    /// Skips the lines of a block scalar, which belong to no one else.
    fn block(&mut self, depth: usize) {
        let mut base = None;
        while let Some(line) = self.lines.get(self.at).cloned() {
            if !line.is_blank() {
                if line.blank.len() <= depth {
                    break;
                }
                let tabs = memchr::memchr_iter(b'\t', self.text[line.blank.clone()].as_bytes()).count();
                self.tabs(&line, *base.get_or_insert(tabs));
            }
            self.at += 1;
        }
    }

    /// Whether a quote is closed on a later line, before another entry of the same block; those lines are skipped.
    fn closes_later(&mut self, open: usize, depth: usize) -> bool {
        let ahead =
            self.lines[self.at..].iter().position(|line| !line.is_blank() && line.blank.len() <= depth && line.is_entry());
        let stop = ahead.map_or(self.end, |ahead| self.lines[self.at + ahead].span.start);
        let Some(end) = quote::end(self.text, open, stop) else { return false };
        while self.lines.get(self.at).is_some_and(|line| line.span.start < end) {
            self.at += 1;
        }
        true
    }

    /// The end of a plain value, with the lines that continue it. `None` if what follows is no continuation.
    fn continued(&mut self, depth: usize) -> Option<usize> {
        let value_end = |line: &Line| line.value.end;
        let mut end = self.lines.get(self.at.checked_sub(1)?).map(value_end)?;
        while let Some(line) = self.lines.get(self.at) {
            if line.is_blank() || line.blank.len() <= depth || line.is_comment(self.text) {
                break;
            }
            if line.is_entry() {
                return None;
            }
            end = value_end(line);
            self.at += 1;
        }
        Some(end)
    }

    fn collection(&mut self, value: Range<usize>, depth: usize) {
        let ahead =
            self.lines[self.at..].iter().position(|line| !line.is_blank() && line.blank.len() <= depth && line.is_entry());
        let stop = ahead.map_or(self.end, |ahead| self.lines[self.at + ahead].span.start);
        let (end, open) = flow::brackets(self.text, value.start, stop);
        match end {
            Some(end) if end > value.end => {
                while self.lines.get(self.at).is_some_and(|line| line.span.start < end) {
                    self.at += 1;
                }
            }
            Some(end) => {
                let after = self.text[end..value.end].trim_start();
                if !(after.is_empty() || after.starts_with('#') || self.text[value].contains(" #")) {
                    let value = self.lines[self.at - 1].value.clone();
                    quote::around(self.text, value, EditKind::Quotes, Risk::Guess, self.edits);
                }
            }
            None if !open.is_empty() => {
                let at = value.start + self.text[value.start..stop].trim_end().len();
                let cut = self.text[..at].ends_with([',', ':', '[', '{']) || open.contains('"') || open.contains('\'');
                let (kind, risk) = if cut { (EditKind::Cut, Risk::Loss) } else { (EditKind::MissingCloser, Risk::Guess) };
                self.edits.insert(at, kind, open, risk);
                while self.lines.get(self.at).is_some_and(|line| line.span.start < stop) {
                    self.at += 1;
                }
            }
            None => {}
        }
    }
}
