//! How much a value of the source looks like what a field holds now: a number in words, the same digits at another scale, a
//! slip of the pen, one of two readings of a date, a long text's short form.

use serde_json::Value;

use super::{numbers, words::Words};
use crate::mend::days;

/// Longer texts are not compared letter by letter.
const LONGEST: usize = 64;

/// From 0, nothing alike, to 2, the same but for a slip.
pub(in crate::machine) fn likeness(wrong: &Value, candidate: &Value) -> f64 {
    match (wrong, candidate) {
        (Value::Number(wrong), Value::Number(candidate)) => wrong
            .as_f64()
            .zip(candidate.as_f64())
            .map_or(0.0, |(wrong, candidate)| if is_scaled(wrong, candidate) { 2.0 } else { 0.0 }),
        (Value::String(wrong), Value::String(candidate)) if days(wrong).contains(candidate) => 2.0,
        (Value::String(wrong), Value::String(candidate)) => slip(wrong, candidate).max(short_form(wrong, candidate)),
        (Value::String(wrong), Value::Number(candidate)) => {
            let said = numbers::quantities(wrong, &Words::of(wrong));
            let is_said =
                candidate.as_f64().is_some_and(|candidate| said.iter().any(|(number, ..)| is_close(*number, candidate)));
            if is_said { 2.0 } else { 0.0 }
        }
        _ => 0.0,
    }
}

fn is_close(a: f64, b: f64) -> bool {
    (a - b).abs() <= b.abs() * 1e-9
}

/// Whether two numbers have the same digits and differ by the decimal point.
fn is_scaled(a: f64, b: f64) -> bool {
    let scales = [1e-3, 1e-2, 1e-1, 1e1, 1e2, 1e3];
    a != 0.0 && scales.iter().any(|scale| is_close(a * scale, b))
}

/// Codes that differ in a letter or two.
fn slip(a: &str, b: &str) -> f64 {
    if let (Some((year, month, day)), Some(other)) = (parts(a), parts(b)) {
        // Dates are alike by nature; day and month that changed places are a slip, and so is the year before.
        return if other == (year, day, month) || (other.1, other.2) == (month, day) { 2.0 } else { 0.0 };
    }
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let longer = a.len().max(b.len());
    if !(6..=LONGEST).contains(&longer) {
        return 0.0;
    }
    if distance(&a, &b) * 8 <= longer { 2.0 } else { 0.0 }
}

/// Year, month and day of an ISO date.
fn parts(text: &str) -> Option<(&str, &str, &str)> {
    let mut parts = text.split('-');
    let date = (parts.next()?, parts.next()?, parts.next()?);
    let is_date =
        parts.next().is_none() && [date.0, date.1, date.2].iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    (is_date && (date.0.len(), date.1.len(), date.2.len()) == (4, 2, 2)).then_some(date)
}

/// How many letters are put in, left out or exchanged.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if x == y { diagonal } else { 1 + diagonal.min(above).min(row[j]) };
            diagonal = above;
        }
    }
    row[b.len()]
}

/// How much of the words of a shorter text a longer one has.
#[allow(clippy::cast_precision_loss, reason = "few words")]
fn short_form(long: &str, short: &str) -> f64 {
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 2).map(str::to_lowercase).collect()
    };
    let (long, short) = (words(long), words(short));
    if short.is_empty() || short.len() >= long.len() {
        return 0.0;
    }
    short.iter().filter(|word| long.contains(word)).count() as f64 / short.len() as f64
}
