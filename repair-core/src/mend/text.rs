//! Free text: a mark, thinking, fences and blank lines around it off, nothing else.

use super::{
    EditKind, Mended, Options, Risk, Unmendable, UnmendableKind, around,
    edits::{Edits, refuse, within_bytes},
};

/// Mends a text that has no format.
///
/// # Errors
///
/// Where nothing but blanks is left, the text is longer than allowed, or it is wrapped more than once, so that it is not clear what of
/// the wrapping is meant.
pub fn text<'a>(text: &'a str, options: &Options) -> Result<Mended<'a>, Unmendable> {
    within_bytes(text, options)?;
    let mended = unwrapped(text, options)?;
    if !mended.edits.is_empty() && !unwrapped(&mended.text, options)?.edits.is_empty() {
        return Err(refuse(UnmendableKind::Ambiguous, 0, "it is wrapped more than once"));
    }
    Ok(mended)
}

fn unwrapped<'a>(text: &'a str, options: &Options) -> Result<Mended<'a>, Unmendable> {
    let mut edits = Edits::default();
    let (mark, thinking) = around::start(text)?;
    edits.delete(0..mark, EditKind::ByteOrderMark, Risk::Exact);
    edits.delete(mark..thinking, EditKind::Thinking, Risk::Exact);
    let end = text.trim_end().len().max(thinking);
    let start = first_line(text, thinking, end);
    match around::fences(text, thinking, options).into_iter().next() {
        Some(fence) if fence.open.start <= start && fence.close.as_ref().is_some_and(|close| close.end >= end) => {
            edits.delete(thinking..fence.open.start, EditKind::Blank, Risk::Exact);
            edits.delete(fence.open.clone(), EditKind::Fence, Risk::Exact);
            let body_end = fence.body.start + text[fence.body.clone()].trim_end().len();
            let body = first_line(text, fence.body.start, body_end);
            edits.delete(fence.body.start..body, EditKind::Blank, Risk::Exact);
            edits.delete(body_end.max(body)..fence.body.end, EditKind::Blank, Risk::Exact);
            edits.delete(fence.body.end.max(body)..text.len(), EditKind::Fence, Risk::Exact);
        }
        _ => {
            edits.delete(thinking..start, EditKind::Blank, Risk::Exact);
            edits.delete(end..text.len(), EditKind::Blank, Risk::Exact);
        }
    }
    let mended = edits.finish(text, options)?;
    if mended.text.trim().is_empty() {
        return Err(refuse(UnmendableKind::Nothing, 0, "there is no text"));
    }
    Ok(mended)
}

/// The start of the first line between `from` and `end` that is not blank.
fn first_line(text: &str, from: usize, end: usize) -> usize {
    let part = &text[from..end.max(from)];
    let blank = part.len() - part.trim_start().len();
    part[..blank].rfind('\n').map_or(from, |newline| from + newline + 1)
}
