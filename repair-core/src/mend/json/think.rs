//! A model's thinking before its answer.

use memchr::memmem;

const NAMES: [&str; 4] = ["think", "thinking", "thought", "reasoning"];

/// The length of the longest of them.
const LONGEST: usize = 9;

pub(super) enum Tag {
    /// A whole block, up to here.
    Block(usize),
    /// A start whose end is missing.
    Open(usize),
    /// An end whose start is missing.
    Close(usize),
}

/// The tag at `i`, if it is one of thinking.
pub(super) fn tag(text: &str, i: usize) -> Option<Tag> {
    let rest = text.get(i..)?.strip_prefix('<')?;
    let (closing, rest) = rest.strip_prefix('/').map_or((false, rest), |rest| (true, rest));
    let len = rest.bytes().take(LONGEST + 1).position(|byte| byte == b'>')?;
    let name = rest.get(..len)?;
    let known = NAMES.iter().find(|known| known.eq_ignore_ascii_case(name))?;
    let end = text.len() - rest.len() + name.len() + 1;
    if closing {
        return Some(Tag::Close(end));
    }
    let close = format!("</{known}>");
    let after = text.as_bytes().get(end..).unwrap_or_default();
    Some(match memmem::find(after, close.as_bytes()) {
        Some(at) => Tag::Block(end + at + close.len()),
        None => Tag::Open(end),
    })
}
