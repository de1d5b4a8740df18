//! Looking ahead in bytes. Nothing here changes anything, and nothing looks past the next quote, run or line.

/// How a string is opened, which says what may close it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Double,
    Single,
    Backtick,
    CurlyDouble,
    CurlySingle,
}

impl Style {
    /// The bytes a scan must stop at besides `"`, `\` and control characters.
    const fn stops(self) -> (u8, u8) {
        match self {
            Self::Double => (b'"', b'"'),
            Self::Single => (b'\'', b'\''),
            Self::Backtick => (b'`', 0xC2),
            Self::CurlyDouble => (0xE2, 0xE2),
            Self::CurlySingle => (0xE2, b'\''),
        }
    }
}

pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

/// Part of a word: a letter, a digit, or what names are joined with.
pub(super) const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// The byte at `i`, or 0 past the end: a zero byte is at home nowhere in JSON.
#[inline]
pub(super) fn at(bytes: &[u8], i: usize) -> u8 {
    bytes.get(i).copied().unwrap_or(0)
}

#[inline]
pub(super) fn skip_space(bytes: &[u8], mut i: usize) -> usize {
    while is_space(at(bytes, i)) {
        i += 1;
    }
    i
}

/// The end of what precedes `i`, without the space between.
pub(super) fn trim_end(bytes: &[u8], mut i: usize, from: usize) -> usize {
    while i > from && is_space(at(bytes, i - 1)) {
        i -= 1;
    }
    i
}

/// The quote that starts at `i`, and its length.
pub(super) fn opener(bytes: &[u8], i: usize) -> Option<(Style, usize)> {
    match at(bytes, i) {
        b'"' => Some((Style::Double, 1)),
        b'\'' => Some((Style::Single, 1)),
        b'`' => Some((Style::Backtick, 1)),
        0xC2 if at(bytes, i + 1) == 0xB4 => Some((Style::Backtick, 2)),
        0xE2 if at(bytes, i + 1) == 0x80 => match at(bytes, i + 2) {
            0x98..=0x9B => Some((Style::CurlySingle, 3)),
            0x9C..=0x9F => Some((Style::CurlyDouble, 3)),
            _ => None,
        },
        _ => None,
    }
}

/// The length of the quote at `i` if it can close a string of this style, else 0.
pub(super) fn closer(bytes: &[u8], i: usize, style: Style) -> usize {
    match (style, opener(bytes, i)) {
        (Style::CurlyDouble, Some((Style::Double, len))) | (Style::CurlySingle, Some((Style::Single, len))) => len,
        (_, Some((found, len))) if found == style => len,
        _ => 0,
    }
}

const ONES: u64 = u64::MAX / 255;
const HIGH: u64 = ONES << 7;

/// Marks the high bit of each byte that equals `byte`, and perhaps of some byte after the first such.
const fn equals(word: u64, byte: u8) -> u64 {
    let x = word ^ (ONES * byte as u64);
    x.wrapping_sub(ONES) & !x
}

/// The next place in a string that needs a thought: a quote, a backslash, a control character; or the end.
pub(super) fn next_stop(bytes: &[u8], mut i: usize, style: Style) -> usize {
    let (one, two) = style.stops();
    while let Some(chunk) = bytes.get(i..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*chunk);
        let control = word.wrapping_sub(ONES * 0x20) & !word;
        let mut hit = control | equals(word, b'"') | equals(word, b'\\');
        if style != Style::Double {
            hit |= equals(word, one) | equals(word, two);
        }
        hit &= HIGH;
        if hit != 0 {
            return i + hit.trailing_zeros() as usize / 8;
        }
        i += 8;
    }
    while let Some(&byte) = bytes.get(i) {
        if byte < 0x20 || byte == b'"' || byte == b'\\' || byte == one || byte == two {
            break;
        }
        i += 1;
    }
    i
}

/// The next quote that could close a string of this style, not looking past `limit` bytes' worth of nothing: none if
/// the text ends first.
pub(super) fn next_closer(bytes: &[u8], mut i: usize, style: Style) -> Option<(usize, usize)> {
    loop {
        i = next_stop(bytes, i, style);
        match at(bytes, i) {
            _ if i >= bytes.len() => return None,
            b'\\' => i += 2,
            _ => match closer(bytes, i, style) {
                0 => i += 1,
                len => return Some((i, len)),
            },
        }
    }
}

/// Whether a quoted name and a colon start at `i`.
pub(super) fn is_quoted_key(bytes: &[u8], i: usize) -> bool {
    let Some((style, len)) = opener(bytes, i) else { return false };
    let Some((close, len)) = next_closer(bytes, i + len, style) else { return false };
    let key = bytes.get(i..close).unwrap_or_default();
    is_colon(bytes, skip_space(bytes, close + len)) && memchr::memchr(b'\n', key).is_none()
}

/// Whether a bare name and a colon start at `i`.
pub(super) fn is_bare_key(bytes: &[u8], i: usize) -> bool {
    let end = i + name(bytes, i);
    let colon = skip_space(bytes, end);
    end > i && opener(bytes, i).is_none() && is_colon(bytes, colon) && at(bytes, colon + 1) != b'/'
}

/// How far a bare name is followed.
pub(super) const LONGEST_NAME: usize = 128;

/// The length of the bare name at `i`, which may start with an `@`. One that is longer than any name is none.
pub(super) fn name(bytes: &[u8], i: usize) -> usize {
    let start = i + usize::from(at(bytes, i) == b'@');
    let rest = bytes.get(start..).unwrap_or_default().iter().take(LONGEST_NAME);
    match rest.take_while(|&&byte| is_word(byte) || byte == b'-').count() {
        0 => 0,
        len => start - i + len,
    }
}

/// Whether a name and a colon start at `i`.
pub(super) fn is_key(bytes: &[u8], i: usize) -> bool {
    is_quoted_key(bytes, i) || is_bare_key(bytes, i)
}

pub(super) fn is_colon(bytes: &[u8], i: usize) -> bool {
    match at(bytes, i) {
        b':' => true,
        b'=' => at(bytes, i + 1) != b'=',
        _ => false,
    }
}

/// Whether a scalar other than a string starts at `i` and ends where a value may end.
pub(super) fn is_plain_scalar(bytes: &[u8], i: usize) -> bool {
    let mut end = i;
    while at(bytes, end).is_ascii_alphanumeric() || matches!(at(bytes, end), b'+' | b'-' | b'.' | b'_') {
        end += 1;
    }
    let token = bytes.get(i..end).unwrap_or_default();
    let known = super::numbers::length(bytes, i) == token.len() || super::bare::keyword(token).is_some();
    known && !token.is_empty() && is_value_end(bytes, skip_space(bytes, end))
}

/// Whether a value may end before `i`: a comma, a closer, or nothing at all.
pub(super) fn is_value_end(bytes: &[u8], i: usize) -> bool {
    i >= bytes.len() || matches!(at(bytes, i), b',' | b'}' | b']' | b';')
}

/// Whether a comment starts at `i`.
pub(super) fn is_comment(bytes: &[u8], i: usize) -> bool {
    match at(bytes, i) {
        b'/' => matches!(at(bytes, i + 1), b'/' | b'*'),
        b'#' => true,
        _ => false,
    }
}

pub(super) fn is_fence(bytes: &[u8], i: usize) -> bool {
    bytes.get(i..).is_some_and(|rest| rest.starts_with(b"```"))
}
