//! Dates and times in another spelling than ISO 8601.

mod clock;
mod date;
mod named;
mod shape;
mod words;

use serde_json::{Map, Value};

use self::{clock::Clock, date::Reading, shape::Shape};
use super::{plan::Plan, planner::Planner};
use crate::{
    format::span::Place,
    mend::{EditKind, Risk},
};

/// Longer texts say more than when.
const LONGEST: usize = 96;

impl<'t> Planner<'t, '_> {
    /// The date or time that a text is, as the schema wants it; `None` where it wants none, or there is nothing to change.
    pub(super) fn dated(&self, place: Place<'t>, text: &str, keywords: &Map<String, Value>) -> Option<Plan> {
        let shape = Shape::of(keywords)?;
        let (new, risk) = written(text, shape)?;
        // RFC 3339 takes `t` and `z`, too
        let same = if keywords.contains_key("pattern") { new == text } else { new.eq_ignore_ascii_case(text) };
        let risk = risk.max(shape.risk);
        if same || risk > self.allow {
            return None;
        }
        Some(Plan::edit(EditKind::Date, place.range(), Value::from(new).to_string(), risk))
    }
}

/// The month that a word of lower-case letters without accents names, from 1.
pub(crate) fn month(word: &str) -> Option<u32> {
    match words::meaning(word) {
        Some(words::Word::Month(month)) => Some(month),
        _ => None,
    }
}

/// The days that a text may name, in ISO 8601: none, one, or two where day and month can't be told apart.
pub(crate) fn days(text: &str) -> Vec<String> {
    match day(text) {
        Reading::One(date, _) => vec![date.to_string()],
        Reading::Two(date, other) => vec![date.to_string(), other.to_string()],
        Reading::None => Vec::new(),
    }
}

/// A text as it is wanted.
fn written(text: &str, shape: Shape) -> Option<(String, Risk)> {
    let (date, clock) = halves(text)?;
    let day = || match day(date) {
        Reading::One(date, risk) => Some((date, risk)),
        Reading::Two(..) | Reading::None => None,
    };
    match (shape.date, shape.time, clock) {
        (true, None, None) => day().map(|(date, risk)| (date.to_string(), risk)),
        (true, None, Some(clock)) => {
            let (date, risk) = day()?;
            let cut = if Clock::read(clock)?.is_midnight() { Risk::Exact } else { Risk::Loss };
            Some((date.to_string(), risk.max(cut)))
        }
        (true, Some((precision, zone)), Some(clock)) => {
            let ((date, risk), (time, rounded)) = (day()?, Clock::read(clock)?.write(precision, zone)?);
            Some((format!("{date}T{time}"), risk.max(rounded)))
        }
        (false, Some((precision, zone)), Some(clock)) if date.is_empty() => Clock::read(clock)?.write(precision, zone),
        _ => None,
    }
}

fn day(text: &str) -> Reading {
    match date::in_digits(text) {
        Reading::None => named::read(text),
        reading => reading,
    }
}

/// What a text says of the day, and of the time of day.
fn halves(text: &str) -> Option<(&str, Option<&str>)> {
    let text = text.trim();
    if text.len() > LONGEST {
        return None;
    }
    let Some(start) = clock::start(text) else { return Some((text, None)) };
    let (date, time) = text.split_at_checked(start)?;
    if date.is_empty() {
        return Some((date, Some(time)));
    }
    let in_iso = date.strip_suffix(['T', 't']).filter(|date| date.ends_with(|c: char| c.is_ascii_digit()));
    let apart = date.strip_suffix(char::is_whitespace).map(|date| {
        let date = date.trim_end();
        let bare = [" at", " um", " à"].iter().find_map(|word| date.strip_suffix(word)).unwrap_or(date);
        bare.trim_end().trim_end_matches(',')
    });
    Some((in_iso.or(apart)?, Some(time)))
}

/// The days that a text may mean, where it may mean two and one is wanted: day first, and month first.
#[cfg(feature = "schema")]
pub(in crate::mend) fn two_days(text: &str, format: Option<&str>, pattern: Option<&str>) -> Option<(String, String)> {
    let shape = format.and_then(Shape::of_format).or_else(|| pattern.and_then(Shape::of_pattern))?;
    match day(halves(text).filter(|_| shape.date)?.0) {
        Reading::Two(one, two) => Some((one.to_string(), two.to_string())),
        Reading::One(..) | Reading::None => None,
    }
}
