//! Whether a value stands in a source: strings by their words, numbers by what they amount to, dates by their parts.
//!
//! It errs on the side of no: what can't be shown to be in the source is reported, not taken.

mod candidates;
mod dates;
mod evidence;
mod likeness;
mod numbers;
mod words;

use serde_json::Value;

use self::words::Words;
pub(super) use self::{candidates::Candidate, evidence::Known, likeness::likeness};
use crate::format::span::merge::EXACT;

/// A text that values are looked up in, read once.
pub(super) struct Source<'t> {
    text: &'t str,
    words: Words,
    numbers: Vec<f64>,
}

impl<'t> Source<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let words = Words::of(text);
        let numbers = numbers::all(text, &words);
        Self { text, words, numbers }
    }

    /// Whether the value stands in the source. Booleans and null always do; lists and objects if all they hold does.
    pub(super) fn has(&self, value: &Value) -> bool {
        match value {
            Value::Null | Value::Bool(_) => true,
            Value::Number(number) => match number.as_f64() {
                Some(value) if value.abs() < EXACT => self.has_number(value),
                // Beyond what a float tells apart, the digits themselves must stand there.
                _ => self.words.has(&number.to_string()),
            },
            Value::String(text) => self.has_text(text),
            Value::Array(items) => items.iter().all(|item| self.has(item)),
            Value::Object(fields) => fields.values().all(|value| self.has(value)),
        }
    }

    fn has_number(&self, number: f64) -> bool {
        let is_close = |known: f64| number.fract() != 0.0 && (known - number).abs() <= number.abs() * 4.0 * f64::EPSILON;
        self.numbers.iter().any(|&known| known == number || is_close(known))
    }

    fn has_text(&self, text: &str) -> bool {
        if let Some(moment) = dates::Moment::of(text) {
            return moment.is_in(&self.words);
        }
        if self.words.has(text) {
            return true;
        }
        text.trim().parse::<f64>().is_ok_and(|number| number.abs() < EXACT && self.has_number(number))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Source;

    const MAIL: &str = "Hi, this is Ada Lovelace (ada@example.org, +49 30 1234-567). On March 5th, 2026 twelve pallets left \
        Gdańsk, 1.250,50 EUR each; the hall holds 1.5k. Please be there on 07.04.2026 at 2:30 pm. Reference AB-2210/7. The \
        pump in the northern basement leaks at the flange and floods the corridor whenever the heating starts.";

    fn has(value: serde_json::Value) -> bool {
        Source::new(MAIL).has(&value)
    }

    #[test]
    fn strings_are_found_by_their_words() {
        assert!(has(json!("Ada Lovelace")) && has(json!("ada lovelace")) && has(json!("ada@example.org")));
        assert!(has(json!("AB-2210/7")) && has(json!("gdańsk")));
        assert!(!has(json!("Bob")) && !has(json!("Ad")) && !has(json!("da@example.org")) && !has(json!("Ada Bob")));
        assert!(!has(json!("")) && !has(json!("…")));
    }

    #[test]
    fn spelling_without_punctuation_counts_for_what_has_digits() {
        assert!(has(json!("+49301234567")) && has(json!("AB 2210 7")));
        assert!(!has(json!("+493012345")), "a part of a number is another number");
    }

    #[test]
    fn numbers_are_found_by_value_and_in_words() {
        assert!(has(json!(12)) && has(json!(12.0)) && has(json!(1250.5)) && has(json!(1500)) && has(json!("12")));
        assert!(!has(json!(13)) && !has(json!(125)) && !has(json!(1250)));
    }

    #[test]
    fn dates_are_found_by_their_parts() {
        assert!(has(json!("2026-03-05")) && has(json!("2026-04-07")) && has(json!("2026-04-07T14:30:00Z")));
        assert!(!has(json!("2026-03-07")), "the day of one date and the month of another");
        assert!(!has(json!("2025-03-05")) && !has(json!("2026-04-07T15:30:00Z")) && !has(json!("2026-05-03")));
    }

    #[test]
    fn parts_of_values_are_no_values() {
        let has = |source: &str, value: serde_json::Value| Source::new(source).has(&value);
        assert!(has("19.99 EUR", json!(19.99)) && !has("19.99 EUR", json!(99)) && !has("19.99 EUR", json!(19)));
        assert!(has("EAN 4006381333931", json!("4006381333931")) && !has("EAN 4006381333931", json!("4006381333934")));
        assert!(!has("EAN 4006381333931", json!(4_006_381_333_934_u64)));
        assert!(!has("April 7, 2026 2:30 pm", json!("2026-04-07T14:30:59Z")));
        assert!(!has("April 7, 2026 2:30 pm", json!("2026-04-07T14:30:00+13:00")));
        assert!(!has("March 5: 26 pallets", json!("2026-03-05")));
        assert!(has("on 05.03.26", json!("2026-03-05")));
    }

    #[test]
    fn a_long_text_needs_most_of_its_longer_words() {
        assert!(has(json!("The pump in the northern basement leaks and floods the corridor when the heating starts")));
        assert!(!has(json!("The printer on the second floor prints blank pages whenever somebody opens the tray")));
    }

    #[test]
    fn lists_and_objects_need_all_they_hold() {
        assert!(has(json!(["Ada Lovelace", 12, true, null])) && has(json!({"name": "Ada Lovelace", "pallets": 12})));
        assert!(!has(json!(["Ada Lovelace", 13])));
    }
}
