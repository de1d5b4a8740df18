//! What a source offers for a field: the values of its kind that stand there.

use serde_json::Value;

use super::{Source, dates, numbers};
use crate::format::span::merge::EXACT;

/// How many words one value may have.
const WORDS: usize = 3;
/// The longest value, in bytes.
const LONGEST: usize = 120;

/// A value that stands in the source, and in which words.
pub(in crate::machine) struct Candidate {
    pub(in crate::machine) value: Value,
    pub(in crate::machine) place: (usize, usize),
    /// The word behind a quantity, which may be its unit.
    pub(in crate::machine) unit: Option<String>,
}

impl Source<'_> {
    /// The dates of the source, in ISO 8601.
    pub(in crate::machine) fn dates(&self) -> Vec<Candidate> {
        dates::all(self.words.slice())
            .into_iter()
            .map(|(date, place)| Candidate { value: Value::from(date), place, unit: None })
            .collect()
    }

    /// The quantities of the source: numbers that are no part of a date, a time or a code.
    pub(in crate::machine) fn quantities(&self) -> Vec<Candidate> {
        let found = numbers::quantities(self.text, &self.words).into_iter();
        found.filter_map(|(value, place, unit)| Some(Candidate { value: number(value)?, place, unit })).collect()
    }

    /// What the source puts in quotation marks.
    pub(in crate::machine) fn quotations(&self) -> Vec<Candidate> {
        const MARKS: [(char, char); 6] = [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('»', '«'), ('‘', '’')];
        let mut found = Vec::new();
        let mut open: Option<(usize, char)> = None;
        for (at, c) in self.text.char_indices() {
            match open {
                Some((from, closer)) if c == closer => {
                    let quoted = self.text.get(from..at).unwrap_or_default().trim();
                    if !quoted.is_empty() && quoted.len() <= LONGEST {
                        found.push(Candidate { value: Value::from(quoted), place: self.words.within(from, at), unit: None });
                    }
                    open = None;
                }
                Some(_) => {}
                None => open = MARKS.iter().find(|(opener, _)| *opener == c).map(|(_, closer)| (at + c.len_utf8(), *closer)),
            }
        }
        found
    }

    /// Every few words in a row, without the punctuation around them.
    pub(in crate::machine) fn phrases(&self) -> Vec<Candidate> {
        let tokens: Vec<&str> = self.text.split_whitespace().collect();
        let mut found = Vec::new();
        for from in 0..tokens.len() {
            for last in tokens.iter().skip(from).take(WORDS) {
                let end = self.offset(last) + last.len();
                let phrase = self.text.get(self.offset(tokens[from])..end).unwrap_or_default();
                let phrase = phrase.trim_matches(|c: char| c.is_ascii_punctuation() && c != '+' || "„“”’‚…–—".contains(c));
                if !phrase.is_empty() && phrase.len() <= LONGEST {
                    let start = self.offset(phrase);
                    let place = self.words.within(start, start + phrase.len());
                    found.push(Candidate { value: Value::from(phrase), place, unit: None });
                }
            }
        }
        found
    }

    /// Where a part of the text begins in it.
    fn offset(&self, part: &str) -> usize {
        part.as_ptr() as usize - self.text.as_ptr() as usize
    }
}

#[allow(clippy::cast_possible_truncation, reason = "only whole numbers that fit are cast")]
fn number(value: f64) -> Option<Value> {
    if value.fract() == 0.0 && value.abs() < EXACT {
        return Some(Value::from(value as i64));
    }
    serde_json::Number::from_f64(value).map(Value::Number)
}
