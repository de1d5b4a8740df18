//! What a source offers for a field: the values of its kind that stand there.

use serde_json::Value;

use super::{Source, dates, numbers};

/// How many words one value may have.
const WORDS: usize = 3;
/// The longest value, in bytes.
const LONGEST: usize = 120;

impl Source {
    /// The dates of the source, in ISO 8601.
    pub(in crate::machine) fn dates(&self) -> Vec<Value> {
        dates::all(self.words.slice()).into_iter().map(Value::from).collect()
    }

    /// The quantities of the source: numbers that are no part of a date, a time or a code.
    pub(in crate::machine) fn quantities(&self) -> Vec<Value> {
        numbers::quantities(&self.text, self.words.slice()).into_iter().filter_map(number).collect()
    }

    /// Every few words in a row, without the punctuation around them.
    pub(in crate::machine) fn phrases(&self) -> impl Iterator<Item = &str> {
        let words: Vec<(usize, &str)> =
            self.text.split_whitespace().map(|word| (word.as_ptr() as usize - self.text.as_ptr() as usize, word)).collect();
        let text = &self.text;
        (0..words.len()).flat_map(move |from| {
            let words = words.clone();
            (1..=WORDS).filter_map(move |count| {
                let (last, word) = *words.get(from + count - 1)?;
                let phrase = text.get(words[from].0..last + word.len())?;
                let phrase = phrase.trim_matches(|c: char| c.is_ascii_punctuation() && c != '+' || "„“”’‚…–—".contains(c));
                (!phrase.is_empty() && phrase.len() <= LONGEST).then_some(phrase)
            })
        })
    }

    /// Whether the words stand in the source, one after the other.
    pub(in crate::machine) fn says(&self, text: &str) -> bool {
        self.words.has(text)
    }
}

#[allow(clippy::cast_possible_truncation, reason = "only whole numbers that fit are cast")]
fn number(value: f64) -> Option<Value> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() < EXACT {
        return Some(Value::from(value as i64));
    }
    serde_json::Number::from_f64(value).map(Value::Number)
}
