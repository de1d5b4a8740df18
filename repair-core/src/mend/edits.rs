//! Edits as they are found, and the text they make.

use std::{borrow::Cow, ops::Range};

use super::{Edit, EditKind, Mended, Options, Risk, Unmendable, UnmendableKind};

/// Edits of one text, in any order.
#[derive(Debug, Default)]
pub(super) struct Edits(Vec<Edit>);

impl Edits {
    pub(super) fn push(&mut self, span: Range<usize>, kind: EditKind, replacement: impl Into<Cow<'static, str>>, risk: Risk) {
        self.0.push(Edit { span, kind, replacement: replacement.into(), risk });
    }

    pub(super) fn insert(&mut self, at: usize, kind: EditKind, text: impl Into<Cow<'static, str>>, risk: Risk) {
        self.push(at..at, kind, text, risk);
    }

    pub(super) fn delete(&mut self, span: Range<usize>, kind: EditKind, risk: Risk) {
        if !span.is_empty() {
            self.push(span, kind, "", risk);
        }
    }

    pub(super) fn extend(&mut self, more: impl IntoIterator<Item = Edit>) {
        self.0.extend(more);
    }

    pub(super) fn into_list(self) -> Vec<Edit> {
        self.0
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Applies the edits, unless one is riskier than allowed.
    pub(super) fn finish<'a>(mut self, text: &'a str, options: &Options) -> Result<Mended<'a>, Unmendable> {
        let place = |edit: &Edit| (edit.span.start, edit.span.end);
        if !self.0.is_sorted_by_key(place) {
            self.0.sort_by_key(place);
        }
        if let Some(edit) = self.0.iter().filter(|edit| edit.risk > options.allow).max_by_key(|edit| edit.risk) {
            let message = format!("it can only be mended by a {:?} edit ({:?})", edit.risk, edit.kind);
            return Err(refuse(UnmendableKind::TooRisky, edit.span.start, message.to_lowercase()));
        }
        let text = self.apply(text)?;
        Ok(Mended { text, edits: self.0 })
    }

    fn apply<'a>(&self, text: &'a str) -> Result<Cow<'a, str>, Unmendable> {
        if let Some(part) = self.trimmed(text) {
            return Ok(Cow::Borrowed(part));
        }
        let mut out = String::with_capacity(text.len() + 16 * self.0.len());
        let mut at = 0;
        for edit in &self.0 {
            let kept = text.get(at..edit.span.start).filter(|_| text.is_char_boundary(edit.span.end));
            let Some(kept) = kept else {
                return Err(refuse(UnmendableKind::Unreadable, edit.span.start, "two faults overlap here"));
            };
            out.push_str(kept);
            out.push_str(&edit.replacement);
            at = edit.span.end;
        }
        out.push_str(&text[at..]);
        Ok(Cow::Owned(out))
    }

    /// The text where the edits do nothing but cut off its ends.
    fn trimmed<'a>(&self, text: &'a str) -> Option<&'a str> {
        let head = self.0.iter().take_while(|edit| edit.replacement.is_empty());
        let mut start = 0;
        let mut leading = 0;
        for edit in head {
            if edit.span.start != start {
                break;
            }
            start = edit.span.end;
            leading += 1;
        }
        let mut end = text.len();
        for edit in self.0[leading..].iter().rev() {
            if edit.span.end != end || !edit.replacement.is_empty() {
                return None;
            }
            end = edit.span.start;
        }
        text.get(start..end)
    }
}

pub(super) fn refuse(kind: UnmendableKind, at: usize, message: impl Into<String>) -> Unmendable {
    Unmendable { kind, at, message: message.into() }
}

pub(super) fn within_bytes(text: &str, options: &Options) -> Result<(), Unmendable> {
    if text.len() > options.max_bytes {
        let message = format!("{} bytes, of which at most {} are read", text.len(), options.max_bytes);
        return Err(refuse(UnmendableKind::TooLong, options.max_bytes, message));
    }
    Ok(())
}
