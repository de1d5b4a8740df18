//! Values of the right kind in the wrong wrapping.

use std::rc::Rc;

use serde_json::Value;

use super::{
    names,
    plan::Plan,
    planner::Planner,
    schema::{self, Types},
};
use crate::{
    format::span::{Kind, Place, Tree},
    mend::{EditKind, Risk, replay},
};

impl<'t, 's> Planner<'t, 's> {
    /// The ways to unwrap the value so that it satisfies the schema.
    pub(super) fn reshape(&mut self, place: Place<'t>, schema: &'s Value) -> Vec<Rc<Plan>> {
        let mut ways = Vec::new();
        if place.kind() == Kind::Text {
            ways.extend(self.json_in_string(place, schema));
        }
        if Risk::Guess <= self.allow {
            ways.extend(self.alone(place, schema));
            ways.extend(self.only_member(place, schema));
        }
        ways.into_iter().map(Rc::new).collect()
    }

    fn json_in_string(&mut self, place: Place<'t>, schema: &'s Value) -> Option<Plan> {
        let text = place.string()?;
        let json = text.trim();
        if !json.starts_with(['{', '[']) {
            return None;
        }
        let tree = Tree::parse(json, super::MAX_DEPTH).ok()?;
        let mut inner = self.within(&tree);
        let plan = inner.plan(tree.root(), schema);
        self.charge(&inner);
        if !plan.is_clean() {
            return None;
        }
        let risk = plan.cost.risk().unwrap_or(Risk::Exact);
        let mut outer = Plan::edit(EditKind::JsonInString, place.range(), replay(json, &plan.edits()), risk);
        outer.known = plan.known;
        Some(outer)
    }

    /// The value of an object's only member, if its name is not one that the schema knows, nor says that the value is none.
    fn only_member(&mut self, place: Place<'t>, schema: &'s Value) -> Option<Plan> {
        let member = place.children().next().filter(|_| place.kind() == Kind::Object && place.len() == 1)?;
        let name = member.key()?;
        if is_no_value(&name) || schema::names_member(self.root, schema, &name) {
            return None;
        }
        if member.kind() == Kind::Null || (member.kind() == Kind::Text && schema::takes(self.root, schema, Types::STRING)) {
            return None;
        }
        let inner = self.plan(member, schema);
        inner.is_clean().then(|| self.bared(place, member, inner))
    }
}

/// Whether a name says that what it holds is not the value.
pub(super) fn is_no_value(name: &str) -> bool {
    let denies = ["not", "no", "non", "never", "except", "without", "previous", "old", "was"];
    let name = names::fold(name);
    matches!(name.as_str(), "error" | "errors" | "exception" | "refusal") || denies.contains(&name.as_str())
}
