//! Brackets: where they close, or what would close them.

use super::quote;

/// Where the bracket that opens at `from` closes, or else what would close all that is open.
pub(super) fn brackets(text: &str, from: usize, until: usize) -> (Option<usize>, String) {
    let bytes = &text.as_bytes()[..until];
    let mut open: Vec<u8> = Vec::new();
    let mut at = from;
    while at < until {
        match bytes[at] {
            b'[' => open.push(b']'),
            b'{' => open.push(b'}'),
            byte @ (b']' | b'}') => {
                if open.pop() != Some(byte) {
                    return (None, String::new());
                }
                if open.is_empty() {
                    return (Some(at + 1), String::new());
                }
            }
            quote @ (b'"' | b'\'') if at == from || !bytes[at - 1].is_ascii_alphanumeric() => match quote::end(text, at, until) {
                Some(end) => at = end - 1,
                None => {
                    open.push(quote);
                    break;
                }
            },
            _ => {}
        }
        at += 1;
    }
    (None, open.iter().rev().map(|&byte| char::from(byte)).collect())
}
