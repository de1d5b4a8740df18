//! Changing a part of the text and nothing else.

use std::{fmt, ops::Range};

use super::{Kind, Place, Tree, pointer};

/// Why a text was not changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatchError {
    /// There is nothing at this pointer, or no place for it.
    NoPlace(String),
    /// The new text for this pointer is not JSON.
    NotJson(String),
    /// One pointer lies within another.
    Overlap(String),
}

impl fmt::Display for PatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPlace(at) => write!(f, "there is no place `{at}`"),
            Self::NotJson(at) => write!(f, "the new value of `{at}` is not JSON"),
            Self::Overlap(at) => write!(f, "`{at}` overlaps another change"),
        }
    }
}

impl std::error::Error for PatchError {}

impl Tree<'_> {
    /// The text with the values at the pointers replaced by the JSON texts beside them.
    ///
    /// # Errors
    ///
    /// When a pointer has no value or two of them overlap, or a new text is not JSON.
    pub fn replace<P: AsRef<str>, J: AsRef<str>>(&self, changes: &[(P, J)]) -> Result<String, PatchError> {
        let mut spans = Vec::with_capacity(changes.len());
        for (pointer, json) in changes {
            let (pointer, json) = (pointer.as_ref(), json.as_ref());
            let place = self.at(pointer).ok_or_else(|| PatchError::NoPlace(pointer.to_owned()))?;
            spans.push((place.range(), is_json(json, pointer)?, pointer));
        }
        spans.sort_by_key(|(range, ..)| range.start);
        let mut out = String::with_capacity(self.text.len());
        let mut done = 0;
        for (range, json, pointer) in spans {
            // replaced values are never empty, so one that starts before the last one's end lies within it
            if range.start < done {
                return Err(PatchError::Overlap(pointer.to_owned()));
            }
            out.push_str(self.text.get(done..range.start).unwrap_or_default());
            out.push_str(json);
            done = range.end;
        }
        out.push_str(self.text.get(done..).unwrap_or_default());
        Ok(out)
    }

    /// The text with a member added at the end of its object, or an item (`-` or the next index) at the end of its
    /// array, spaced as its neighbours are.
    ///
    /// # Errors
    ///
    /// When what should hold it is not there, or has it already; or when the new text is not JSON.
    pub fn insert(&self, pointer: &str, json: &str) -> Result<String, PatchError> {
        let nowhere = || PatchError::NoPlace(pointer.to_owned());
        let json = is_json(json, pointer)?;
        let (parent, token) = pointer.rsplit_once('/').ok_or_else(nowhere)?;
        let parent = self.at(parent).ok_or_else(nowhere)?;
        let token = pointer::unescape(token);
        let entry = match parent.kind() {
            Kind::Object if parent.member(&token).is_none() => {
                format!("{}{}{json}", serde_json::Value::from(&*token), self.colon(parent))
            }
            Kind::Array if token == "-" || pointer::index(&token) == Some(parent.len()) => json.to_owned(),
            _ => return Err(nowhere()),
        };
        let range = parent.range();
        let Some(last) = parent.children().last() else {
            return Ok(self.splice(range.start + 1..range.start + 1, &entry));
        };
        let at = last.range().end;
        Ok(self.splice(at..at, &format!("{}{entry}", self.comma(parent))))
    }

    /// The text without the member or item at the pointer; of members with one name, without the last.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn remove(&self, pointer: &str) -> Result<String, PatchError> {
        let nowhere = || PatchError::NoPlace(pointer.to_owned());
        let place = self.at(pointer).ok_or_else(nowhere)?;
        let parent = place.parent().ok_or_else(nowhere)?;
        let mut before = None;
        let mut after = None;
        let mut seen = false;
        for child in parent.children() {
            match (child.id() == place.id(), seen) {
                (true, _) => seen = true,
                (false, false) => before = Some(child),
                (false, true) => {
                    after = Some(child);
                    break;
                }
            }
        }
        let start = start(place);
        let span = match (before, after) {
            (_, Some(after)) => start..self::start(after),
            (Some(before), None) => before.range().end..place.range().end,
            (None, None) => start..place.range().end,
        };
        Ok(self.splice(span, ""))
    }

    fn splice(&self, span: Range<usize>, new: &str) -> String {
        let (before, after) = (self.text.get(..span.start), self.text.get(span.end..));
        [before.unwrap_or_default(), new, after.unwrap_or_default()].concat()
    }

    /// What stands between a key and its value: here, else where the text first has a member.
    fn colon(&self, parent: Place<'_>) -> &str {
        let here = parent.children().last();
        let sample =
            here.or_else(|| (0..self.nodes.len()).map(|id| Place::new(self, id as u32)).find(|p| p.key_range().is_some()));
        let between = sample.and_then(|member| self.text.get(member.key_range()?.end..member.range().start));
        between.unwrap_or(": ")
    }

    /// What stands between two neighbours here.
    fn comma(&self, parent: Place<'_>) -> String {
        let mut last_two = parent.children().skip(parent.len().saturating_sub(2));
        let (Some(first), second) = (last_two.next(), last_two.next()) else { return ", ".to_owned() };
        if let Some(between) = second.and_then(|second| self.text.get(first.range().end..start(second))) {
            return between.to_owned();
        }
        let lead = self.text.get(parent.range().start + 1..start(first)).unwrap_or_default();
        let spaced = first.key_range().is_none_or(|key| first.range().start > key.end + 1);
        match (lead.contains('\n'), spaced) {
            (true, _) => format!(",{lead}"),
            (false, true) => ", ".to_owned(),
            (false, false) => ",".to_owned(),
        }
    }
}

fn start(place: Place<'_>) -> usize {
    place.key_range().unwrap_or_else(|| place.range()).start
}

fn is_json<'j>(json: &'j str, pointer: &str) -> Result<&'j str, PatchError> {
    match Tree::parse(json, usize::MAX) {
        Ok(_) => Ok(json),
        Err(_) => Err(PatchError::NotJson(pointer.to_owned())),
    }
}
