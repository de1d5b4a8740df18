//! The keywords about a value itself, and scalars of another type.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::{amount, limits, numbers, plan::Plan, planner::Planner, schema::Types, words};
use crate::{
    Finding,
    format::span::{Kind, Place},
    mend::{EditKind, Risk},
};

impl<'t, 's> Planner<'t, 's> {
    pub(super) fn own(&mut self, place: Place<'t>, keywords: &'s Map<String, Value>) -> Plan {
        if let Some(choice) = self.choice(keywords) {
            return self.choose(place, &choice);
        }
        let Some(types) = Types::of(keywords) else {
            return Plan::fault(place, Finding::whole().rule("schema").expected("a schema that can be used here"));
        };
        if !types.allow(place) {
            return self.retype(place, types, keywords);
        }
        let broken = match place.kind() {
            Kind::Object => return self.object(place, keywords),
            Kind::Array => return self.array(place, keywords),
            Kind::Number => limits::number(keywords, place.raw()),
            Kind::Text => {
                let text = place.string().unwrap_or_default();
                if let Some(plan) = self.dated(place, &text, keywords) {
                    return plan;
                }
                length(keywords, &text)
            }
            Kind::Null | Kind::Bool => None,
        };
        broken.map_or_else(Plan::default, |expected| Plan::fault(place, self.finding(place, "range", expected)))
    }

    /// The scalar as the type that is wanted, or a list of it.
    fn retype(&mut self, place: Place<'t>, types: Types, keywords: &'s Map<String, Value>) -> Plan {
        let mut ways: Vec<Rc<Plan>> = Vec::new();
        let mut way = |new: String, risk: Risk, kind: EditKind, broken: Option<String>| {
            let mut plan = Plan::edit(kind, place.range(), new, risk);
            if let Some(expected) = broken {
                plan.push_fault(place, None, self.finding(place, "range", expected));
            }
            if risk <= self.allow {
                ways.push(Rc::new(plan));
            }
        };
        match place.kind() {
            Kind::Text => {
                let text = place.string().unwrap_or_default();
                let numeric = types.has(Types::NUMBER | Types::INTEGER);
                let read = || amount::read(&text, !types.has(Types::NUMBER), place, keywords);
                if let Some((number, risk)) = numeric.then(read).flatten() {
                    let broken = limits::number(keywords, &number);
                    way(number, risk, EditKind::Scalar, broken);
                }
                if let Some((value, risk)) = words::boolean(&text).filter(|_| types.has(Types::BOOLEAN)) {
                    way(words::json(value).to_owned(), risk, EditKind::Scalar, None);
                }
                if numeric && types.has(Types::NULL) && numbers::is_not_a_number(&text) {
                    way("null".to_owned(), Risk::Guess, EditKind::NotANumber, None);
                }
            }
            Kind::Number => {
                if types.has(Types::STRING) {
                    way(format!("\"{}\"", place.raw()), Risk::Exact, EditKind::Scalar, length(keywords, place.raw()));
                }
                if let Some(value) = truth(place.raw()).filter(|_| types.has(Types::BOOLEAN)) {
                    way(words::json(value).to_owned(), Risk::Guess, EditKind::Scalar, None);
                }
            }
            _ => {}
        }
        if types.has(Types::ARRAY) && place.kind() != Kind::Null && Risk::Guess <= self.allow {
            ways.extend(self.listed(place, keywords).map(Rc::new));
        }
        match Plan::nearest(&ways) {
            Some(plan) => Rc::unwrap_or_clone(plan),
            None => Plan::fault(place, self.finding(place, "type", types.in_words())),
        }
    }
}

fn length(keywords: &Map<String, Value>, text: &str) -> Option<String> {
    limits::length(keywords, "minLength", "maxLength", text.chars().count(), "characters")
}

fn truth(raw: &str) -> Option<bool> {
    let number: f64 = raw.parse().ok()?;
    if number == 1.0 { Some(true) } else { (number == 0.0).then_some(false) }
}
