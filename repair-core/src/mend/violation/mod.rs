//! What a JSON Schema finds wrong, in words a model and a person can act on.

mod alternatives;
mod known;
mod wording;

use jsonschema::{ValidationError, error::ValidationErrorKind as Kind};
use serde_json::Value;

use self::alternatives::Meant;
use super::{coerce, nearest_name};
use crate::{Finding, Findings, format::span::pointer};

/// How deep alternatives within alternatives are explained.
const MAX_DEPTH: usize = 8;
/// For how many findings a nearest value is looked for: more are not shown at once.
const NEAREST: usize = 64;
/// How many of the allowed values a finding lists.
const LISTED: usize = 64;

/// The findings that the errors of the validator stand for.
pub(super) fn findings<'e>(errors: impl IntoIterator<Item = ValidationError<'e>>, schema: &Value) -> Findings {
    let mut words = Words { schema, nearest_left: NEAREST, found: Findings::new() };
    for error in errors {
        words.explain(&error, 0);
    }
    words.found
}

/// What is found so far.
struct Words<'s> {
    schema: &'s Value,
    nearest_left: usize,
    found: Findings,
}

impl Words<'_> {
    fn explain(&mut self, error: &ValidationError<'_>, depth: usize) {
        let path = error.instance_path().as_str();
        let at = |path: &str| Finding::at(path).rule(error.kind().keyword().to_owned());
        let here = || at(path).received(&**error.instance());
        match error.kind() {
            Kind::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                self.found.push(at(&member(path, name)).expected("a value"));
            }
            Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
                let absent = known::absent(self.schema, error.schema_path().as_str(), error.instance());
                let parent = error.instance().as_object();
                for name in unexpected {
                    let value = parent.and_then(|parent| parent.get(name));
                    let finding = at(&member(path, name)).received(value);
                    let finding = self.key(finding, path, name, &absent);
                    self.found.push(finding);
                }
            }
            Kind::Enum { options } => {
                let allowed = options.as_array().into_iter().flatten().map(word).collect();
                self.choice(here(), error.instance(), allowed);
            }
            Kind::AnyOf { context } | Kind::OneOfNotValid { context } if depth < MAX_DEPTH => {
                match alternatives::meant(error, context, self.schema) {
                    Some(Meant::Alternative(errors)) => errors.iter().for_each(|error| self.explain(error, depth + 1)),
                    Some(Meant::Choice { path, received, allowed }) => {
                        let finding = Finding::at(path).rule("enum").received(received);
                        self.choice(finding, received, allowed);
                    }
                    Some(Meant::Key { name, allowed }) => {
                        let finding = Finding::at(member(path, name)).rule("additionalProperties");
                        let finding = finding.received(error.instance().get(name));
                        let finding = self.key(finding, path, name, &allowed);
                        self.found.push(finding);
                    }
                    Some(Meant::Types(expected)) => self.found.push(here().rule("type").expected(expected)),
                    None => self.found.push(here().expected("one of the alternatives")),
                }
            }
            kind => {
                let expected = || format!("what the keyword `{}` asks for", kind.keyword());
                let mut finding = here().expected(wording::expected(kind).unwrap_or_else(expected));
                finding.hint = two_days(kind, error.instance());
                self.found.push(finding);
            }
        }
    }

    /// A value that is none of the allowed ones.
    fn choice(&mut self, finding: Finding, received: &Value, allowed: Vec<String>) {
        let nearest = received.as_str().and_then(|text| self.nearest(text, &allowed));
        let mut finding = finding.expected("one of the allowed values");
        finding.hint = nearest.map(|nearest| format!("the nearest is `{nearest}`"));
        self.found.push(finding.allowed(allowed.into_iter().take(LISTED)));
    }

    /// A key that is not known, where some that are have no value: the value may belong to one of them.
    fn key(&mut self, finding: Finding, parent: &str, name: &str, absent: &[String]) -> Finding {
        if absent.is_empty() {
            return finding.expected("no such key");
        }
        let nearest = self.nearest(name, absent);
        let mut finding = finding.expected("one of the allowed keys").allowed(absent.iter().take(LISTED));
        if let Some(nearest) = nearest {
            finding.hint = Some(format!("the nearest is `{nearest}`"));
            finding = finding.also([member(parent, nearest)]);
        }
        finding
    }

    fn nearest<'n>(&mut self, text: &str, names: &'n [String]) -> Option<&'n str> {
        self.nearest_left = self.nearest_left.checked_sub(1)?;
        nearest_name(text, names.iter().map(String::as_str))
    }
}

/// The days that a date may mean, where it may mean two.
fn two_days(kind: &Kind, received: &Value) -> Option<String> {
    let (format, pattern) = match kind {
        Kind::Format { format } => (Some(format.as_str()), None),
        Kind::Pattern { pattern } => (None, Some(pattern.as_str())),
        _ => return None,
    };
    let (one, two) = coerce::two_days(received.as_str()?, format, pattern)?;
    Some(format!("it is either {one}, day first, or {two}, month first"))
}

fn member(path: &str, name: &str) -> String {
    format!("{path}/{}", pointer::escape(name))
}

/// A value as it is named among allowed ones: text without its quotes.
fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
