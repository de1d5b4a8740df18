//! What stands around a message: level, code, rule.

use super::super::said::Level;

/// The words tools begin with; without one it is an error.
const LEVELS: [(&str, Level); 17] = [
    ("fatal error", Level::Error),
    ("fatal", Level::Error),
    ("error", Level::Error),
    ("warning", Level::Warning),
    ("note", Level::Note),
    ("information", Level::Note),
    ("info", Level::Note),
    ("hint", Level::Note),
    ("help", Level::Note),
    ("remark", Level::Note),
    ("[emerg]", Level::Error),
    ("[alert]", Level::Error),
    ("[crit]", Level::Error),
    ("[error]", Level::Error),
    ("[warn]", Level::Warning),
    ("[notice]", Level::Note),
    ("[info]", Level::Note),
];

/// Level and code at the beginning: `error: message`, `error TS2322: message`, `error[E0308]: message`, `[emerg] message`.
pub(super) fn level(message: &str) -> (Level, Option<&str>, &str) {
    for (word, level) in LEVELS {
        let Some(rest) = message.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word)).and(message.get(word.len()..))
        else {
            continue;
        };
        if word.starts_with('[') {
            return (level, None, rest.trim_start());
        }
        let Some((code, rest)) = rest.split_once(':') else { continue };
        let code = code.trim().trim_start_matches('[').trim_end_matches(']');
        if code.is_empty() {
            return (level, None, rest.trim_start());
        }
        if is_rule(code) {
            return (level, Some(code), rest.trim_start());
        }
    }
    (Level::Error, None, message)
}

/// A code at the beginning: `E501 line too long`, `C0114: Missing docstring`.
pub(super) fn leading_code(message: &str) -> (Option<&str>, &str) {
    let Some((word, rest)) = message.split_once(' ') else { return (None, message) };
    let word = word.trim_end_matches(':');
    let letters = word.bytes().take_while(u8::is_ascii_uppercase).count();
    let digits = word.bytes().skip(letters).take_while(u8::is_ascii_digit).count();
    let is_code = (1..=4).contains(&letters) && (2..=6).contains(&digits) && letters + digits == word.len();
    if is_code { (Some(word), rest.trim_start()) } else { (None, message) }
}

/// A rule in brackets at the end: `message [-Wunused]`, `message [arg-type]`.
pub(super) fn trailing_rule(message: &str) -> (&str, Option<&str>) {
    let split = message.strip_suffix(']').and_then(|inner| inner.rsplit_once('['));
    match split {
        Some((message, rule)) if is_rule(rule) && message.ends_with(' ') => (message.trim_end(), Some(rule)),
        _ => (message, None),
    }
}

fn is_rule(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_/=.:@#+".contains(&b))
}
