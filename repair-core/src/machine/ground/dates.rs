//! Dates and times in ISO 8601, looked up by their parts.

use super::words::Words;
use crate::mend;

/// How many words a date may be spread over: `on the 5th of March, 2026`.
const SPREAD: usize = 4;

/// A date, a time, or both.
pub(super) struct Moment {
    date: Option<(u32, usize, u32)>,
    time: Option<(u32, u32)>,
}

impl Moment {
    /// Reads `2026-03-05`, `14:30`, `14:30:00` and `2026-03-05T14:30:00Z`.
    pub(super) fn of(text: &str) -> Option<Self> {
        let text = text.trim();
        let (date, time) = match text.split_once(['T', 't', ' ']) {
            Some((date, time)) => (Some(date), Some(time)),
            None if text.contains(':') => (None, Some(text)),
            None => (Some(text), None),
        };
        Some(Self {
            date: match date {
                Some(date) => Some(read_date(date)?),
                None => None,
            },
            time: match time {
                Some(time) => Some(read_time(time)?),
                None => None,
            },
        })
    }

    pub(super) fn is_in(&self, words: &Words) -> bool {
        self.date.is_none_or(|date| has_date(words.slice(), date)) && self.time.is_none_or(|time| has_time(words.slice(), time))
    }
}

/// Every date that a text may speak of, in ISO 8601: the month by name, the year first or last in digits.
/// A date without a year is of the only year the text names.
pub(super) fn all(words: &[String]) -> Vec<(String, (usize, usize))> {
    let year_of = |word: Option<&String>| {
        word.and_then(|word| (word.len() == 4).then(|| number(word))?).filter(|year| (1900..2200).contains(year))
    };
    let mut years: Vec<u32> = words.iter().filter_map(|word| year_of(Some(word))).collect();
    years.sort_unstable();
    years.dedup();
    let only_year = match years.as_slice() {
        [year] => Some(*year),
        _ => None,
    };
    let month_named = |word: Option<&String>| word.and_then(|word| mend::month(word.as_str()));
    let day_of = |word: Option<&String>| word.and_then(|word| ordinal(word)).filter(|day| (1..=31).contains(day));
    let month_of = |word: Option<&String>| word.and_then(|word| number(word)).filter(|month| (1..=12).contains(month));
    let mut found = Vec::new();
    for at in 0..words.len() {
        let word = |n: usize| words.get(at + n);
        let before = |n: usize| at.checked_sub(n).and_then(|at| words.get(at));
        if let Some(month) = month_named(word(0)) {
            // `7 de febrero de 2026`.
            let year = if word(1).is_some_and(|word| word == "de" || word == "of") { word(2) } else { word(1) };
            // `5 March 2026`, `5th of March`, `March 5, 2026`.
            let of = if before(1).is_some_and(|word| word == "of" || word == "de") { 2 } else { 1 };
            if let Some(day) = day_of(before(of)) {
                found.extend(year_of(year).or(only_year).map(|year| ((year, month, day), (at - of, at + 1))));
            } else if let Some(day) = day_of(word(1)) {
                found.extend(year_of(word(2)).or(only_year).map(|year| ((year, month, day), (at, at + 2))));
            }
        } else if let (Some(year), Some(month), Some(day)) = (year_of(word(0)), month_of(word(1)), day_of(word(2))) {
            found.push(((year, month, day), (at, at + 3)));
        } else if let (Some(day), Some(second), Some(year)) = (day_of(word(0)), day_of(word(1)), year_of(word(2))) {
            // Where both may be the month, both are said, and neither is clear.
            let dates = [(year, second, day), (year, day, second)];
            found.extend(dates.into_iter().filter(|(_, month, _)| *month <= 12).map(|date| (date, (at, at + 3))));
        }
    }
    found.into_iter().map(|((year, month, day), place)| (format!("{year:04}-{month:02}-{day:02}"), place)).collect()
}

fn read_date(text: &str) -> Option<(u32, usize, u32)> {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return None };
    let is_iso = year.len() == 4 && month.len() == 2 && day.len() == 2;
    let (year, month, day): (u32, usize, u32) = (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    (is_iso && (1..=12).contains(&month) && (1..=31).contains(&day)).then_some((year, month, day))
}

fn read_time(text: &str) -> Option<(u32, u32)> {
    let clock = text.trim_end_matches(['Z', 'z']);
    // Another offset than none has to stand in the source as it is written.
    let clock = clock.strip_suffix("+00:00").unwrap_or(clock);
    let mut parts = clock.split(':');
    let (hour, minute) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let is_whole_minute = parts.all(|part| !part.is_empty() && part.bytes().all(|byte| matches!(byte, b'0' | b'.')));
    (is_whole_minute && hour < 24 && minute < 60).then_some((hour, minute))
}

