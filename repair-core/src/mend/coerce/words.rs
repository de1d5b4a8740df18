//! Words for truth.

use crate::mend::Risk;

/// The boolean that a text is.
pub(in crate::mend) fn boolean(text: &str) -> Option<(bool, Risk)> {
    let word = text.trim().trim_end_matches(['.', '!']).to_ascii_lowercase();
    match word.as_str() {
        "true" | "yes" => Some((true, Risk::Exact)),
        "false" | "no" => Some((false, Risk::Exact)),
        "y" | "t" | "on" | "1" => Some((true, Risk::Guess)),
        "n" | "f" | "off" | "0" => Some((false, Risk::Guess)),
        _ => None,
    }
}

/// The JSON of a boolean.
pub(in crate::mend) fn json(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}
