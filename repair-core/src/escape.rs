//! Showing text from outside: capped, with control and invisible characters made visible.

use std::{borrow::Cow, fmt::Write as _};

/// Whether a character can't be seen, or changes how its neighbours are seen: controls, zero-width and bidirectional
/// marks, line separators, tag characters. Joiners and variation selectors are part of what is seen: an emoji, a Persian word.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}'
        | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
        || (c.is_control() && !matches!(c, '\n' | '\t'))
}

/// The text with every invisible character written as `\u{…}`; line breaks and tabs stay.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_invisible) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_invisible(c) {
            let _ = write!(out, "{}", c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// JSON text with every invisible character inside its strings as a `\u` escape: the same value, all of it visible.
pub(crate) fn visible_json(json: &str) -> Cow<'_, str> {
    // Between the tokens of JSON there is no invisible character but this one.
    let escapes = |c: char| c != '\r' && is_invisible(c);
    if !json.chars().any(escapes) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if escapes(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// The text as it stands between the quotes of a JSON string.
pub(crate) fn in_json(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted.get(1..quoted.len() - 1).unwrap_or_default().to_owned()
}

/// The text as it stands in XML.
pub(crate) fn in_xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&apos;")
}

/// The first `max` characters in double quotes, with escapes and `…` where it was cut.
pub(crate) fn quoted(text: &str, max: usize) -> String {
    let cut = clip(text, max);
    let mut out = String::with_capacity(cut.len() + 8);
    out.push('"');
    for c in cut.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if is_invisible(c) => {
                let _ = write!(out, "{}", c.escape_unicode());
            }
            c => out.push(c),
        }
    }
    out.push_str(if cut.len() < text.len() { "…\"" } else { "\"" });
    out
}

/// The first `max` characters, and `…` where it was cut.
pub(crate) fn clipped(text: &str, max: usize) -> Cow<'_, str> {
    match clip(text, max) {
        cut if cut.len() < text.len() => Cow::Owned(format!("{cut}…")),
        all => Cow::Borrowed(all),
    }
}

/// The first `max` characters.
pub(crate) fn clip(text: &str, max: usize) -> &str {
    match text.char_indices().nth(max) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}
