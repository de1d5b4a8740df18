//! Walking a value and its schema together.

use std::{collections::HashMap, marker::PhantomData, rc::Rc};

use serde_json::Value;

use super::{
    choice::Choice,
    plan::Plan,
    schema::{self, Part, Target},
};
use crate::{
    Finding,
    finding::RECEIVED_SHOWN,
    format::span::{Place, Tree},
    mend::Risk,
};

/// How many schemas and values may be open within each other.
const MAX_OPEN: usize = 320;

/// The work allowed: so much for any text, and so much for each value of it.
const STEPS: usize = 50_000;
const STEPS_PER_VALUE: usize = 64;

pub(super) struct Planner<'t, 's> {
    pub(super) root: &'s Value,
    pub(super) allow: Risk,
    /// Plans by value and schema, so that unions within unions are not walked twice.
    memo: HashMap<(u32, usize), Rc<Plan>>,
    /// Enumerations by schema.
    pub(super) choices: HashMap<usize, Rc<Choice<'s>>>,
    /// The same for unions of them; `None` where a union is more than that.
    pub(super) unions: HashMap<usize, Option<Rc<Choice<'s>>>>,
    open: usize,
    steps: usize,
    gave_up: bool,
    tree: PhantomData<&'t Tree<'t>>,
}

impl<'t, 's> Planner<'t, 's> {
    pub(super) fn new(tree: &'t Tree<'t>, root: &'s Value, allow: Risk) -> Self {
        let steps = STEPS.saturating_add(tree.values().saturating_mul(STEPS_PER_VALUE));
        Self {
            root,
            allow,
            memo: HashMap::new(),
            choices: HashMap::new(),
            unions: HashMap::new(),
            open: 0,
            steps,
            gave_up: false,
            tree: PhantomData,
        }
    }

    /// A planner for the text within a string of this one's text.
    pub(super) fn within<'i>(&self, tree: &'i Tree<'i>) -> Planner<'i, 's> {
        let steps = self.steps.saturating_add(tree.values().saturating_mul(STEPS_PER_VALUE));
        let (choices, unions) = (self.choices.clone(), self.unions.clone());
        Planner { open: self.open, steps, choices, unions, ..Planner::new(tree, self.root, self.allow) }
    }

    /// What the planner within used beyond its own share is used here.
    pub(super) fn charge(&mut self, inner: &Planner<'_, '_>) {
        self.steps = self.steps.min(inner.steps);
        self.gave_up |= inner.gave_up;
    }

    pub(super) fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// What it takes for the value to satisfy the schema.
    pub(super) fn plan(&mut self, place: Place<'t>, schema: &'s Value) -> Rc<Plan> {
        let key = (place.id(), std::ptr::from_ref(schema).addr());
        if let Some(known) = self.memo.get(&key) {
            return Rc::clone(known);
        }
        let work = 1 + place.len();
        if self.gave_up || self.steps < work || self.open >= MAX_OPEN {
            self.gave_up = true;
            return Rc::new(unusable(place));
        }
        self.steps -= work;
        // a schema that leads back to itself without looking at another value says nothing
        self.memo.insert(key, Rc::new(unusable(place)));
        self.open += 1;
        let plan = Rc::new(self.fresh(place, schema));
        self.open -= 1;
        self.memo.insert(key, Rc::clone(&plan));
        plan
    }

    fn fresh(&mut self, place: Place<'t>, schema: &'s Value) -> Plan {
        let keywords = match schema {
            Value::Bool(true) => return Plan::default(),
            Value::Bool(false) => return Plan::fault(place, self.finding(place, "forbidden", "nothing here")),
            Value::Object(keywords) => keywords,
            _ => return unusable(place),
        };
        let parts = schema::parts(keywords);
        let reshapes = parts.len() > 1 || matches!(parts.as_slice(), [Part::Own(_)]);
        let plan = self.together(place, &parts);
        if plan.is_clean() || !reshapes {
            return plan;
        }
        let wider = self.reshape(place, schema);
        Plan::nearest(&wider).map_or(plan, Rc::unwrap_or_clone)
    }

    fn together(&mut self, place: Place<'t>, parts: &[Part<'s>]) -> Plan {
        let mut plans = Vec::with_capacity(parts.len());
        for part in parts {
            plans.push(match *part {
                Part::Own(keywords) => Rc::new(self.own(place, keywords)),
                Part::All(schema) => self.plan(place, schema),
                Part::Union { branches, exactly_one } => Rc::new(self.union(place, branches, exactly_one)),
                Part::Ref(reference) => match schema::follow(self.root, reference) {
                    Target::Schema(schema) => self.plan(place, schema),
                    Target::Elsewhere => Rc::new(Plan::default()),
                    Target::Nowhere => Rc::new(unusable(place)),
                },
            });
        }
        Plan::merge(&plans).unwrap_or_else(|| {
            let mut contradicting = Plan::default();
            contradicting.take_faults(&plans);
            if contradicting.is_clean() {
                return Plan::fault(place, self.finding(place, "ambiguous", "a value that is right in one way"));
            }
            contradicting
        })
    }

    /// A finding about a value; its path is spelled out when the plan is chosen.
    pub(super) fn finding(&self, place: Place<'_>, rule: &'static str, expected: impl Into<String>) -> Finding {
        let received = match place.string() {
            Some(text) => clip(&text).to_owned(),
            None => clip(place.raw()).to_owned(),
        };
        Finding::whole().rule(rule).expected(expected).received(received)
    }
}

fn unusable(place: Place<'_>) -> Plan {
    Plan::fault(place, Finding::whole().rule("schema").expected("a schema that can be used here"))
}

/// Only so much of it is ever shown.
fn clip(text: &str) -> &str {
    text.char_indices().nth(RECEIVED_SHOWN + 1).map_or(text, |(end, _)| text.get(..end).unwrap_or_default())
}
