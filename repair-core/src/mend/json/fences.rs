//! Code fences.

use memchr::memmem;

use super::{
    candidates::Setting,
    scan::{at, is_space},
};

pub(super) struct Fence {
    /// Where its text starts.
    pub body: usize,
    /// Where the fence that closes it starts, or the text ends.
    pub close: usize,
    pub setting: Setting,
}

/// How many backticks stand at `i`.
pub(super) fn run(bytes: &[u8], i: usize) -> usize {
    bytes.get(i..).unwrap_or_default().iter().take_while(|&&byte| byte == b'`').count()
}

pub(super) fn skip_run(bytes: &[u8], i: usize) -> usize {
    i + run(bytes, i).max(1)
}

/// The fence that opens at `i`. One that opens a line is closed by one that opens a line.
pub(super) fn open(bytes: &[u8], i: usize) -> Fence {
    let label = skip_run(bytes, i);
    let rest = bytes.get(label..).unwrap_or_default();
    let len = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'_' | b'.')).count();
    let body = label + len;
    let name = rest.get(..len).unwrap_or_default().to_ascii_lowercase();
    let setting = match name.as_slice() {
        b"json" | b"json5" | b"jsonc" | b"jsonl" | b"ndjson" => Setting::JsonFence,
        b"" => Setting::Fence,
        _ => Setting::OtherFence,
    };
    let line = bytes.get(body..).unwrap_or_default().iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
    let own_line = line.is_none_or(|&byte| byte == b'\n');
    let close = closes(bytes, body).find(|&close| !own_line || opens_line(bytes, close)).unwrap_or(bytes.len());
    Fence { body, close, setting }
}

/// The last place that may close a fence, after `from`, or the end of the text.
pub(super) fn last(bytes: &[u8], from: usize) -> usize {
    closes(bytes, from + 3).filter(|&close| opens_line(bytes, close)).last().unwrap_or(bytes.len())
}

fn closes(bytes: &[u8], from: usize) -> impl Iterator<Item = usize> {
    memmem::find_iter(bytes.get(from..).unwrap_or_default(), b"```").map(move |i| from + i)
}

/// Whether nothing but space and quotation marks stands before `i` in its line.
fn opens_line(bytes: &[u8], i: usize) -> bool {
    let before = bytes.get(..i).unwrap_or_default().iter().rev();
    let mut before = before.skip_while(|&&byte| (is_space(byte) && byte != b'\n') || byte == b'>');
    before.next().is_none_or(|&byte| byte == b'\n') && at(bytes, i) == b'`'
}
