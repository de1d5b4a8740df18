//! Times of day, and their zones.

use super::shape::{Precision, Zone};
use crate::mend::Risk;

/// A time of day as a text gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clock<'t> {
    hour: u32,
    minute: u32,
    second: Option<u32>,
    /// The digits behind the seconds' point.
    fraction: &'t str,
    zone: Option<String>,
    /// Whether it can be told what half of the day it is in: not by `2:30`.
    doubtful: bool,
}

impl<'t> Clock<'t> {
    /// Reads `14:30`, `14:30:00.5`, `2:30 pm` and `2 pm`, and a zone behind it.
    pub(super) fn read(text: &'t str) -> Option<Self> {
        let (digits, mut rest) = two_digits(text.trim())?;
        let hour = digits.parse().ok()?;
        let (mut minute, mut second, mut fraction) = (None, None, "");
        if let Some(tail) = rest.strip_prefix(':') {
            (minute, rest) = exactly_two(tail)?;
            if let Some(tail) = rest.strip_prefix(':') {
                (second, rest) = exactly_two(tail)?;
                if let Some(tail) = rest.strip_prefix(['.', ',']) {
                    let end = tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len());
                    (fraction, rest) = tail.split_at(end);
                    if fraction.is_empty() {
                        return None;
                    }
                }
            }
        }
        let (half, rest) = half(rest.trim_start());
        let hour = match half {
            Some(later) => (1..=12).contains(&hour).then_some(hour % 12 + if later { 12 } else { 0 })?,
            None if minute.is_none() => return None,
            None => hour,
        };
        let doubtful = half.is_none() && digits.len() == 1;
        let rest = rest.trim().strip_prefix("Uhr").unwrap_or(rest).trim();
        let zone = if rest.is_empty() { None } else { Some(zone(rest)?) };
        let clock = Self { hour, minute: minute.unwrap_or(0), second, fraction, zone, doubtful };
        let there_is = hour < 24 && clock.minute < 60 && second.is_none_or(|second| second < 60);
        there_is.then_some(clock)
    }

    pub(super) fn is_midnight(&self) -> bool {
        let zero = self.fraction.bytes().all(|byte| byte == b'0');
        self.hour == 0 && self.minute == 0 && self.second.unwrap_or(0) == 0 && zero
    }

    /// As it is wanted. A zone that is not given is not invented.
    pub(super) fn write(&self, precision: Precision, wanted: Zone) -> Option<(String, Risk)> {
        let mut risk = if self.doubtful { Risk::Guess } else { Risk::Exact };
        let mut text = format!("{:02}:{:02}", self.hour, self.minute);
        match (precision, self.second) {
            (Precision::Minutes | Precision::Either, None) => {}
            (Precision::Minutes, Some(second)) => {
                if second != 0 || !self.fraction.is_empty() {
                    risk = risk.max(Risk::Loss);
                }
            }
            (Precision::Seconds, None) => {
                text.push_str(":00");
                risk = risk.max(Risk::Guess);
            }
            (Precision::Seconds | Precision::Either, Some(second)) => {
                text.push_str(&format!(":{second:02}"));
                if !self.fraction.is_empty() {
                    text.push('.');
                    text.push_str(self.fraction);
                }
            }
        }
        match (wanted, self.zone.as_deref()) {
            (Zone::None, None) | (Zone::Either, None) => {}
            (Zone::Any | Zone::Either, Some(zone)) => text.push_str(zone),
            (Zone::Utc, Some("Z" | "+00:00")) => text.push('Z'),
            (Zone::None | Zone::Utc, Some(_)) | (Zone::Any | Zone::Utc, None) => return None,
        }
        Some((text, risk))
    }
}

/// Where the time of day begins in a text, if there is one.
pub(super) fn start(text: &str) -> Option<usize> {
    let end = match text.find(':') {
        Some(colon) => colon,
        None => {
            let at = text.rfind(|c: char| c.is_ascii_digit())? + 1;
            half(text.get(at..)?.trim_start()).0?;
            at
        }
    };
    let before = text.get(..end)?;
    Some(before.trim_end_matches(|c: char| c.is_ascii_digit()).len())
}

fn two_digits(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (1..=2).contains(&end).then(|| text.split_at(end))
}

fn exactly_two(text: &str) -> Option<(Option<u32>, &str)> {
    let (digits, rest) = two_digits(text).filter(|(digits, _)| digits.len() == 2)?;
    Some((Some(digits.parse().ok()?), rest))
}

/// `am` or `pm`, and what follows.
fn half(text: &str) -> (Option<bool>, &str) {
    for (mark, later) in [("am", false), ("pm", true), ("a.m.", false), ("p.m.", true)] {
        let Some((head, tail)) = text.split_at_checked(mark.len()) else { continue };
        if head.eq_ignore_ascii_case(mark) && !tail.starts_with(char::is_alphanumeric) {
            return (Some(later), tail);
        }
    }
    (None, text)
}

/// A zone as ISO 8601 has it. The names of others than UTC mean several.
fn zone(text: &str) -> Option<String> {
    if ["z", "utc", "gmt"].iter().any(|name| text.eq_ignore_ascii_case(name)) {
        return Some("Z".to_owned());
    }
    let (sign, rest) = match text.strip_prefix(['-', '−']) {
        Some(rest) => ('-', rest),
        None => ('+', text.strip_prefix('+')?),
    };
    let (hours, minutes) = match rest.split_once(':') {
        Some(parts) => parts,
        None if rest.len() == 4 => rest.split_at_checked(2)?,
        None => (rest, "00"),
    };
    let (Some(hour), "") = exactly_two(hours)? else { return None };
    let (Some(minute), "") = exactly_two(minutes)? else { return None };
    (hour < 24 && minute < 60).then(|| format!("{sign}{hours}:{minutes}"))
}
