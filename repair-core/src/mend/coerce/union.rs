//! One of several schemas: the one that the value is nearest to.

use std::rc::Rc;

use serde_json::Value;

use super::{
    choice::Choice,
    numbers,
    plan::Plan,
    planner::Planner,
    schema::{self, Target, Types},
};
use crate::{
    format::span::Place,
    mend::{EditKind, Risk},
};

impl<'t, 's> Planner<'t, 's> {
    pub(super) fn union(&mut self, place: Place<'t>, branches: &'s [Value], exactly_one: bool) -> Plan {
        if let Some(choice) = self.constants(branches, exactly_one) {
            return self.choose(place, &choice);
        }
        let plans: Vec<Rc<Plan>> = branches.iter().map(|branch| self.plan(place, branch)).collect();
        let exact = plans.iter().filter(|plan| plan.is_exact());
        if exactly_one && exact.clone().count() > 1 {
            return Plan::fault(place, self.finding(place, "one_of", "a value that is of one of the types only"));
        }
        if let Some(exact) = exact.max_by_key(|plan| plan.known) {
            return Rc::unwrap_or_clone(Rc::clone(exact));
        }
        if let Some(nearest) = Plan::nearest(&plans) {
            return Rc::unwrap_or_clone(nearest);
        }
        if plans.iter().any(|plan| plan.is_clean()) {
            return Plan::fault(place, self.finding(place, "ambiguous", "a value that is of one of the types"));
        }
        let wants = |bits| branches.iter().any(|branch| schema::takes(self.root, branch, bits));
        let not_a_number = place.string().is_some_and(|text| numbers::is_not_a_number(&text));
        if not_a_number && self.allow >= Risk::Guess && wants(Types::NULL) && wants(Types::NUMBER | Types::INTEGER) {
            return Plan::edit(EditKind::NotANumber, place.range(), "null", Risk::Guess);
        }
        self.meant(&plans).unwrap_or_else(|| Plan::fault(place, self.finding(place, "any_of", "a value of one of the types")))
    }

    /// The faults of the branch that the value seems to be meant for: with the most members it knows, and the fewest faults.
    fn meant(&self, plans: &[Rc<Plan>]) -> Option<Plan> {
        let most = plans.iter().map(|plan| plan.known).max().filter(|most| *most > 0)?;
        let knowing = || plans.iter().filter(|plan| plan.known == most);
        let least = knowing().map(|plan| plan.cost).min()?;
        let mut meant = knowing().filter(|plan| plan.cost == least);
        let one = meant.next().filter(|_| meant.next().is_none())?;
        Some(Rc::unwrap_or_clone(Rc::clone(one)))
    }

    /// The values, where every branch is nothing but values: together they are one enumeration.
    fn constants(&mut self, branches: &'s [Value], exactly_one: bool) -> Option<Rc<Choice<'s>>> {
        let key = branches.as_ptr().addr();
        if let Some(known) = self.unions.get(&key) {
            return known.clone();
        }
        let keywords = branches.iter().map(|branch| match branch.get("$ref") {
            None => branch.as_object(),
            Some(reference) => match schema::follow(self.root, reference) {
                Target::Schema(branch) => branch.as_object(),
                Target::Elsewhere | Target::Nowhere => None,
            },
        });
        let choice = keywords.collect::<Option<Vec<_>>>().and_then(Choice::of);
        // a value of two branches is not of exactly one
        let choice = choice.filter(|choice| !exactly_one || choice.is_distinct()).map(Rc::new);
        self.unions.insert(key, choice.clone());
        choice
    }
}
