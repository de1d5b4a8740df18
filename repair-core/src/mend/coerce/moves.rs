//! Members that stand one level too high, or within an object that the schema does not know.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    rc::Rc,
};

use serde_json::{Map, Value};

use super::{
    homes::{self, Home},
    object::required,
    plan::Plan,
    planner::Planner,
    reshape::is_no_value,
};
use crate::{
    format::span::{Kind, Place},
    mend::{Edit, EditKind, Risk, replay},
};

/// What becomes of the members of one object that belong elsewhere.
#[derive(Default)]
pub(super) struct Moves<'s> {
    /// Those that are taken out.
    pub(super) taken: HashSet<u32>,
    /// Those in whose place the object is built that several of them belong to.
    pub(super) built: HashMap<u32, String>,
    /// Objects that others are put into.
    pub(super) filled: HashMap<u32, Rc<Plan>>,
    /// Objects that only hold members of the one around them.
    pub(super) opened: HashMap<u32, Rc<Plan>>,
    /// The members that are there now.
    pub(super) given: HashSet<Cow<'s, str>>,
}

/// The members of an object, by name: those that it has, and those of them that the schema does not know.
pub(super) struct Around<'m, 't, 's> {
    pub(super) members: &'m [(Cow<'t, str>, Place<'t>)],
    pub(super) renamed: &'m HashMap<&'m str, &'s str>,
    pub(super) strangers: Vec<(&'m str, Place<'t>)>,
}

impl Around<'_, '_, '_> {
    fn member(&self, name: &str) -> Option<Place<'_>> {
        self.members.iter().rev().find(|(key, _)| key == name).map(|(_, member)| *member)
    }

    fn has(&self, name: &str) -> bool {
        self.member(name).is_some() || self.renamed.values().any(|new| *new == name)
    }
}

impl<'t, 's> Planner<'t, 's> {
    /// The strangers among the members that belong to an object of the schema, or hold what belongs here.
    pub(super) fn moves(&mut self, keywords: &'s Map<String, Value>, around: &Around<'_, 't, 's>) -> Moves<'s> {
        let mut moves = Moves::default();
        let elsewhere =
            keywords.contains_key("patternProperties") || matches!(keywords.get("additionalProperties"), Some(Value::Object(_)));
        if around.strangers.is_empty() || elsewhere || Risk::Guess > self.allow {
            return moves;
        }
        if let [(name, stranger)] = around.strangers.as_slice()
            && around.members.len() > 1
            && let Some((plan, given)) = self.opened(name, *stranger, keywords, around)
        {
            moves.opened.insert(stranger.id(), Rc::new(plan));
            moves.given = given;
            return moves;
        }
        let homes = self.homes(keywords, around);
        for (home, found) in homes::matched(&homes, &around.strangers) {
            self.settle(home, &found, &mut moves);
        }
        moves
    }

    /// The objects that members may be missing in.
    fn homes(&mut self, keywords: &'s Map<String, Value>, around: &Around<'_, 't, 's>) -> Vec<Home<'t, 's>> {
        let Some(properties) = keywords.get("properties").and_then(Value::as_object) else { return Vec::new() };
        let closed = keywords.get("additionalProperties") == Some(&Value::Bool(false));
        let mut homes = Vec::new();
        for (name, schema) in properties {
            let Some(inner) = homes::object(self.root, schema) else { continue };
            let there = around.members.iter().rev().find(|(key, _)| key == name).map(|(_, member)| *member);
            match there {
                Some(place) if place.kind() == Kind::Object => {
                    let plan = self.plan(place, schema);
                    if let Some(missing) = plan.missing(place.id()).filter(|missing| !missing.is_empty()) {
                        homes.push(Home::lacking(name, inner, place, plan, missing));
                    }
                }
                Some(_) => {}
                None if around.has(name) => {}
                None if closed || required(keywords).any(|required| required == name) => homes.extend(Home::absent(name, inner)),
                None => {}
            }
        }
        homes
    }

    /// Moves what was found for an object into it, where everything that it needs was found and fits.
    fn settle(&mut self, home: &Home<'t, 's>, found: &[(&'s str, Place<'t>)], moves: &mut Moves<'s>) {
        let mut members = Vec::new();
        for (name, place) in found {
            let Some(schema) = home.schema(name) else { return };
            let plan = self.plan(*place, schema);
            if !plan.is_clean() {
                return;
            }
            members.push(format!("{}: {}", Value::from(*name), moved(*place, &plan.edits())));
        }
        let members = members.join(", ");
        let (Some((_, first)), rest) = (found.first(), found.get(1..).unwrap_or_default()) else { return };
        match &home.there {
            None => {
                moves.built.insert(first.id(), format!("{}: {{{members}}}", Value::from(home.name)));
                moves.taken.extend(rest.iter().map(|(_, place)| place.id()));
                moves.given.insert(Cow::Borrowed(home.name));
            }
            Some((place, plan)) => {
                let Some(filled) = plan.with_members(*place, &members, found.len()) else { return };
                moves.filled.insert(place.id(), Rc::new(filled));
                moves.taken.extend(found.iter().map(|(_, place)| place.id()));
            }
        }
    }

    /// The members of the one stranger, where all of them are missing around it.
    fn opened(
        &mut self,
        name: &str,
        stranger: Place<'t>,
        keywords: &'s Map<String, Value>,
        around: &Around<'_, 't, 's>,
    ) -> Option<(Plan, HashSet<Cow<'s, str>>)> {
        let properties = keywords.get("properties").and_then(Value::as_object)?;
        if stranger.kind() != Kind::Object || stranger.is_empty() || is_no_value(name) {
            return None;
        }
        let mut given = HashSet::new();
        let (mut start, mut end) = (None, stranger.range().start);
        let mut inner = Plan::default();
        for member in stranger.children() {
            let key = member.key()?.into_owned();
            let plan = properties.get(&key).filter(|_| !around.has(&key)).map(|schema| self.plan(member, schema))?;
            if !plan.is_clean() {
                return None;
            }
            inner.push_plan(plan);
            start = start.or(member.key_range().map(|range| range.start));
            end = member.range().end;
            if !given.insert(Cow::Owned(key)) {
                return None;
            }
        }
        if !required(keywords).any(|name| given.contains(name)) {
            return None;
        }
        let mut plan = Plan::edit(EditKind::Unwrapped, stranger.key_range()?.start..start?, "", Risk::Guess);
        plan.known = given.len();
        plan.push_plan(Rc::new(inner));
        plan.push_half(EditKind::Unwrapped, end..stranger.range().end, "", Risk::Guess);
        Some((plan, given))
    }
}

/// A value as it stands elsewhere, with the edits within it.
fn moved(place: Place<'_>, edits: &[Edit]) -> String {
    let start = place.range().start;
    let here = |edit: &Edit| {
        let span = edit.span.start.saturating_sub(start)..edit.span.end.saturating_sub(start);
        Edit { span, ..edit.clone() }
    };
    replay(place.raw(), &edits.iter().map(here).collect::<Vec<_>>())
}
