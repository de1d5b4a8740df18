//! The strict reading, by toml.

use super::{
    super::{Options, Unmendable, UnmendableKind, edits::refuse},
    string,
};

/// Reads a document; whether it holds anything.
pub(super) fn read(text: &str, options: &Options) -> Result<bool, Unmendable> {
    if let Some(at) = too_deep(text, options.max_depth) {
        return Err(refuse(UnmendableKind::TooDeep, at, "values nest too deep"));
    }
    match ::toml::from_str::<::toml::Table>(text) {
        Ok(table) => Ok(!table.is_empty()),
        Err(error) => {
            let kind = if error.message().contains("recurs") { UnmendableKind::TooDeep } else { UnmendableKind::Unreadable };
            Err(refuse(kind, error.span().map_or(0, |span| span.start.min(text.len())), error.message()))
        }
    }
}

/// Where tables, by their brackets and by the dots of their keys, nest deeper than allowed. The reader bounds each of the two, not
/// their product, and builds its tables recursively.
fn too_deep(text: &str, max: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut stack: Vec<usize> = Vec::new();
    let (mut total, mut header, mut dots, mut in_key) = (0_usize, 0_usize, 0_usize, true);
    let mut line_start = true;
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        match byte {
            b'#' => at = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |found| at + found).saturating_sub(1).max(at),
            b'"' | b'\'' => at = string::end(text, at, bytes.len()).map_or(at, |end| end - 1),
            b'\n' | b',' => (dots, in_key) = (0, true),
            b'=' => in_key = false,
            b'.' if in_key => dots += 1,
            b'[' | b'{' => {
                if line_start && stack.is_empty() && byte == b'[' {
                    header = 0;
                }
                stack.push(dots + 1);
                total += dots + 1;
                (dots, in_key) = (0, true);
            }
            b']' | b'}' => {
                if stack.len() == 1 && in_key {
                    header = header.max(dots + 1);
                }
                total -= stack.pop().unwrap_or(0);
            }
            _ => {}
        }
        if total + header + dots > max {
            return Some(at);
        }
        line_start = match byte {
            b'\n' => true,
            b' ' | b'\t' | b'[' => line_start,
            _ => false,
        };
        at += 1;
    }
    None
}
