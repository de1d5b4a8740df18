//! One of the allowed values.

use std::{cell::OnceCell, collections::HashSet, rc::Rc};

use serde_json::{Map, Value};

use super::{
    names::{Name, Names, Pick},
    numbers,
    plan::Plan,
    planner::Planner,
    schema, spelling, words,
};
use crate::{
    format::span::{Kind, Place},
    mend::{EditKind, Risk},
};

/// How many of the allowed values a finding lists.
const LISTED: usize = 64;

/// What may stand there, and the names it goes by.
#[derive(Debug, Default)]
pub(in crate::mend) struct Choice<'s> {
    pub(in crate::mend) values: Vec<&'s Value>,
    pub(in crate::mend) names: Names<'s>,
    listed: OnceCell<Rc<Vec<String>>>,
}

impl<'s> Choice<'s> {
    /// Of the values that the schemas list; `None` where one of them does not.
    pub(in crate::mend) fn of(schemas: impl IntoIterator<Item = &'s Map<String, Value>>) -> Option<Self> {
        let (mut values, mut names) = (Vec::new(), Vec::new());
        for keywords in schemas {
            let constant = keywords.get("const").map(std::slice::from_ref);
            let null = || (keywords.get("type").and_then(Value::as_str) == Some("null")).then_some(&[Value::Null][..]);
            let listed = constant.or_else(|| keywords.get("enum").and_then(Value::as_array).map(Vec::as_slice)).or_else(null)?;
            for value in listed {
                if let Some(text) = value.as_str() {
                    let aliases = schema::aliases(keywords).filter(|(name, _)| *name == text).map(|(_, alias)| alias);
                    names.extend(std::iter::once(text).chain(aliases).map(|text| Name { text, value: values.len() }));
                }
                values.push(value);
            }
        }
        Some(Self { values, names: Names::new(names), listed: OnceCell::new() })
    }

    pub(in crate::mend) fn json(&self, value: usize) -> Option<String> {
        self.values.get(value).map(ToString::to_string)
    }

    pub(super) fn is_distinct(&self) -> bool {
        let mut seen = HashSet::new();
        let text = |value: &Value| value.as_f64().map_or_else(|| value.to_string(), |number| number.to_string());
        self.values.iter().all(|value| seen.insert(text(value)))
    }

    fn listed(&self) -> Rc<Vec<String>> {
        let text = |value: &&Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        Rc::clone(self.listed.get_or_init(|| Rc::new(self.values.iter().take(LISTED).map(text).collect())))
    }
}

impl<'t, 's> Planner<'t, 's> {
    /// The values that a schema lists, read once.
    pub(super) fn choice(&mut self, keywords: &'s Map<String, Value>) -> Option<Rc<Choice<'s>>> {
        if !keywords.contains_key("enum") && !keywords.contains_key("const") {
            return None;
        }
        let key = std::ptr::from_ref(keywords).addr();
        if let Some(known) = self.choices.get(&key) {
            return Some(Rc::clone(known));
        }
        let choice = Rc::new(Choice::of([keywords])?);
        self.choices.insert(key, Rc::clone(&choice));
        Some(choice)
    }

    pub(super) fn choose(&self, place: Place<'t>, choice: &Choice<'_>) -> Plan {
        if choice.values.iter().any(|value| is(place, value)) {
            return Plan::default();
        }
        let text = place.string();
        let mut hint = None;
        let found = match (place.kind(), &text) {
            (Kind::Text, Some(text)) => match choice.names.pick(text) {
                Pick::Is(n) => choice.json(n).map(|json| (json, Risk::Exact)),
                Pick::Mentions(n, _) => choice.json(n).map(|json| (json, Risk::Guess)),
                Pick::Unclear => {
                    hint = Some("it names several of them, or says which one it is not".to_owned());
                    None
                }
                Pick::None => scalar(text, &choice.values),
            },
            (Kind::Number, _) => choice.names.exactly(place.raw()).and_then(|n| choice.json(n)).map(|json| (json, Risk::Exact)),
            _ => None,
        };
        if let Some((new, risk)) = found.filter(|(_, risk)| *risk <= self.allow) {
            return Plan::edit(EditKind::Choice, place.range(), new, risk);
        }
        let nearest = || {
            let name = choice.values.get(spelling::nearest(text.as_deref()?, &choice.names)?)?.as_str()?;
            Some(format!("the nearest is `{name}`"))
        };
        let mut finding = self.finding(place, "enum", "one of the allowed values");
        finding.hint = hint.or_else(nearest);
        Plan::not_allowed(place, finding, choice.listed())
    }
}

/// A number or boolean of the allowed values in a string.
fn scalar(text: &str, allowed: &[&Value]) -> Option<(String, Risk)> {
    let number = numbers::read(text, false)
        .filter(|(number, _)| allowed.iter().any(|value| value.is_number() && is_number(number, value)));
    let truth = words::boolean(text).filter(|(truth, _)| allowed.iter().any(|value| value.as_bool() == Some(*truth)));
    match (number, truth) {
        (Some(number), None) => Some(number),
        (None, Some((truth, risk))) => Some((words::json(truth).to_owned(), risk)),
        _ => None,
    }
}

fn is(place: Place<'_>, value: &Value) -> bool {
    match (place.kind(), value) {
        (Kind::Text, Value::String(text)) => place.string().as_deref() == Some(text),
        (Kind::Number, Value::Number(_)) => is_number(place.raw(), value),
        (Kind::Null, Value::Null) => true,
        (Kind::Bool, Value::Bool(truth)) => place.raw() == words::json(*truth),
        (Kind::Array, Value::Array(_)) | (Kind::Object, Value::Object(_)) => {
            serde_json::from_str::<Value>(place.raw()).is_ok_and(|there| there == *value)
        }
        _ => false,
    }
}

fn is_number(raw: &str, value: &Value) -> bool {
    let written = value.to_string();
    let whole = |raw: &str| raw.parse::<i128>().ok();
    match (whole(raw), whole(&written)) {
        _ if raw == written => true,
        (Some(one), Some(two)) => one == two,
        _ => raw.parse::<f64>().ok() == value.as_f64(),
    }
}
