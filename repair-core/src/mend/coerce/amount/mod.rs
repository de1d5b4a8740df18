//! Numbers with what stands around them: a unit, a currency, `k` for thousands, or in words.

mod field;
mod numerals;
mod units;

use serde_json::{Map, Value};

use self::{
    field::Field,
    numerals::Numeral,
    units::{Dimension, Unit},
};
use super::{names, numbers};
use crate::{format::span::Place, mend::Risk};

/// Longer texts say more than a number.
const LONGEST: usize = 96;

/// The number that these words begin with, in lower case and without accents, and of how many words it is. An article alone
/// is none.
#[allow(clippy::cast_precision_loss, reason = "words name numbers far below the exact ones")]
pub(crate) fn numeral(words: &[&str]) -> Option<(f64, usize)> {
    let (Numeral { whole, half }, rest) = numerals::read(words)?;
    let length = words.len() - rest.len();
    let is_article = length == 1 && whole == 1 && words.first() != Some(&"one");
    (!is_article).then_some((whole as f64 + if half { 0.5 } else { 0.0 }, length))
}

/// Whether a quantity with this word behind it may be meant for a field of that name and description: the word is no unit,
/// or the field's own, or the field names none.
pub(crate) fn may_be_in(unit: &str, name: &str, description: &str) -> bool {
    let Some(unit) = Unit::of(unit) else { return true };
    let mut named = field::in_name(name);
    named.retain(|named| named.dimension != Dimension::Count);
    named.extend(field::in_text(description));
    named.is_empty() || named.contains(&unit)
}

/// The number that a text is, where a value of the field is meant by it.
pub(super) fn read(text: &str, integer: bool, place: Place<'_>, keywords: &Map<String, Value>) -> Option<(String, Risk)> {
    if !text.contains(is_symbol)
        && let Some(number) = numbers::read(text, integer)
    {
        return Some(number);
    }
    let field = Field { place, keywords };
    let text = text.trim();
    if text.len() > LONGEST {
        return None;
    }
    let number = match text.find(|c: char| c.is_ascii_digit()) {
        Some(first) => in_digits(text, first, integer, field),
        None => in_words(text, integer, field),
    };
    number.map(|number| (number, Risk::Guess))
}

fn is_symbol(c: char) -> bool {
    matches!(c, '$' | '€' | '£' | '¥' | '₹' | '₩' | '₽' | '₺')
}

/// `12 kg`, `€ 45.90`, `1.5k`.
fn in_digits(text: &str, first: usize, integer: bool, field: Field<'_, '_>) -> Option<String> {
    let last = text.rfind(|c: char| c.is_ascii_digit())?;
    let signs = |c: char| matches!(c, '+' | '-' | '−' | '.');
    let start = text.get(..first)?.trim_end_matches(signs).len();
    let (head, number, tail) = (text.get(..start)?.trim(), text.get(start..=last)?, text.get(last + 1..)?);
    let (tens, unit) = multiplier(tail);
    let unit = unit.trim().trim_end_matches('.').trim_end();
    match (head, unit) {
        ("", "") if tens == 0 => return None,
        ("", "") => {}
        // metres, minutes or millions
        ("", "m") if tail.starts_with('m') && !Unit::of("m").is_some_and(|metre| field.names(metre)) => return None,
        ("", unit) if may_stand(unit, field) => {}
        (head, "") if Unit::of(head).is_some_and(|unit| unit.dimension == Dimension::Money && field.is_in(unit)) => {}
        _ => return None,
    }
    let counted = integer && tens == 0;
    if number.contains(['e', 'E']) || (!counted && may_be_thousands(number)) {
        return None;
    }
    let (read, _) = numbers::read(number, counted)?;
    shifted(&read, tens, integer)
}

/// Whether what stands behind a number may be left out.
fn may_stand(unit: &str, field: Field<'_, '_>) -> bool {
    let name = if unit.eq_ignore_ascii_case("per cent") { "percent" } else { unit };
    Unit::of(name).map_or_else(|| field.counts(unit), |unit| field.is_in(unit))
}

/// How many zeros stand behind a number as `k` or `million`, and what follows.
fn multiplier(tail: &str) -> (usize, &str) {
    let word = tail.trim_start();
    let end = word.find(char::is_whitespace).unwrap_or(word.len());
    let (first, rest) = word.split_at(end);
    match first {
        "k" | "K" if tail.starts_with(['k', 'K']) => (3, rest),
        "M" if tail.starts_with('M') => (6, rest),
        _ => match first.trim_end_matches('.').to_lowercase().as_str() {
            "hundred" => (2, rest),
            "thousand" | "tsd" => (3, rest),
            "million" | "millions" | "millionen" | "mio" | "mln" => (6, rest),
            "bn" | "mrd" => (9, rest),
            _ => (0, tail),
        },
    }
}

/// `1.250` before a unit is a thousand and more to some, and a little over one to others.
fn may_be_thousands(number: &str) -> bool {
    let number = number.trim_start_matches(['+', '-', '−']);
    number.split_once(['.', ',']).is_some_and(|(whole, decimals)| {
        decimals.len() == 3 && (1..=3).contains(&whole.len()) && whole != "0" && !decimals.contains(['.', ','])
    })
}

/// A JSON number with its point so many digits further right.
fn shifted(number: &str, tens: usize, integer: bool) -> Option<String> {
    if tens == 0 {
        return Some(number.to_owned());
    }
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let zeros = "0".repeat(tens.saturating_sub(decimals.len()));
    let (moved, left) = decimals.split_at_checked(tens).unwrap_or((decimals, ""));
    let whole = format!("{whole}{moved}{zeros}");
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let left = left.trim_end_matches('0');
    match left {
        "" => Some(format!("{sign}{whole}")),
        _ if integer => None,
        _ => Some(format!("{sign}{whole}.{left}")),
    }
}

/// `two hundred and fifty`, `half an hour`.
fn in_words(text: &str, integer: bool, field: Field<'_, '_>) -> Option<String> {
    let plain = |c: char| {
        c.is_alphabetic() || c.is_whitespace() || is_symbol(c) || matches!(c, '-' | '.' | '%' | '/' | '\u{300}'..='\u{36f}')
    };
    if !text.chars().all(plain) {
        return None;
    }
    let spelled: Vec<&str> =
        text.trim_end_matches('.').split(|c: char| c.is_whitespace() || c == '-').filter(|word| !word.is_empty()).collect();
    let folded: Vec<String> = spelled.iter().map(|word| names::fold(word)).collect();
    let words: Vec<&str> = folded.iter().map(String::as_str).collect();
    let (sign, words) = match words.as_slice() {
        ["minus", words @ ..] => ("-", words),
        words => ("", words),
    };
    let (Numeral { whole, mut half }, rest) = numerals::read(words)?;
    let unit = spelled.get(spelled.len() - rest.len()..)?;
    let unit = match (unit, rest) {
        ([], _) => None,
        ([unit], _) => Some(*unit),
        // `an hour and a half`
        ([unit, ..], [_, "and", "a", "half"]) if !half => {
            half = true;
            Some(*unit)
        }
        _ => return None,
    };
    if !unit.is_none_or(|unit| may_stand(unit, field)) || (half && integer) {
        return None;
    }
    Some(format!("{sign}{whole}{}", if half { ".5" } else { "" }))
}
