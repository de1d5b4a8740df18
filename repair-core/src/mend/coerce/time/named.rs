//! Days whose month is named: `5th of March 2026`.

use super::{
    date::{Date, Reading, number},
    words::{Word, meaning},
};
use crate::mend::coerce::names;

/// Longer texts say more than a day.
const LONGEST: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Day,
    Month,
    Year,
}

/// What is read so far.
#[derive(Default)]
struct Parts {
    order: Vec<Part>,
    day: Option<u32>,
    month: Option<u32>,
    year: Option<u32>,
    weekday: Option<u32>,
}

/// A day with its month in words. Every other word has to be one of those that stand between.
pub(super) fn read(text: &str) -> Reading {
    Reading::certain(parts(text).and_then(|parts| parts.date()))
}

fn parts(text: &str) -> Option<Parts> {
    let mut rest = text.trim();
    if rest.len() > LONGEST {
        return None;
    }
    let mut parts = Parts::default();
    let mut after_number = false;
    while let Some(c) = rest.chars().next() {
        let end = |is_part: &dyn Fn(char) -> bool| rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let is_letter = |c: char| c.is_alphabetic() || ('\u{300}'..='\u{36f}').contains(&c);
        let (token, tail) = if c.is_ascii_digit() {
            rest.split_at(end(&|c| c.is_ascii_digit()))
        } else if is_letter(c) {
            rest.split_at(end(&is_letter))
        } else if c.is_whitespace() || matches!(c, ',' | '.' | '-' | '‑' | '/' | '(' | ')' | '°') {
            rest = rest.split_at(c.len_utf8()).1;
            after_number = false;
            continue;
        } else {
            return None;
        };
        rest = tail;
        if c.is_ascii_digit() {
            parts.number(token)?;
        } else {
            parts.word(&names::fold(token), after_number)?;
        }
        after_number = c.is_ascii_digit();
    }
    Some(parts)
}

impl Parts {
    fn number(&mut self, digits: &str) -> Option<()> {
        match number(digits)? {
            (day, 1 | 2) => self.put(Part::Day, day),
            (year, 4) => self.put(Part::Year, year),
            _ => None,
        }
    }

    fn word(&mut self, word: &str, after_number: bool) -> Option<()> {
        match meaning(word)? {
            Word::Month(month) => self.put(Part::Month, month),
            Word::Weekday(weekday) => self.weekday.replace(weekday).is_none().then_some(()),
            Word::Ordinal => (after_number && self.order.last() == Some(&Part::Day)).then_some(()),
            Word::Between => Some(()),
        }
    }

    fn put(&mut self, part: Part, value: u32) -> Option<()> {
        self.order.push(part);
        let slot = match part {
            Part::Day => &mut self.day,
            Part::Month => &mut self.month,
            Part::Year => &mut self.year,
        };
        slot.replace(value).is_none().then_some(())
    }

    fn date(&self) -> Option<Date> {
        // the day stands beside the month
        let beside = matches!(self.order.as_slice(), [Part::Year, _, _] | [_, _, Part::Year]);
        let date = Date::new(self.year?, self.month?, self.day?)?;
        (beside && self.weekday.is_none_or(|weekday| weekday == date.weekday())).then_some(date)
    }
}
