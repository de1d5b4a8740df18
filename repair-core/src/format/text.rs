//! Free text: fences and surrounding blank lines off, nothing else.

use super::{empty, extract};
use crate::{Finding, Findings, Format};

/// The text of an answer, without thinking, fences and blank lines around it.
pub(crate) fn decode(answer: &str) -> Result<String, Findings> {
    let text = extract::without_thinking(answer);
    let text = extract::only_fenced(text).unwrap_or(text);
    let text = without_blank_lines(text);
    if text.is_empty() {
        return Err(empty(Format::Text).into());
    }
    if text.contains('\0') {
        return Err(Finding::whole().rule("nul").expected("text without the character U+0000").received(text).into());
    }
    Ok(text.to_owned())
}

fn without_blank_lines(text: &str) -> &str {
    let end = text.trim_end();
    let blank = end.len() - end.trim_start().len();
    match end[..blank].rfind('\n') {
        Some(newline) => &end[newline + 1..],
        None => end,
    }
}
