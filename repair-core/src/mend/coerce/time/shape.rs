//! What kind of time a schema wants: by its format, or by a pattern that is the outline of one.

use serde_json::{Map, Value};

use crate::mend::Risk;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Precision {
    Minutes,
    Seconds,
    Either,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Zone {
    /// None is allowed.
    None,
    /// It has to be given.
    Any,
    /// It has to be `Z`.
    Utc,
    Either,
}

/// What a text should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) date: bool,
    pub(super) time: Option<(Precision, Zone)>,
    /// How risky it is at least: what else the schema asks for may not be met.
    pub(super) risk: Risk,
}

impl Shape {
    pub(super) fn of(keywords: &Map<String, Value>) -> Option<Self> {
        let by_format = keywords.get("format").and_then(Value::as_str).and_then(Self::of_format);
        let Some(pattern) = keywords.get("pattern").and_then(Value::as_str) else { return by_format };
        match (by_format, Self::of_pattern(pattern)) {
            (Some(format), None) => Some(Self { risk: Risk::Guess, ..format }),
            (Some(format), Some(pattern)) if format.date != pattern.date || format.time.is_some() != pattern.time.is_some() => {
                None
            }
            (_, pattern) => pattern,
        }
    }

    pub(super) fn of_format(name: &str) -> Option<Self> {
        let shape = |date, time| Some(Self { date, time, risk: Risk::Exact });
        match name {
            "date" => shape(true, None),
            "date-time" => shape(true, Some((Precision::Seconds, Zone::Any))),
            "time" => shape(false, Some((Precision::Seconds, Zone::Any))),
            "partial-date-time" => shape(true, Some((Precision::Seconds, Zone::None))),
            "partial-time" => shape(false, Some((Precision::Seconds, Zone::None))),
            _ => None,
        }
    }

    pub(super) fn of_pattern(pattern: &str) -> Option<Self> {
        // longer ones are more than an outline
        let whole = pattern.strip_prefix('^')?.strip_suffix('$').filter(|pattern| pattern.len() <= 256)?;
        let pattern = whole.replace("[0-9]", r"\d").replace("(?:", "(").replace(r"\-", "-").replace(r"\:", ":");
        let (date, rest) = match day(&pattern) {
            Some(rest) => (true, rest),
            None => (false, pattern.as_str()),
        };
        let shape = |time| Some(Self { date, time, risk: Risk::Exact });
        if rest.is_empty() {
            return if date { shape(None) } else { None };
        }
        let rest = if date { rest.strip_prefix('T')? } else { rest };
        let rest = after(after(after(rest, HOUR)?, &[":"])?, SIXTY)?;
        let (precision, rest) = match (after(rest, OPTIONAL_SECONDS), after(rest, &[":"]).and_then(|rest| after(rest, SIXTY))) {
            (Some(rest), _) => (Precision::Either, rest),
            (None, Some(rest)) => (Precision::Seconds, after(rest, OPTIONAL_FRACTION).unwrap_or(rest)),
            (None, None) => (Precision::Minutes, rest),
        };
        let zone = match rest {
            "" => Zone::None,
            "Z" => Zone::Utc,
            "Z?" => return None,
            r"(Z|[+-]\d{2}:\d{2})" | r"([+-]\d{2}:\d{2}|Z)" | r"(Z|[+-]\d\d:\d\d)" => Zone::Any,
            r"(Z|[+-]\d{2}:\d{2})?" | r"([+-]\d{2}:\d{2}|Z)?" | r"(Z|[+-]\d\d:\d\d)?" => Zone::Either,
            _ => return None,
        };
        shape(Some((precision, zone)))
    }
}

const YEAR: &[&str] = &[r"\d{4}", r"(\d{4})", r"\d\d\d\d", r"(19|20)\d{2}", r"(19|20)\d\d", r"20\d{2}", r"20\d\d"];
const MONTH: &[&str] = &[r"\d{2}", r"(\d{2})", r"\d\d", "(0[1-9]|1[0-2])", r"(0\d|1[0-2])", "(0[1-9]|1[012])"];
const DAY: &[&str] = &[r"\d{2}", r"(\d{2})", r"\d\d", r"(0[1-9]|[12]\d|3[01])", r"(0[1-9]|[1-2]\d|3[0-1])", r"([0-2]\d|3[01])"];
const HOUR: &[&str] = &[r"\d{2}", r"(\d{2})", r"\d\d", r"([01]\d|2[0-3])", r"([0-1]\d|2[0-3])", r"(0\d|1\d|2[0-3])"];
const SIXTY: &[&str] = &[r"\d{2}", r"(\d{2})", r"\d\d", r"[0-5]\d", r"([0-5]\d)"];
const OPTIONAL_SECONDS: &[&str] = &[r"(:\d{2})?", r"(:\d\d)?", r"(:[0-5]\d)?"];
const OPTIONAL_FRACTION: &[&str] = &[r"(\.\d+)?", r"(\.\d{1,9})?", r"(\.\d*)?"];

fn day(pattern: &str) -> Option<&str> {
    after(after(after(after(after(pattern, YEAR)?, &["-"])?, MONTH)?, &["-"])?, DAY)
}

fn after<'p>(pattern: &'p str, ways: &[&str]) -> Option<&'p str> {
    ways.iter().find_map(|way| pattern.strip_prefix(way))
}

#[cfg(test)]
mod tests {
    use super::{Precision, Shape, Zone};

    #[test]
    fn a_pattern_may_be_the_outline_of_a_time() {
        let time = |pattern| Shape::of_pattern(pattern).map(|shape| (shape.date, shape.time));
        assert_eq!(time(r"^\d{4}-\d{2}-\d{2}$"), Some((true, None)));
        assert_eq!(time(r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"), Some((true, None)));
        assert_eq!(time(r"^([01]\d|2[0-3]):[0-5]\d$"), Some((false, Some((Precision::Minutes, Zone::None)))));
        assert_eq!(time(r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$"), Some((true, Some((Precision::Seconds, Zone::Utc)))));
        for other in [r"\d{4}-\d{2}-\d{2}", r"^\d{2}-\d{2}-\d{4}$", r"^\d{4}$", "^$", r"^\d{2}$", r"^\d{4}-\d{2}-\d{2}x?$"] {
            assert_eq!(time(other), None, "{other}");
        }
    }
}
