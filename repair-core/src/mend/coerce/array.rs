//! Lists.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::{limits, plan::Plan, planner::Planner};
use crate::{
    format::span::{Kind, Place},
    mend::{EditKind, Risk},
};

impl<'t, 's> Planner<'t, 's> {
    pub(super) fn array(&mut self, place: Place<'t>, keywords: &'s Map<String, Value>) -> Plan {
        let mut plan = Plan::default();
        for (n, item) in place.children().enumerate() {
            if let Some(schema) = item_schema(keywords, n) {
                let inner = self.plan(item, schema);
                plan.push_plan(inner);
            }
        }
        if let Some(expected) = limits::length(keywords, "minItems", "maxItems", place.len(), "items") {
            plan.push_fault(place, None, self.finding(place, "range", expected));
        }
        plan
    }

    /// The value as the one item of a list.
    pub(super) fn listed(&mut self, place: Place<'t>, keywords: &'s Map<String, Value>) -> Option<Plan> {
        let inner = self.plan(place, item_schema(keywords, 0)?);
        let several = place.string().is_some_and(|text| is_list_in_words(&text));
        if !inner.is_clean() || several || limits::length(keywords, "minItems", "maxItems", 1, "items").is_some() {
            return None;
        }
        let range = place.range();
        let mut plan = Plan::edit(EditKind::Listed, range.start..range.start, "[", Risk::Guess);
        plan.push_plan(inner);
        plan.push_half(EditKind::Listed, range.end..range.end, "]", Risk::Guess);
        Some(plan)
    }

    /// Without the brackets of a list of one.
    pub(super) fn alone(&mut self, place: Place<'t>, schema: &'s Value) -> Option<Plan> {
        let item = place.children().next().filter(|_| place.kind() == Kind::Array && place.len() == 1)?;
        let inner = self.plan(item, schema);
        inner.is_clean().then(|| self.bared(place, item, inner))
    }

    /// The value alone, without what holds it.
    pub(super) fn bared(&self, holder: Place<'t>, value: Place<'t>, inner: Rc<Plan>) -> Plan {
        let (outer, range) = (holder.range(), value.range());
        let mut plan = Plan::edit(EditKind::Unwrapped, outer.start..range.start, "", Risk::Guess);
        plan.push_plan(inner);
        plan.push_half(EditKind::Unwrapped, range.end..outer.end, "", Risk::Guess);
        plan
    }
}

fn item_schema(keywords: &Map<String, Value>, n: usize) -> Option<&Value> {
    let (first, rest) = match keywords.get("items") {
        Some(Value::Array(first)) => (Some(first), keywords.get("additionalItems")),
        rest => (keywords.get("prefixItems").and_then(Value::as_array), rest),
    };
    first.and_then(|first| first.get(n)).or(rest)
}

/// Whether a text seems to hold several items: brackets around it, or short parts between commas.
fn is_list_in_words(text: &str) -> bool {
    let text = text.trim();
    if text.starts_with('[') && text.ends_with(']') {
        return true;
    }
    let is_short = |part: &str| part.split_whitespace().count() <= 3;
    text.contains([',', ';', '\n']) && text.split([',', ';', '\n']).all(is_short)
}
