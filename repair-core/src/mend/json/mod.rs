//! JSON that is almost right.

mod bare;
mod calls;
mod candidates;
mod choose;
mod closers;
mod containers;
mod ends;
mod escapes;
mod fences;
mod keys;
mod machine;
mod numbers;
mod quotes;
mod scan;
mod stop;
mod straight;
mod strings;
mod think;
mod trivia;
mod values;

use std::borrow::Cow;

use serde::de::{DeserializeOwned, IgnoredAny};

use self::stop::refuse;
use super::{Edit, Mended, Options, Unmendable, UnmendableKind, edit::replay};

/// How well a text fits what is wanted: 0 not at all, more is better.
pub(super) type Judge<'j> = &'j dyn Fn(&str) -> u32;

/// Makes JSON of a text that is almost JSON.
///
/// Valid JSON is returned as it is, whatever it holds. Else the edits say what was done: applied to the input they give
/// the output, byte for byte.
///
/// # Errors
///
/// If there is no JSON in the text, if it can be read in more than one way or not at all, if only an edit riskier than
/// [`Options::allow`] would mend it, or if it is longer, deeper or more scattered than the options allow.
pub fn json<'a>(text: &'a str, options: &Options) -> Result<Mended<'a>, Unmendable> {
    json_with(text, options, None)
}

/// A value out of a text that is almost JSON, and the edits that it took: a text that is right is read once, another one mended
/// and read.
///
/// ```
/// use repair_core::mend::{self, Options};
///
/// let (ids, edits): (Vec<u32>, _) = mend::value("```json\n[1, 2,]\n```", &Options::default())?;
/// assert_eq!((ids, edits.len()), (vec![1, 2], 3));
/// # Ok::<(), mend::Unmendable>(())
/// ```
///
/// # Errors
///
/// As [`json`]; and as [`UnmendableKind::Misfit`] where the text is JSON, or was made JSON, and is no `T`.
pub fn value<T: DeserializeOwned>(text: &str, options: &Options) -> Result<(T, Vec<Edit>), Unmendable> {
    if text.len() <= options.max_bytes
        && looks_whole(text)
        && let Ok(value) = serde_json::from_str(text)
    {
        return Ok((value, Vec::new()));
    }
    let mended = unverified(text, options, None)?;
    match serde_json::from_str(&mended.text) {
        Ok(value) => Ok((value, mended.edits)),
        Err(error) => {
            let kind = if error.is_data() { UnmendableKind::Misfit } else { UnmendableKind::Unreadable };
            Err(Unmendable { kind, at: 0, message: error.to_string() })
        }
    }
}

/// The same as [`json`], where `judge` knows what is wanted and chooses among several candidates.
///
/// # Errors
///
/// As [`json`].
pub(super) fn json_with<'a>(text: &'a str, options: &Options, judge: Option<Judge<'_>>) -> Result<Mended<'a>, Unmendable> {
    if text.len() > options.max_bytes {
        return Err(refuse(UnmendableKind::TooLong, 0, "it is longer than allowed", text));
    }
    if looks_whole(text) && is_json(text) {
        return Ok(Mended { text: Cow::Borrowed(text), edits: Vec::new() });
    }
    let mended = unverified(text, options, judge)?;
    if !mended.edits.iter().all(is_harmless) && !is_json(&mended.text) {
        return Err(refuse(UnmendableKind::Unreadable, 0, "it can't be made JSON", text));
    }
    Ok(mended)
}

/// The mended text, of which the caller has yet to make sure that it is JSON.
fn unverified<'a>(text: &'a str, options: &Options, judge: Option<Judge<'_>>) -> Result<Mended<'a>, Unmendable> {
    if text.len() > options.max_bytes {
        return Err(refuse(UnmendableKind::TooLong, 0, "it is longer than allowed", text));
    }
    let found = candidates::find(text, options)?;
    let edits = choose::choose(text, found, judge)?;
    if let Some(edit) = edits.iter().filter(|edit| edit.risk > options.allow).max_by_key(|edit| edit.risk) {
        return Err(refuse(UnmendableKind::TooRisky, edit.span.start, "mending it takes more than is allowed", text));
    }
    let mended = apply(text, edits);
    debug_assert!(is_json(&mended.text), "not JSON: {}", mended.text);
    Ok(mended)
}

/// Whether a text may be valid JSON, by its first and last character. A text that is cut or wrapped is told apart
/// without reading it all.
#[must_use]
pub(super) fn looks_whole(text: &str) -> bool {
    let text = text.trim_matches([' ', '\n', '\r', '\t']).as_bytes();
    match (text.first(), text.last()) {
        (Some(b'{'), Some(last)) => *last == b'}',
        (Some(b'['), Some(last)) => *last == b']',
        (Some(_), _) => true,
        (None, _) => false,
    }
}

/// Whether an edit can't make JSON of what is none by any mistake: it takes away what stands between tokens, or closes
/// what is open.
const fn is_harmless(edit: &Edit) -> bool {
    use super::EditKind::{ByteOrderMark, Comment, Cut, ExtraComma, Fence, MissingCloser, Prose, Thinking};
    matches!(edit.kind, ByteOrderMark | Comment | Cut | ExtraComma | Fence | MissingCloser | Prose | Thinking)
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// Makes the edits. Where all of them only take away at the ends, the text is borrowed.
fn apply(text: &str, edits: Vec<Edit>) -> Mended<'_> {
    let cuts = |edit: &&Edit| edit.replacement.is_empty();
    let head = edits.first().filter(cuts).filter(|edit| edit.span.start == 0);
    let start = head.map_or(0, |edit| edit.span.end);
    let rest = edits.get(usize::from(head.is_some())..).unwrap_or_default();
    let tail = rest.last().filter(cuts).filter(|edit| edit.span.end == text.len());
    let end = tail.map_or(text.len(), |edit| edit.span.start);
    let text = match (rest.len() - usize::from(tail.is_some()), text.get(start..end)) {
        (0, Some(part)) => Cow::Borrowed(part),
        _ => Cow::Owned(replay(text, &edits)),
    };
    Mended { text, edits }
}
