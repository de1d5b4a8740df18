//! Objects: members by name, `null` for what may be absent, names in another style.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    rc::Rc,
};

use serde_json::{Map, Value};

use super::{
    limits,
    moves::{Around, Moves},
    names,
    plan::Plan,
    planner::Planner,
    schema,
};
use crate::{
    Finding,
    format::span::{Kind, Place},
    mend::{EditKind, Risk},
};

/// What becomes of a member.
enum Fate<'s> {
    /// Something else is found under its name.
    Shadowed,
    Keep(Rc<Plan>),
    Rename(&'s str, Rc<Plan>),
    Remove(EditKind, Risk),
    Default(&'s Value),
    /// An object that this and other members belong to.
    Build(String),
}

impl<'t, 's> Planner<'t, 's> {
    pub(super) fn object(&mut self, place: Place<'t>, keywords: &'s Map<String, Value>) -> Plan {
        let members: Vec<(Cow<'t, str>, Place<'t>)> =
            place.children().map(|member| (member.key().unwrap_or_default(), member)).collect();
        let last: HashMap<&str, u32> = members.iter().map(|(name, member)| (name.as_ref(), member.id())).collect();
        let renamed = self.renamed(keywords, &last);
        let is_last = |(name, member): &&(Cow<'t, str>, Place<'t>)| last.get(name.as_ref()) == Some(&member.id());
        // Taking out the last of several would bring back one before it.
        let shadowing: HashSet<&str> = members.iter().filter(|member| !is_last(member)).map(|(name, _)| name.as_ref()).collect();
        let known = |name: &str| keywords.get("properties").is_some_and(|known| known.get(name).is_some());
        let is_stranger = |name: &str| !known(name) && !renamed.contains_key(name) && !shadowing.contains(name);
        let strangers = members.iter().filter(|(name, _)| is_stranger(name)).map(|(name, member)| (name.as_ref(), *member));
        let around = Around { members: &members, renamed: &renamed, strangers: strangers.collect() };
        let moves = self.moves(keywords, &around);
        let fates: Vec<Fate<'s>> = members
            .iter()
            .map(|(name, member)| match last.get(name.as_ref()) {
                Some(id) if *id == member.id() => {
                    moves.fate(*id).unwrap_or_else(|| self.fate(name, *member, keywords, (&renamed, &shadowing)))
                }
                _ => Fate::Shadowed,
            })
            .collect();
        let mut plan = self.members(place, &members, &fates, keywords);
        for name in required(keywords) {
            if !last.contains_key(name) && !renamed.values().any(|new| *new == name) && !moves.given.contains(name) {
                plan.push_fault(place, Some(name.to_owned()), Finding::whole().rule("required").expected("a value"));
            }
        }
        if let Some(expected) = limits::length(keywords, "minProperties", "maxProperties", last.len(), "members") {
            plan.push_fault(place, None, self.finding(place, "range", expected));
        }
        plan
    }

    fn fate(
        &mut self,
        name: &str,
        member: Place<'t>,
        keywords: &'s Map<String, Value>,
        (renamed, shadowing): (&HashMap<&str, &'s str>, &HashSet<&str>),
    ) -> Fate<'s> {
        let properties = keywords.get("properties").and_then(Value::as_object);
        let property = |name: &str| properties.and_then(|properties| properties.get(name));
        if let Some(new) = renamed.get(name) {
            let plan = property(new).map_or_else(Rc::default, |schema| self.plan(member, schema));
            return Fate::Rename(new, plan);
        }
        if let Some(schema) = property(name) {
            let plan = self.plan(member, schema);
            if member.kind() != Kind::Null || plan.is_clean() {
                return Fate::Keep(plan);
            }
            if !required(keywords).any(|required| required == name) && !shadowing.contains(name) {
                return Fate::Remove(EditKind::Null, Risk::Exact);
            }
            let default = schema.get("default").filter(|default| !default.is_null() && Risk::Guess <= self.allow);
            return default.map_or(Fate::Keep(plan), Fate::Default);
        }
        match keywords.get("additionalProperties") {
            Some(Value::Bool(false)) if keywords.contains_key("patternProperties") => Fate::Keep(Rc::default()),
            Some(Value::Bool(false)) if self.allow == Risk::Loss && !shadowing.contains(name) => {
                Fate::Remove(EditKind::UnknownMember, Risk::Loss)
            }
            Some(Value::Bool(false)) => {
                let finding = self.finding(member, "unknown", "no member of this name");
                Fate::Keep(Rc::new(Plan::fault(member, finding)))
            }
            Some(schema @ Value::Object(_)) if !keywords.contains_key("patternProperties") => {
                Fate::Keep(self.plan(member, schema))
            }
            _ => Fate::Keep(Rc::default()),
        }
    }

    fn members(
        &self,
        place: Place<'t>,
        members: &[(Cow<'t, str>, Place<'t>)],
        fates: &[Fate<'s>],
        keywords: &Map<String, Value>,
    ) -> Plan {
        let mut plan = Plan::default();
        let last_kept = fates.iter().rposition(|fate| !matches!(fate, Fate::Remove(..)));
        let properties = keywords.get("properties").and_then(Value::as_object);
        for (n, ((name, member), fate)) in members.iter().zip(fates).enumerate() {
            let key = member.key_range().unwrap_or_default();
            match fate {
                Fate::Shadowed => {}
                Fate::Keep(inner) => {
                    plan.push_plan(Rc::clone(inner));
                    plan.known += usize::from(properties.is_some_and(|known| known.contains_key(name.as_ref())));
                }
                Fate::Rename(new, inner) => {
                    plan.push(EditKind::FieldName, key, Value::from(*new).to_string(), Risk::Exact);
                    plan.push_plan(Rc::clone(inner));
                    plan.known += 1;
                }
                Fate::Remove(kind, risk) => {
                    // with the comma behind it, or the one before it where none of the members behind it stay
                    let end = |n: usize| members.get(n).map(|(_, member)| member.range().end);
                    let next = members.get(n + 1).and_then(|(_, member)| member.key_range());
                    let span = match (last_kept.is_none_or(|last| last > n), next) {
                        (true, Some(next)) => key.start..next.start,
                        (true, None) => key.start..member.range().end,
                        (false, _) => n.checked_sub(1).and_then(end).unwrap_or(place.range().start + 1)..member.range().end,
                    };
                    plan.push(*kind, span, "", *risk);
                }
                Fate::Build(object) => {
                    plan.push(EditKind::Moved, key.start..member.range().end, object.clone(), Risk::Guess);
                    plan.known += 1;
                }
                Fate::Default(default) => plan.push(EditKind::Null, member.range(), default.to_string(), Risk::Guess),
            }
        }
        plan
    }

    /// The members whose name is that of a missing property in another style: `Full Name` for `full_name`. Only where the
    /// property must be there, or the name as it is may not be; or where the schema itself gives the other name.
    fn renamed<'m>(&self, keywords: &'s Map<String, Value>, members: &HashMap<&'m str, u32>) -> HashMap<&'m str, &'s str> {
        let Some(properties) = keywords.get("properties").and_then(Value::as_object) else { return HashMap::new() };
        let closed = keywords.get("additionalProperties") == Some(&Value::Bool(false));
        let is_missing =
            |name: &&'s str| !members.contains_key(name) && (closed || required(keywords).any(|required| required == *name));
        let missing: Vec<&'s str> = properties.keys().map(String::as_str).filter(is_missing).collect();
        let mut aliases = schema::aliases(keywords).filter(|(name, _)| !members.contains_key(name)).peekable();
        if missing.is_empty() && aliases.peek().is_none() {
            return HashMap::new();
        }
        let mut strangers: HashMap<String, Vec<&'m str>> = HashMap::new();
        for name in members.keys().filter(|name| !properties.contains_key(**name)) {
            strangers.entry(names::fold(name)).or_default().push(*name);
        }
        let mut renamed = HashMap::new();
        for name in &missing {
            let folded = names::fold(name);
            let alone = !folded.is_empty() && properties.keys().filter(|other| names::fold(other) == folded).count() == 1;
            if let Some([stranger]) = strangers.get(&folded).map(Vec::as_slice).filter(|_| alone) {
                renamed.insert(*stranger, *name);
            }
        }
        for (name, alias) in aliases {
            if let Some([stranger]) = strangers.get(&names::fold(alias)).map(Vec::as_slice) {
                renamed.entry(*stranger).or_insert(name);
            }
        }
        renamed
    }
}

impl<'s> Moves<'s> {
    fn fate(&self, member: u32) -> Option<Fate<'s>> {
        if self.taken.contains(&member) {
            return Some(Fate::Remove(EditKind::Moved, Risk::Guess));
        }
        if let Some(object) = self.built.get(&member) {
            return Some(Fate::Build(object.clone()));
        }
        self.filled.get(&member).or_else(|| self.opened.get(&member)).map(|plan| Fate::Keep(Rc::clone(plan)))
    }
}

pub(super) fn required(keywords: &Map<String, Value>) -> impl Iterator<Item = &str> {
    keywords.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}
