//! Values without quotes: what TOML writes so, what it writes otherwise, and what is text.

use std::ops::Range;

use super::super::{EditKind, Risk, edits::Edits};

/// What became of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bare {
    Mended,
    /// It says that there is no value, which TOML can't.
    Null,
    /// It may be a number or a date, or the text of one.
    Unclear,
}

/// No number, date or keyword is longer.
const LONGEST: usize = 64;

pub(super) fn mend(text: &str, span: Range<usize>, edits: &mut Edits) -> Bare {
    let word = &text[span.clone()];
    if is_value(word) {
        return Bare::Mended;
    }
    let keyword = match word {
        "True" | "TRUE" => Some("true"),
        "False" | "FALSE" => Some("false"),
        "NaN" | "NAN" => Some("nan"),
        "Infinity" | "+Infinity" | "Inf" => Some("inf"),
        "-Infinity" | "-Inf" => Some("-inf"),
        "None" | "null" | "nil" | "undefined" | "NULL" | "Null" => return Bare::Null,
        _ => None,
    };
    if let Some(keyword) = keyword {
        let kind = if keyword.ends_with('e') { EditKind::Keyword } else { EditKind::Number };
        edits.push(span, kind, keyword, Risk::Exact);
        return Bare::Mended;
    }
    let digits = word.trim_start_matches(['+', '-']);
    let sign = word.len() - digits.len();
    let decimal = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if digits.strip_prefix('.').is_some_and(decimal) && sign <= 1 {
        edits.insert(span.start + sign, EditKind::Number, "0", Risk::Exact);
        return Bare::Mended;
    }
    let whole = digits.strip_suffix('.').filter(|whole| decimal(whole) && (!whole.starts_with('0') || *whole == "0"));
    if whole.is_some() && sign <= 1 {
        edits.insert(span.end, EditKind::Number, "0", Risk::Exact);
        return Bare::Mended;
    }
    let risk = match likeness(digits) {
        Some(risk) => risk,
        None => return Bare::Unclear,
    };
    quote(text, span, risk, edits);
    Bare::Mended
}

/// How sure it is that a word is text; `None` if it looks like a number or a date that is written wrong.
fn likeness(word: &str) -> Option<Risk> {
    let numeric = word.bytes().all(|b| b.is_ascii_digit() || matches!(b, b',' | b'.' | b'_' | b'\'' | b' '));
    let dots = word.bytes().filter(|&b| b == b'.').count();
    let date =
        word.len() >= 10 && word.bytes().zip(b"0000-00-00").all(|(b, p)| if *p == b'0' { b.is_ascii_digit() } else { b == *p });
    let clock = word.bytes().all(|b| b.is_ascii_digit() || b == b':');
    if date || clock || numeric && (dots < 2 || word.contains([',', '_', '\'', ' '])) {
        return None;
    }
    let radix = word.starts_with("0x") || word.starts_with("0b") || word.starts_with("0o");
    if radix || word.contains(['=', '"', '[', ']', '{', '}', '`']) || word.starts_with(['\'', '(', '<', '|', '*', '&', '!']) {
        return None;
    }
    let sure =
        word.starts_with(char::is_alphabetic) && !matches!(word, "yes" | "no" | "on" | "off" | "Yes" | "No" | "On" | "Off");
    Some(if sure { Risk::Exact } else { Risk::Guess })
}

/// Whether TOML reads the word as a value as it is.
pub(super) fn is_value(word: &str) -> bool {
    let starts = word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | 't' | 'f' | 'i' | 'n'));
    starts && word.len() <= LONGEST && !word.contains('\n') && ::toml::from_str::<::toml::Table>(&format!("a = {word}")).is_ok()
}

fn quote(text: &str, span: Range<usize>, risk: Risk, edits: &mut Edits) {
    let literal = text[span.clone()].contains('\\') && !text[span.clone()].contains('\'');
    let mark = if literal { "'" } else { "\"" };
    edits.insert(span.start, EditKind::Quotes, mark, risk);
    if !literal {
        for at in memchr::memchr_iter(b'\\', text[span.clone()].as_bytes()) {
            edits.insert(span.start + at, EditKind::Escape, "\\", risk);
        }
    }
    edits.insert(span.end, EditKind::Quotes, mark, risk);
}
