//! JSON Pointer (RFC 6901).

use std::borrow::Cow;

/// The tokens; `None` where it is not a pointer.
pub(super) fn tokens(pointer: &str) -> Option<impl Iterator<Item = Cow<'_, str>>> {
    let rest = if pointer.is_empty() { None } else { Some(pointer.strip_prefix('/')?) };
    Some(rest.into_iter().flat_map(|rest| rest.split('/')).map(unescape))
}

pub(crate) fn unescape(token: &str) -> Cow<'_, str> {
    if token.contains('~') { Cow::Owned(token.replace("~1", "/").replace("~0", "~")) } else { Cow::Borrowed(token) }
}

pub(crate) fn escape(token: &str) -> Cow<'_, str> {
    if token.contains(['~', '/']) { Cow::Owned(token.replace('~', "~0").replace('/', "~1")) } else { Cow::Borrowed(token) }
}

/// Whether a pointer names a place or something in it.
pub(crate) fn is_within(pointer: &str, place: &str) -> bool {
    pointer.strip_prefix(place).is_some_and(|below| below.is_empty() || below.starts_with('/'))
}

/// An index as serde_json reads it: digits alone, no leading zero.
pub(crate) fn index(token: &str) -> Option<usize> {
    let plain = token.bytes().all(|byte| byte.is_ascii_digit()) && (token.len() == 1 || !token.starts_with('0'));
    if plain { token.parse().ok() } else { None }
}
