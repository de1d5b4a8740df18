//! Numbers, and what passes for one.

use std::borrow::Cow;

use super::scan::at;

/// The length of the JSON number at `i`, 0 if there is none.
pub(super) fn length(bytes: &[u8], i: usize) -> usize {
    let mut end = i + usize::from(at(bytes, i) == b'-');
    match at(bytes, end) {
        b'0' => end += 1,
        b'1'..=b'9' => end = digits(bytes, end),
        _ => return 0,
    }
    if at(bytes, end) == b'.' {
        match digits(bytes, end + 1) {
            fraction if fraction == end + 1 => return 0,
            fraction => end = fraction,
        }
    }
    if matches!(at(bytes, end), b'e' | b'E') {
        let sign = end + 1 + usize::from(matches!(at(bytes, end + 1), b'+' | b'-'));
        match digits(bytes, sign) {
            exponent if exponent == sign => return 0,
            exponent => end = exponent,
        }
    }
    end - i
}

fn digits(bytes: &[u8], mut i: usize) -> usize {
    while at(bytes, i).is_ascii_digit() {
        i += 1;
    }
    i
}

/// What an odd number stands for.
pub(super) enum Odd {
    /// The same number in another notation.
    Spelled(Cow<'static, str>),
    /// A number that breaks off: completed by a zero.
    Cut(Cow<'static, str>),
}

/// Reads `+1`, `.5`, `5.`, `1_000`, and the beginnings `-`, `2e` and `2e+`. A leading zero, a version or a range is a
/// text, not a number.
pub(super) fn odd(token: &str) -> Option<Odd> {
    let first = token.bytes().find(|byte| !matches!(byte, b'+' | b'-'))?;
    if !(first.is_ascii_digit() || first == b'.') {
        return None;
    }
    let mut plain = String::with_capacity(token.len() + 2);
    let rest = token.strip_prefix('+').unwrap_or(token);
    let (sign, rest) = rest.strip_prefix('-').map_or(("", rest), |rest| ("-", rest));
    plain.push_str(sign);
    if rest.starts_with('.') {
        plain.push('0');
    }
    let mut before = b' ';
    for (i, byte) in rest.bytes().enumerate() {
        let after = at(rest.as_bytes(), i + 1);
        match byte {
            b'_' if before.is_ascii_digit() && after.is_ascii_digit() => {}
            b'.' if !after.is_ascii_digit() => plain.push_str(".0"),
            _ => plain.push(byte as char),
        }
        before = byte;
    }
    if is_number(&plain) {
        return Some(Odd::Spelled(plain.into()));
    }
    if matches!(before, b'e' | b'E' | b'+' | b'-') {
        plain.push('0');
        if is_number(&plain) {
            return Some(Odd::Cut(plain.into()));
        }
    }
    None
}

fn is_number(text: &str) -> bool {
    length(text.as_bytes(), 0) == text.len()
}
