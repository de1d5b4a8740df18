//! Two passes of edits as one.

use std::cmp::Ordering;

use super::Edit;

/// The edits that do at once what `first`, and then `second` on its result, do.
///
/// Both are in the order of their places, without overlaps, and so is the result. Where the second pass changes what the
/// first one wrote, the two become one edit, with the higher risk.
#[must_use]
pub fn compose(first: &[Edit], second: &[Edit]) -> Vec<Edit> {
    let mut passes = Passes { first, second, shift: 0 };
    let mut out = Vec::with_capacity(first.len() + second.len());
    while let Some(next) = passes.next() {
        let group = passes.group(next);
        out.push(group.into_edit());
    }
    out
}

/// An edit, and where it stands in the text between the passes.
#[derive(Clone, Copy)]
struct Mid<'e> {
    start: usize,
    end: usize,
    edit: &'e Edit,
    second: bool,
}

struct Passes<'e> {
    first: &'e [Edit],
    second: &'e [Edit],
    /// What to add to a place of the input to get its place between the passes, behind the edits already taken.
    shift: isize,
}

impl<'e> Passes<'e> {
    fn first_mid(&self) -> Option<Mid<'e>> {
        let edit = self.first.first()?;
        let start = edit.span.start.saturating_add_signed(self.shift);
        Some(Mid { start, end: start + edit.replacement.len(), edit, second: false })
    }

    fn second_mid(&self) -> Option<Mid<'e>> {
        let edit = self.second.first()?;
        Some(Mid { start: edit.span.start, end: edit.span.end, edit, second: true })
    }

    /// The one that begins first; of two, the empty one.
    fn peek(&self) -> Option<Mid<'e>> {
        match (self.first_mid(), self.second_mid()) {
            (Some(first), Some(second)) => {
                let empty_last = |mid: Mid<'_>| mid.end > mid.start;
                let order = first.start.cmp(&second.start).then(empty_last(first).cmp(&empty_last(second)));
                Some(if order == Ordering::Greater { second } else { first })
            }
            (first, second) => first.or(second),
        }
    }

    fn next(&mut self) -> Option<Mid<'e>> {
        let mid = self.peek()?;
        if mid.second {
            self.second = self.second.get(1..).unwrap_or_default();
        } else {
            self.first = self.first.get(1..).unwrap_or_default();
            self.shift = self.shift.saturating_add_unsigned(mid.edit.replacement.len());
            self.shift = self.shift.saturating_sub_unsigned(mid.edit.span.len());
        }
        Some(mid)
    }

    /// Everything that overlaps `mid`, directly or through others.
    fn group(&mut self, mid: Mid<'e>) -> Group<'e> {
        let before = match mid.second {
            true => self.shift,
            false => mid.start.cast_signed() - mid.edit.span.start.cast_signed(),
        };
        let (start, mut end) = (mid.start, mid.end);
        let mut parts = vec![mid];
        while let Some(next) = self.peek().filter(|next| next.start < end) {
            end = end.max(next.end);
            parts.push(next);
            self.next();
        }
        Group { start, end, input: start.saturating_add_signed(-before)..end.saturating_add_signed(-self.shift), parts }
    }
}

struct Group<'e> {
    start: usize,
    end: usize,
    input: std::ops::Range<usize>,
    parts: Vec<Mid<'e>>,
}

impl Group<'_> {
    fn into_edit(self) -> Edit {
        if let [only] = self.parts.as_slice() {
            return Edit { span: self.input, ..only.edit.clone() };
        }
        let mut text = String::new();
        let mut done = self.start;
        for part in self.parts.iter().filter(|part| part.second) {
            self.written(done, part.start, &mut text);
            text.push_str(&part.edit.replacement);
            done = part.end;
        }
        self.written(done, self.end, &mut text);
        // of equals the last, which is nearer to the outcome
        let riskiest = self.parts.iter().map(|part| part.edit).max_by_key(|edit| edit.risk);
        let (kind, risk) = riskiest.map_or((super::EditKind::Unreadable, super::Risk::Loss), |edit| (edit.kind, edit.risk));
        Edit { span: self.input, kind, replacement: text.into(), risk }
    }

    /// What the first pass wrote between two places; within a group, nothing else stands there.
    fn written(&self, from: usize, to: usize, text: &mut String) {
        for part in self.parts.iter().filter(|part| !part.second && part.start < to && part.end > from) {
            let range = from.max(part.start) - part.start..to.min(part.end) - part.start;
            text.push_str(part.edit.replacement.get(range).unwrap_or_default());
        }
    }
}
