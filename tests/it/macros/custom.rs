//! `from_str`, `with` and `show`.

use std::{fmt, str::FromStr};

use repair::{Finding, Findings, Format, RepairableInput};

use super::set;

#[derive(Clone, Debug, PartialEq, RepairableInput)]
#[repair(from_str)]
struct Version {
    major: u8,
    minor: u8,
}

impl FromStr for Version {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('.').and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
        parts.map(|(major, minor)| Self { major, minor }).ok_or_else(|| "two numbers and a dot".to_owned())
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

#[test]
fn from_str_reads_and_display_shows() {
    let mut version = Version::unmarshal_repair("```\n1.2\n```").unwrap();
    assert_eq!(version, Version { major: 1, minor: 2 });
    assert_eq!(version.show().unwrap(), "1.2");
    assert_eq!(Version::shape().format(), Format::Custom);
    set(&mut version, "2.0").unwrap();
    assert_eq!(version.major, 2);
}

#[test]
fn a_from_str_error_becomes_a_finding() {
    let findings = Version::unmarshal_repair("one").unwrap_err();
    let finding = findings.iter().next().unwrap();
    assert_eq!((&*finding.rule, finding.hint.as_deref()), ("from_str", Some("two numbers and a dot")));
}

#[derive(Clone, Debug, PartialEq, RepairableInput)]
#[repair(with = "parse::route", show = parse::shown)]
struct Route(Vec<String>);

#[derive(Clone, Debug, PartialEq, RepairableInput)]
#[repair(with = Self::read, show = "Self::written")]
struct Word(String);

impl Word {
    fn read(text: &str) -> Result<Self, Findings> {
        Ok(Self(text.to_uppercase()))
    }

    fn written(&self) -> &str {
        &self.0
    }
}

mod parse {
    use super::{Finding, Findings, Route};

    pub(super) fn route(text: &str) -> Result<Route, Findings> {
        match text.split(" > ").map(str::to_owned).collect::<Vec<_>>() {
            stops if stops.len() > 1 => Ok(Route(stops)),
            _ => Err(Finding::whole().rule("stops").received(text).into()),
        }
    }

    pub(super) fn shown(route: &Route) -> String {
        route.0.join(" > ")
    }
}

#[test]
fn functions_of_ones_own_read_and_show() {
    let route = Route::unmarshal_repair("Basel > Bern").unwrap();
    assert_eq!(route.show().unwrap(), "Basel > Bern");
    assert_eq!(Route::unmarshal_repair("Basel").unwrap_err().iter().next().unwrap().rule, "stops");
    assert_eq!(Word::unmarshal_repair("ok").unwrap().show().unwrap(), "OK");
}
