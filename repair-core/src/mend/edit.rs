//! What a mender did: the edits, and how sure it is of each.

use std::{borrow::Cow, ops::Range};

use serde::{Deserialize, Serialize};

/// How sure an edit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    /// The text can be read in no other way.
    Exact,
    /// One reading is clearly likelier than the others.
    Guess,
    /// Something is dropped or invented.
    Loss,
}

/// What an edit mends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum EditKind {
    /// A code fence around the value.
    Fence,
    /// Prose around the value.
    Prose,
    /// A model's thinking before the value.
    Thinking,
    /// A byte order mark, or another character that is only seen by machines.
    ByteOrderMark,
    /// A comment.
    Comment,
    /// A comma too many.
    ExtraComma,
    /// A comma that is missing.
    MissingComma,
    /// Quotes of another style, or missing ones.
    Quotes,
    /// `True`, `None`, `undefined` and their like.
    Keyword,
    /// `=`, `=>` or `;` where a colon or a comma belongs, or nothing at all.
    Separator,
    /// Brackets of another kind: a tuple's, a set's, or doubled ones.
    Bracket,
    /// A raw line break or control character in a string.
    LineBreak,
    /// An escape that JSON does not know.
    Escape,
    /// An escape for a control character before a letter. It is left as it is, and noted: in `\\frac`, a formula was
    /// likely meant.
    ControlEscape,
    /// A number in another notation.
    Number,
    /// A quote within a string that was not escaped.
    InnerQuote,
    /// Strings joined by `+`.
    Concatenation,
    /// A call around the value, as in JSONP or a database's shell.
    Call,
    /// `...` where items were left out.
    Ellipsis,
    /// A bracket that is missing at the start.
    MissingOpener,
    /// A bracket that is missing at the end.
    MissingCloser,
    /// A bracket too many, or another one than the opened.
    ExtraCloser,
    /// The text ends before the value does.
    Cut,
    /// A value that is missing.
    MissingValue,
    /// Another document after the first.
    SecondDocument,
    /// A part that can't be read.
    Unreadable,
    /// A scalar of another type: a number in a string, a number where a string is wanted, `"yes"` for `true`.
    Scalar,
    /// A date or a time in another spelling.
    Date,
    /// One of the allowed values in another spelling, or within a longer text.
    Choice,
    /// The name of a member in another style.
    FieldName,
    /// One value where a list of them is wanted.
    Listed,
    /// An object with one member, or a list of one, around the value.
    Unwrapped,
    /// A member that stood one level too high.
    Moved,
    /// JSON in a string, where an object or a list is wanted.
    JsonInString,
    /// `null` for a member that may be absent or has a default.
    Null,
    /// `NaN` or `Infinity` where a number or `null` is wanted.
    NotANumber,
    /// A member that the type forbids.
    UnknownMember,
    /// A character of XML's own in text or an attribute, which has to be written as an entity.
    Entity,
    /// The name of a tag, by the schema's or its own opening tag's spelling.
    TagCase,
    /// A tabulator where YAML wants blanks, or indentation too much.
    Indent,
    /// A mark of a document's start or end that ends or starts nothing.
    Terminator,
    /// Blank lines around the value, or a blank that is missing.
    Blank,
}

/// One change: the bytes of the input it replaces, and by what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// Bytes of the input; empty for an insertion.
    pub span: Range<usize>,
    /// What it mends.
    pub kind: EditKind,
    /// What stands there now; empty for a deletion.
    pub replacement: Cow<'static, str>,
    /// How sure it is.
    pub risk: Risk,
}

/// A mended text, and every edit made, in order of their places, none overlapping another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mended<'a> {
    /// The text; borrowed from the input where it is all of it or a part.
    pub text: Cow<'a, str>,
    /// The edits.
    pub edits: Vec<Edit>,
}

impl Mended<'_> {
    /// Makes the edits again: from the same input, the same text.
    #[must_use]
    pub fn replay(&self, input: &str) -> String {
        replay(input, &self.edits)
    }
}

/// A text with edits made.
pub fn replay(input: &str, edits: &[Edit]) -> String {
    splice(input, 0..input.len(), edits)
}

/// A part of a text with the edits made that lie in it: what is between them is copied. One that does not fit is left
/// out.
pub(crate) fn splice(input: &str, part: Range<usize>, edits: &[Edit]) -> String {
    let mut text = String::with_capacity(part.len() + edits.len() + RUN);
    let mut from = part.start;
    for edit in edits {
        if let Some(kept) = input.get(from..edit.span.start) {
            keep(&mut text, input, from, kept);
            match edit.replacement.as_bytes() {
                [byte @ 0..0x80] => text.push(char::from(*byte)),
                _ => text.push_str(&edit.replacement),
            }
            from = edit.span.end;
        }
    }
    text.push_str(input.get(from..part.end).unwrap_or_default());
    text
}

/// How much is copied at once.
const RUN: usize = 32;

/// Adds what starts at `from`. Where edits are dense it is short: a copy of a fixed length, of which what is too much is
/// taken back, is faster than one of just that.
#[inline]
fn keep(text: &mut String, input: &str, from: usize, kept: &str) {
    match input.get(from..from + RUN) {
        Some(run) if kept.len() <= RUN => {
            let end = text.len() + kept.len();
            text.push_str(run);
            text.truncate(end);
        }
        _ => text.push_str(kept),
    }
}
