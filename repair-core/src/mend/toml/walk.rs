//! The lines of a document in order, and what of them needs mending.

use std::ops::Range;

use super::{
    super::{
        EditKind, Options, Risk, Unmendable, UnmendableKind,
        edits::{Edits, refuse},
    },
    key,
    value::{Outcome, Values},
};

pub(super) fn mend(text: &str, body: Range<usize>, options: &Options, edits: &mut Edits) -> Result<(), Unmendable> {
    let mut walker = Walker { text, end: body.end, at: body.start, options, edits };
    while walker.at < walker.end {
        walker.line()?;
    }
    Ok(())
}

struct Walker<'a, 'e> {
    text: &'a str,
    end: usize,
    at: usize,
    options: &'a Options,
    edits: &'e mut Edits,
}

impl Walker<'_, '_> {
    fn line(&mut self) -> Result<(), Unmendable> {
        let rest = &self.text[self.at..self.end];
        let len = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        let line = self.at..self.at + len;
        let start = line.start + (rest[..len].len() - rest[..len].trim_start().len());
        let content = self.text[start..line.end].trim_end();
        let end = start + content.len();
        self.at = (line.end + 1).min(self.end);
        if content.is_empty() || content.starts_with('#') {
            return Ok(());
        }
        if content.starts_with("//") {
            self.edits.push(start..start + 2, EditKind::Comment, "#", Risk::Exact);
            return Ok(());
        }
        if content.starts_with('[') {
            self.header(start, content);
            return Ok(());
        }
        // The text ends here, without so much as a line break: the line may lack its end.
        let last = end == self.text.len() && start > 0;
        let Some(separator) = key::separator(content) else {
            if last && key::is_likely(content) {
                self.edits.delete(start..end, EditKind::Cut, Risk::Loss);
                return Ok(());
            }
            return Err(refuse(UnmendableKind::Unreadable, start, "a line without a key and a value"));
        };
        let mut own = Edits::default();
        if separator == 0 || !key::mend(self.text, start..start + separator, &mut own) {
            return Err(refuse(UnmendableKind::Unreadable, start, "a key that can't be one"));
        }
        let at = key::equals(self.text, start + separator, &mut own);
        let value = at + (self.text[at..line.end].len() - self.text[at..line.end].trim_start().len());
        if value >= end {
            let kind = if last { EditKind::Cut } else { EditKind::MissingValue };
            self.edits.delete(start..end, kind, Risk::Loss);
            return Ok(());
        }
        match Values::new(self.text, self.end, self.options, &mut own).read(value)? {
            Outcome::Ends(after) => {
                self.tail(after, &mut own)?;
                self.edits.extend(own.into_list());
            }
            Outcome::Null => self.edits.delete(start..end, EditKind::Keyword, Risk::Loss),
            Outcome::Unclear => return Err(refuse(UnmendableKind::Ambiguous, value, "a value that can be read in several ways")),
        }
        Ok(())
    }

    /// What follows a value on its line: nothing, a comment, or a comma too many.
    fn tail(&mut self, after: usize, own: &mut Edits) -> Result<(), Unmendable> {
        let rest = &self.text[after..self.end];
        let len = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        self.at = (after + len + 1).min(self.end);
        let tail = rest[..len].trim();
        let start = after + (rest[..len].len() - rest[..len].trim_start().len());
        let left = match tail.as_bytes().first() {
            Some(b',') => {
                own.delete(start..start + 1, EditKind::ExtraComma, Risk::Exact);
                tail[1..].trim_start()
            }
            Some(b';') => {
                own.delete(start..start + 1, EditKind::Separator, Risk::Exact);
                tail[1..].trim_start()
            }
            _ => tail,
        };
        if left.is_empty() || left.starts_with('#') {
            return Ok(());
        }
        if left.starts_with("//") {
            let at = start + tail.len() - left.len();
            own.push(at..at + 2, EditKind::Comment, "#", Risk::Exact);
            return Ok(());
        }
        Err(refuse(UnmendableKind::Unreadable, start, "something that is no part of the value before it"))
    }

    /// A table's header: names that need quotes, brackets that are missing.
    fn header(&mut self, start: usize, content: &str) {
        let open = if content.starts_with("[[") { 2 } else { 1 };
        let name = &content[open..];
        let len = name.find([']', '#']).unwrap_or(name.len());
        let closers = name[len..].bytes().take_while(|&b| b == b']').count();
        let name = name[..len].trim_end();
        let at = start + open + name.len();
        key::mend(self.text, start + open..at, self.edits);
        if closers < open {
            let missing = if open - closers == 2 { "]]" } else { "]" };
            self.edits.insert(at, EditKind::MissingCloser, missing, Risk::Guess);
        }
        let rest = content[open + len + closers..].trim();
        if matches!(rest, "," | ";" | ":") {
            let at = start + content.len() - 1;
            self.edits.delete(at..at + 1, EditKind::ExtraComma, Risk::Exact);
        }
    }
}
