//! The numbers a text speaks of, in digits and in words.

use super::words::Words;

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
        digits(run[..end].trim_end_matches(['.', ',', '\'']), factor(&run[end..]), is_negative, &mut found);
        rest = &run[end..];
    }
    spelled(words.slice(), &mut found);
    found
}

/// One run of digits and marks between them, in each way it can be read.
fn digits(run: &str, factor: f64, is_negative: bool, found: &mut Vec<f64>) {
    let plain = |marks: &[char]| run.replace(marks, "");
    let grouped = ['.', ',', '\'', '\u{a0}', '\u{202f}'];
    let mut readings = Vec::new();
    if groups_of_three(run) {
        readings.push(plain(&grouped));
    }
    readings.push(plain(&[',', '\'', '\u{a0}', '\u{202f}']));
    readings.push(plain(&['.', '\'', '\u{a0}', '\u{202f}']).replace(',', "."));
    // `07.04.2026` is no number, but its parts are.
    readings.extend(run.split(grouped).map(str::to_owned));
    for number in readings.iter().filter_map(|reading| reading.parse::<f64>().ok()) {
        let number = if is_negative { -number } else { number };
        found.extend([number, number * factor]);
    }
}

fn groups_of_three(run: &str) -> bool {
    let mut groups = run.split(['.', ',', '\'', '\u{a0}', '\u{202f}']);
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

/// The numbers of a text that count something: no part of a date, a time, a code or an address.
pub(super) fn quantities(text: &str, words: &[String]) -> Vec<f64> {
    let mut found = Vec::new();
    for word in text.split_whitespace() {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '−'));
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
        let mut readings = Vec::new();
        digits(run, factor(after), before.contains(['-', '−']), &mut readings);
        // The parts a date would have are of no use here.
        let parts =
            run.split(['.', ',', '\'']).filter(|_| run.contains(['.', ',', '\''])).filter_map(|part| part.parse::<f64>().ok());
        let parts: Vec<f64> = parts.collect();
        found.extend(readings.into_iter().filter(|reading| !parts.contains(reading)));
    }
    spelled(words, &mut found);
    found.sort_by(f64::total_cmp);
    found.dedup();
    found
}

const UNITS: [(&str, u32); 28] = [
    ("zero", 0),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
];

/// Numbers in English words, `two hundred and fifty`; each word of one is a number of its own, too.
fn spelled(words: &[String], found: &mut Vec<f64>) {
    let mut open: Option<(f64, f64)> = None;
    for word in words {
        let unit = UNITS.iter().find(|(name, _)| name == word).map(|&(_, value)| f64::from(value));
        let scale = match word.as_str() {
            "hundred" => Some(1e2),
            "thousand" => Some(1e3),
            "million" => Some(1e6),
            "dozen" => Some(12.0),
            _ => None,
        };
        open = match (open, unit, scale) {
            (_, Some(unit), _) => {
                found.push(unit);
                let (sum, last) = open.unwrap_or_default();
                // `twenty five` adds up, `five twenty` are two numbers.
                Some(if last == 0.0 || last % 100.0 == 0.0 || (last % 100.0 >= 20.0 && unit < 10.0) {
                    (sum, last + unit)
                } else {
                    (0.0, unit)
                })
            }
            (Some((sum, last)), None, Some(scale)) if scale == 1e2 || scale == 12.0 => Some((sum, last.max(1.0) * scale)),
            (Some((sum, last)), None, Some(scale)) => Some((sum + last.max(1.0) * scale, 0.0)),
            (None, None, Some(scale)) => Some(if scale > 1e2 { (scale, 0.0) } else { (0.0, scale) }),
            (Some(_), None, None) if word == "and" => open,
            _ => None,
        };
        if let Some((sum, last)) = open {
            found.push(sum + last);
        }
    }
}
