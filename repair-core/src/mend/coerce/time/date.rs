//! Days of the calendar.

use std::fmt;

use crate::mend::Risk;

/// A day that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mend) struct Date {
    year: u32,
    month: u32,
    day: u32,
}

/// What a text says about a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    One(Date, Risk),
    /// Day first, and month first.
    Two(Date, Date),
    None,
}

impl Date {
    pub(super) fn new(year: u32, month: u32, day: u32) -> Option<Self> {
        let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        ((1000..=9999).contains(&year) && (1..=days).contains(&day)).then_some(Self { year, month, day })
    }

    /// The day of the week; Monday is 0.
    pub(super) fn weekday(self) -> u32 {
        // the year begins in March, so that a leap day is its last
        let (year, month) = if self.month < 3 { (self.year - 1, self.month + 9) } else { (self.year, self.month - 3) };
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + self.day - 1;
        (days + 2) % 7
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl Reading {
    pub(super) fn certain(date: Option<Date>) -> Self {
        date.map_or(Self::None, |date| Self::One(date, Risk::Exact))
    }
}

/// A day in digits: year first, or last where day and month can be told apart.
pub(super) fn in_digits(text: &str) -> Reading {
    let text = text.trim();
    if text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let part = |range: std::ops::Range<usize>| text.get(range).and_then(|part| part.parse().ok());
        let (Some(year), Some(month), Some(day)) = (part(0..4), part(4..6), part(6..8)) else { return Reading::None };
        // `20122026` is no day of a year that a record is about, whichever end is read first
        return Reading::certain(Date::new(year, month, day).filter(|_| (1800..2200).contains(&year)));
    }
    let is_dash = |c: char| matches!(c, '-' | '‐' | '‑' | '–' | '−');
    let Some(mark) = text.chars().find(|c| !c.is_ascii_digit()) else { return Reading::None };
    let same = |c: char| if is_dash(mark) { is_dash(c) } else { c == mark && matches!(c, '/' | '.') };
    let mut parts = text.split(same);
    let (Some(first), Some(second), Some(third), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
        return Reading::None;
    };
    // `5. 3. 2026`
    let bare = |part| if mark == '.' { str::trim(part) } else { part };
    let (Some(one), Some(two), Some(three)) = (number(bare(first)), number(bare(second)), number(bare(third))) else {
        return Reading::None;
    };
    match (one.1, two.1, three.1) {
        (4, 1 | 2, 1 | 2) => Reading::certain(Date::new(one.0, two.0, three.0)),
        (1 | 2, 1 | 2, 4) => {
            let (day_first, month_first) = (Date::new(three.0, two.0, one.0), Date::new(three.0, one.0, two.0));
            match (day_first, month_first) {
                (Some(date), Some(other)) if mark == '.' && date != other => Reading::One(date, Risk::Guess),
                (Some(date), Some(other)) if date != other => Reading::Two(date, other),
                // points stand behind the day, wherever they are used
                (None, Some(_)) if mark == '.' => Reading::None,
                (date, other) => Reading::certain(date.or(other)),
            }
        }
        _ => Reading::None,
    }
}

/// A number and how many digits it has.
pub(super) fn number(text: &str) -> Option<(u32, usize)> {
    let digits = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits).map(|number| (number, text.len()))
}

#[cfg(test)]
mod tests {
    use super::{Date, Reading, in_digits};
    use crate::mend::Risk;

    fn one(year: u32, month: u32, day: u32, risk: Risk) -> Reading {
        Date::new(year, month, day).map_or(Reading::None, |date| Reading::One(date, risk))
    }

    #[test]
    fn weekdays_are_those_of_the_calendar() {
        let weekday = |year, month, day| Date::new(year, month, day).map(Date::weekday);
        assert_eq!(weekday(2026, 3, 5), Some(3));
        assert_eq!(weekday(2024, 2, 29), Some(3));
        assert_eq!(weekday(2000, 1, 1), Some(5));
        assert_eq!(weekday(1999, 12, 31), Some(4));
    }

    #[test]
    fn there_is_no_31st_of_february() {
        assert_eq!(Date::new(2026, 2, 31), None);
        assert_eq!(Date::new(2026, 2, 29), None);
        assert_eq!(Date::new(1900, 2, 29), None);
        assert!(Date::new(2000, 2, 29).is_some());
        assert_eq!(Date::new(2026, 13, 1), None);
        assert_eq!(Date::new(2026, 0, 1), None);
    }

    #[test]
    fn day_and_month_are_told_apart_or_both_are_named() {
        assert_eq!(in_digits("13/04/2026"), one(2026, 4, 13, Risk::Exact));
        assert_eq!(in_digits("04/13/2026"), one(2026, 4, 13, Risk::Exact));
        assert!(matches!(in_digits("05/03/2026"), Reading::Two(..)));
        assert_eq!(in_digits("05.03.2026"), one(2026, 3, 5, Risk::Guess));
        assert_eq!(in_digits("03.13.2026"), Reading::None);
        assert_eq!(in_digits("20122026"), Reading::None);
    }
}