/// Whether year, month and day stand close together; or day and month do, and the year stands somewhere.
fn has_date(words: &[String], (year, month, day): (u32, usize, u32)) -> bool {
    let is_year = |word: &String| number(word) == Some(year) || word.len() == 2 && number(word) == Some(year % 100);
    let is_month_name = |word: &String| mend::month(word).is_some_and(|named| usize::try_from(named) == Ok(month));
    let is_month = |word: &String| is_month_name(word) || u32::try_from(month).is_ok_and(|month| number(word) == Some(month));
    let is_day = |word: &String| ordinal(word) == Some(day);
    let compact = format!("{year:04}{month:02}{day:02}");
    let close = words.iter().enumerate().any(|(at, word)| {
        // The day is another word than the month: `05.03.2026` has both.
        let near = &words[at.saturating_sub(SPREAD - 1)..words.len().min(at + SPREAD)];
        let own = at - at.saturating_sub(SPREAD - 1);
        let others = || near.iter().enumerate().filter(move |(other, _)| *other != own).map(|(_, word)| word);
        let named = || others().any(is_month_name);
        let numbered = || others().any(is_month) && others().any(is_year) && in_one_date(words, at, month, year);
        is_day(word) && (named() || numbered())
    });
    // Two digits are a year only within a date in digits.
    let is_in_full = |word: &String| number(word) == Some(year);
    let in_digits = |at: usize| in_one_date(words, at, month, year) && words.get(at).is_some_and(is_day);
    words.contains(&compact) || close && (words.iter().any(is_in_full) || (0..words.len()).any(in_digits))
}

/// Whether three numbers in a row are this day's date: year first, or day and month before the year.
fn in_one_date(words: &[String], day_at: usize, month: usize, year: u32) -> bool {
    let is = |at: Option<usize>, value: u32| at.and_then(|at| words.get(at)).is_some_and(|word| number(word) == Some(value));
    let is_year = |at: Option<usize>| {
        is(at, year) || at.and_then(|at| words.get(at)).is_some_and(|word| word.len() == 2) && is(at, year % 100)
    };
    let month = u32::try_from(month).unwrap_or_default();
    let (before, before_that) = (day_at.checked_sub(1), day_at.checked_sub(2));
    let (after, after_that) = (Some(day_at + 1), Some(day_at + 2));
    is(before, month) && (is_year(before_that) || is_year(after)) || is(after, month) && is_year(after_that)
}

/// Whether the hour and the minute stand beside each other, in 24 hours or in twelve.
fn has_time(words: &[String], (hour, minute): (u32, u32)) -> bool {
    let half = |word: Option<&str>| match word {
        Some("pm" | "p") => Some(true),
        Some("am" | "a") => Some(false),
        _ => None,
    };
    let is_hour = |spoken: u32, half: Option<bool>| match half {
        Some(pm) => spoken % 12 + if pm { 12 } else { 0 } == hour,
        None => spoken == hour,
    };
    words.iter().enumerate().any(|(at, word)| {
        let after = |n: usize| words.get(at + n).map(String::as_str);
        // `2pm` and `14h` are one word.
        let end = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
        let (Ok(spoken), suffix) = (word[..end].parse::<u32>(), &word[end..]) else { return false };
        match suffix {
            "" => {
                let minutes = after(1).and_then(|next| {
                    let end = next.find(|c: char| !c.is_ascii_digit()).unwrap_or(next.len());
                    (end == 2).then(|| Some((next[..end].parse::<u32>().ok()?, &next[end..])))?
                });
                match minutes {
                    Some((minutes, suffix)) if minutes == minute => {
                        is_hour(spoken, half(Some(suffix)).or_else(|| half(after(2)))) || suffix == "h" && spoken == hour
                    }
                    _ => {
                        let oclock = matches!(after(1), Some("o" | "h" | "uhr" | "hrs"));
                        minute == 0 && (half(after(1)).is_some() && is_hour(spoken, half(after(1))) || oclock && spoken == hour)
                    }
                }
            }
            "pm" | "am" => minute == 0 && is_hour(spoken, half(Some(suffix))),
            "h" => minute == after(1).and_then(number).unwrap_or(0) && spoken == hour,
            _ => false,
        }
    })
}

fn number(word: &str) -> Option<u32> {
    word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok())?
}

/// `5`, `05`, `5th`.
fn ordinal(word: &str) -> Option<u32> {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|suffix| word.strip_suffix(suffix)).unwrap_or(word);
    number(digits)
}
