//! The numbers a text speaks of, in digits and in words.

use super::words::Words;
use crate::mend::numeral;

/// What stands between the digits of a number.
const MARKS: [char; 5] = ['.', ',', '\'', '\u{a0}', '\u{202f}'];

/// Every number of a text, in each way it can be read: `1.250` is a thousand and more here, a little over one there.
pub(super) fn all(text: &str, words: &Words) -> Vec<f64> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let run = &rest[start..];
        let end = run
            .find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '\u{a0}' | '\u{202f}')))
            .unwrap_or(run.len());
        let is_negative =
            rest[..start].ends_with(['-', '−']) && !rest[..start].trim_end_matches(['-', '−']).ends_with(char::is_alphanumeric);
        let number = run[..end].trim_end_matches(MARKS);
        digits(number, factor(&run[end..]), is_negative, &mut found);
        if readings(number).is_empty() {
            // `07.04.2026` is no number, but its parts are.
            found.extend(number.split(MARKS).filter_map(|part| part.parse::<f64>().ok()));
        }
        rest = &run[end..];
    }
    found.extend(spelled(words.slice()).into_iter().map(|(value, _)| value));
    found
}

/// One run of digits and marks between them, in each way it can be read.
fn digits(run: &str, factor: f64, is_negative: bool, found: &mut Vec<f64>) {
    for number in readings(run).iter().filter_map(|reading| reading.parse::<f64>().ok()) {
        let number = if is_negative { -number } else { number };
        found.extend([number, number * factor]);
    }
}

/// The run as a plain number: its marks part groups of three digits, or the last one is the decimal point.
fn readings(run: &str) -> Vec<String> {
    let Some((last, mark)) = run.char_indices().rev().find(|(_, c)| MARKS.contains(c)) else { return vec![run.to_owned()] };
    let mut readings = Vec::new();
    if groups_of_three(run) && run.chars().all(|c| c == mark || c.is_ascii_digit()) {
        readings.push(run.replace(MARKS, ""));
    }
    let (whole, fraction) = (&run[..last], &run[last + mark.len_utf8()..]);
    let is_whole = !whole.contains(mark) && (!whole.contains(MARKS) || groups_of_three(whole));
    if matches!(mark, '.' | ',') && is_whole {
        readings.push(format!("{}.{fraction}", whole.replace(MARKS, "")));
    }
    readings
}

fn groups_of_three(run: &str) -> bool {
    let mut groups = run.split(MARKS);
    groups.next().is_some_and(|first| (1..=3).contains(&first.len())) && groups.all(|group| group.len() == 3)
}

/// What a mark right behind a number makes of it: `1.5k`, `3 million`.
fn factor(after: &str) -> f64 {
    let word: String = after.trim_start().chars().take_while(|c| c.is_alphabetic()).take(12).collect();
    match word.as_str() {
        "k" | "K" | "thousand" => 1e3,
        "M" | "million" | "mio" => 1e6,
        "bn" | "billion" => 1e9,
        _ => 1.0,
    }
}

/// A number, the words it stands in, and what may be its unit.
pub(super) type Quantity = (f64, (usize, usize), Option<String>);

/// The numbers of a text that count something, and the words they stand in: no part of a date, a time, a code or an address.
pub(super) fn quantities(text: &str, words: &Words) -> Vec<Quantity> {
    let mut found = Vec::new();
    let mut tokens = text.split_whitespace().peekable();
    while let Some(token) = tokens.next() {
        let word = token.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '−'));
        let start = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
        let (before, run) = word.split_at(start);
        let end = run.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | '\''))).unwrap_or(run.len());
        let (run, after) = run.split_at(end);
        let is_unit =
            after.len() <= 4 && after.chars().all(|c| c.is_alphabetic() || matches!(c, '%' | '°' | '€' | '$' | '²' | '³'));
        let is_bare = before.chars().all(|c| matches!(c, '-' | '−' | '€' | '$' | '£'));
        if run.is_empty() || !is_unit || !is_bare || run.matches('.').count() > 1 && !groups_of_three(run) {
            continue;
        }
        let offset = token.as_ptr() as usize - text.as_ptr() as usize;
        let place = words.within(offset, offset + token.len());
        let mut readings = Vec::new();
        digits(run, factor(after), before.contains(['-', '−']), &mut readings);
        // `79,000` is mostly a large number, and seldom a precise one.
        if groups_of_three(run) && run.contains(MARKS) {
            readings.retain(|reading| reading.fract() == 0.0 && reading.abs() >= 1000.0);
        }
        let mut behind = || tokens.peek().map(|next| next.trim_end_matches(|c: char| c.is_ascii_punctuation() && c != '%'));
        let unit = if after.is_empty() { behind() } else { Some(after) }.filter(|unit| !unit.is_empty()).map(str::to_owned);
        found.extend(readings.into_iter().map(|reading| (reading, place, unit.clone())));
    }
    let spelled = spelled(words.slice());
    let mut covered = 0;
    for &(number, (from, to)) in &spelled {
        // The end of a longer number is no number of its own.
        if to > covered {
            found.push((number, (from, to), words.slice().get(to).cloned()));
            covered = to;
        }
    }
    found
}

/// The numbers in words, and where they stand; of a longer one its end as well, `five` of `twenty-five`: they may be two.
fn spelled(words: &[String]) -> Vec<(f64, (usize, usize))> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |from: usize| numeral(words.get(from..)?).map(|(value, length)| (value, (from, from + length)));
    (0..words.len()).filter_map(number).collect()
}
