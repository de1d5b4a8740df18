//! Numbers as people write them.

use crate::mend::Risk;

/// The JSON number that a text is, where it can be read in one way only.
pub(in crate::mend) fn read(text: &str, integer: bool) -> Option<(String, Risk)> {
    let text = text.trim();
    if let Some(number) = plain(text, integer) {
        return Some((number, Risk::Exact));
    }
    let amount = without_currency(text);
    let number = plain(amount, integer).filter(|_| amount.len() < text.len());
    let number = number.or_else(|| grouped(amount, integer)).or_else(|| fraction(text).filter(|_| !integer));
    number.map(|number| (number, Risk::Guess))
}

/// Whether a JSON number is an integer, as JSON Schema sees it: `5.0` is.
pub(super) fn is_integer(raw: &str) -> bool {
    raw.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') || raw.parse::<f64>().is_ok_and(|number| number.fract() == 0.0)
}

/// Words for what JSON has no number for.
pub(super) fn is_not_a_number(text: &str) -> bool {
    let word = text.trim().trim_start_matches(['-', '+']);
    ["nan", "inf", "infinity"].iter().any(|known| word.eq_ignore_ascii_case(known))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_whole(text: &str) -> bool {
    is_digits(text) && (text == "0" || !text.starts_with('0'))
}

/// `+` and `-` before a number; the first is not JSON.
fn signed(text: &str) -> (&'static str, &str) {
    match text.strip_prefix(['-', '−']) {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    }
}

/// JSON's notation, and `+5`, `.5`, `5.`.
fn plain(text: &str, integer: bool) -> Option<String> {
    let (sign, rest) = signed(text);
    let (mantissa, exponent) = rest.find(['e', 'E']).map_or((rest, ""), |at| rest.split_at(at));
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let no_digits = whole.is_empty() && decimals.is_empty();
    if no_digits || !(whole.is_empty() || is_whole(whole)) || !(decimals.is_empty() || is_digits(decimals)) {
        return None;
    }
    if !exponent.is_empty() {
        let power = exponent.get(1..)?;
        if !is_digits(power.strip_prefix(['+', '-']).unwrap_or(power)) {
            return None;
        }
    }
    let whole = if whole.is_empty() { "0" } else { whole };
    if integer && exponent.is_empty() {
        // `12.000` is twelve to some and twelve thousand to others.
        if decimals.len() == 3 && (1..=3).contains(&whole.len()) && whole != "0" {
            return None;
        }
        return decimals.bytes().all(|byte| byte == b'0').then(|| format!("{sign}{whole}"));
    }
    let point = if decimals.is_empty() { "" } else { "." };
    let number = format!("{sign}{whole}{point}{decimals}{exponent}");
    (!integer || is_integer(&number)).then_some(number)
}

fn without_currency(text: &str) -> &str {
    let is_symbol = |c: char| matches!(c, '$' | '€' | '£' | '¥' | '₹' | '₩' | '₽' | '₺');
    match text.strip_prefix(is_symbol).or_else(|| text.strip_suffix(is_symbol)) {
        Some(amount) => amount.trim(),
        None => text,
    }
}

/// Digits in groups of three. One comma before three digits is either a group or a decimal comma, so it is read only
/// where an integer is wanted, or where the digits before it can't be a group.
fn grouped(text: &str, integer: bool) -> Option<String> {
    let (sign, rest) = signed(text);
    if rest.contains(['_', '\'', '’', ' ', '\u{a0}', '\u{202f}']) {
        let mark = rest.chars().find(|c| !c.is_ascii_digit())?;
        let (whole, decimals) = rest.split_once(['.', ',']).unwrap_or((rest, ""));
        return finish(sign, &groups(whole, mark)?, decimals, integer);
    }
    let (commas, points) = (rest.matches(',').count(), rest.matches('.').count());
    match (commas, points) {
        (1, 0) => {
            let (whole, tail) = rest.split_once(',')?;
            match groups(rest, ',') {
                Some(digits) if integer => finish(sign, &digits, "", integer),
                Some(_) => None,
                None if integer || !is_whole(whole) || !is_digits(tail) => None,
                None => finish(sign, whole, tail, integer),
            }
        }
        (2.., 0) => finish(sign, &groups(rest, ',')?, "", integer),
        (0, 2..) => finish(sign, &groups(rest, '.')?, "", integer),
        (1.., 1) if rest.rfind(',') < rest.find('.') => {
            let (whole, decimals) = rest.split_once('.')?;
            finish(sign, &groups(whole, ',')?, decimals, integer)
        }
        (1, 1..) => {
            let (whole, decimals) = rest.split_once(',')?;
            finish(sign, &groups(whole, '.')?, decimals, integer)
        }
        _ => None,
    }
}

fn groups(text: &str, mark: char) -> Option<String> {
    let mut parts = text.split(mark);
    let first = parts.next().filter(|first| is_digits(first) && first.len() <= 3 && !first.starts_with('0'))?;
    parts.try_fold(first.to_owned(), |digits, part| (is_digits(part) && part.len() == 3).then(|| digits + part))
}

fn finish(sign: &str, whole: &str, decimals: &str, integer: bool) -> Option<String> {
    match decimals {
        "" => Some(format!("{sign}{whole}")),
        _ if !is_digits(decimals) => None,
        _ if integer => decimals.bytes().all(|byte| byte == b'0').then(|| format!("{sign}{whole}")),
        _ => Some(format!("{sign}{whole}.{decimals}")),
    }
}

/// `1/5`: the quotient, as near as a float comes to it.
fn fraction(text: &str) -> Option<String> {
    let (over, under) = text.split_once('/')?;
    let (sign, over) = signed(over.trim());
    let under = under.trim();
    if !is_whole(over) || !is_whole(under) || over.len().max(under.len()) > 9 {
        return None;
    }
    let (over, under): (f64, f64) = (over.parse().ok()?, under.parse().ok()?);
    let quotient = (under != 0.0).then_some(over / under)?;
    Some(format!("{sign}{quotient}"))
}
