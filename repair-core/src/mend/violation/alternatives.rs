//! Of several schemas, the one that a value was meant for.

use std::cmp::Reverse;

use jsonschema::{
    ValidationError,
    error::{TypeKind, ValidationErrorKind as Kind},
};
use serde_json::Value;

use super::{known, word, wording};

/// What is to be said of a value that fits no alternative.
pub(super) enum Meant<'e> {
    /// What this one says.
    Alternative(&'e [ValidationError<'static>]),
    /// The alternatives are told apart by a value, here or in a member, and this one is of none of them.
    Choice { path: &'e str, received: &'e Value, allowed: Vec<String> },
    /// The alternatives are told apart by their only key, and this one is of none of them.
    Key { name: &'e str, allowed: Vec<String> },
    /// The alternatives are of other types.
    Types(String),
}

/// One alternative: its errors, and the keys of the value that it knows.
#[derive(Clone)]
struct Branch<'e> {
    errors: &'e [ValidationError<'static>],
    known: Vec<&'e str>,
}

/// What the errors of all alternatives come to.
pub(super) fn meant<'e>(
    error: &'e ValidationError<'_>,
    context: &'e [Vec<ValidationError<'static>>],
    root: &'e Value,
) -> Option<Meant<'e>> {
    let (here, value) = (error.instance_path().as_str(), &**error.instance());
    let mut branches = branches(error, context, root);
    let mistyped = |branch: &Branch<'_>| wrong_type(branch, here).is_some();
    if branches.len() > 1 && branches.iter().all(mistyped) {
        let mut types: Vec<String> = branches.iter().filter_map(|branch| wrong_type(branch, here)).collect();
        types.dedup();
        return Some(Meant::Types(types.join(" or ")));
    }
    branches = prefer(branches, |branch| !mistyped(branch));
    if branches.len() > 1 {
        if let Some(allowed) = unknown_tag(&branches, here) {
            return Some(Meant::Choice { path: here, received: value, allowed });
        }
        if let Some(choice) = by_member(&mut branches, here, value) {
            return Some(choice);
        }
        if let Some((name, allowed)) = only_key(&branches, here) {
            return Some(Meant::Key { name, allowed });
        }
    }
    // The one that knows most of the value; in which it is wrong deepest down; in which least is wrong.
    let rank = |branch: &&Branch<'_>| {
        let deepest = branch.errors.iter().map(|error| error.instance_path().as_str().matches('/').count()).max();
        (Reverse(branch.known.len()), Reverse(deepest.unwrap_or_default()), branch.errors.len())
    };
    branches.iter().min_by_key(rank).map(|branch| Meant::Alternative(branch.errors))
}

fn branches<'e>(error: &ValidationError<'_>, context: &'e [Vec<ValidationError<'static>>], root: &'e Value) -> Vec<Branch<'e>> {
    let schemas = root.pointer(error.schema_path().as_str()).and_then(Value::as_array);
    let is_null = |errors: &[ValidationError<'_>]| match errors {
        [error] => matches!(error.kind(), Kind::Type { kind: TypeKind::Single(kind) } if kind.to_string() == "null"),
        _ => false,
    };
    let branch = |(n, errors): (usize, &'e Vec<ValidationError<'static>>)| {
        let schema = schemas.and_then(|schemas| schemas.get(n));
        let names = schema.and_then(|schema| known::members(root, schema)).into_iter().flatten().map(|(name, _)| name.as_str());
        Branch { errors, known: names.filter(|name| error.instance().get(name).is_some()).collect() }
    };
    let told = context.iter().enumerate().filter(|(_, errors)| !errors.is_empty() && !is_null(errors));
    told.map(branch).collect()
}

/// Those that are so, if any are.
fn prefer<'e>(branches: Vec<Branch<'e>>, so: impl Fn(&Branch<'e>) -> bool) -> Vec<Branch<'e>> {
    let preferred: Vec<_> = branches.iter().filter(|branch| so(branch)).cloned().collect();
    if preferred.is_empty() { branches } else { preferred }
}

/// What type the value itself should be of.
fn wrong_type(branch: &Branch<'_>, here: &str) -> Option<String> {
    let wrong =
        branch.errors.iter().find(|error| error.instance_path().as_str() == here && matches!(error.kind(), Kind::Type { .. }));
    wrong.and_then(|error| wording::expected(error.kind()))
}

/// The values that a branch allows at a place, where what is there is none of them.
fn allowed_at(branch: &Branch<'_>, place: &str) -> Option<Vec<String>> {
    branch.errors.iter().filter(|error| error.instance_path().as_str() == place).find_map(|error| match error.kind() {
        Kind::Constant { expected_value } => Some(vec![word(expected_value)]),
        Kind::Enum { options } => Some(options.as_array().into_iter().flatten().map(word).collect()),
        _ => None,
    })
}

/// The values of all branches, where each has its own at a place and what is there is none of them.
fn unknown_tag(branches: &[Branch<'_>], place: &str) -> Option<Vec<String>> {
    let all: Vec<Vec<String>> = branches.iter().map(|branch| allowed_at(branch, place)).collect::<Option<_>>()?;
    let all = all.concat();
    let mut distinct: Vec<&String> = all.iter().collect();
    distinct.sort_unstable();
    distinct.dedup();
    (distinct.len() == all.len()).then_some(all)
}

/// Keeps the branches whose tag the value has. Where it has a tag, and no branch has that, it is what is wrong.
fn by_member<'e>(branches: &mut Vec<Branch<'e>>, here: &str, value: &'e Value) -> Option<Meant<'e>> {
    let mut tags: Vec<&'e str> = branches.iter().flat_map(|branch| branch.errors).filter_map(|error| tag(error, here)).collect();
    tags.sort_unstable();
    tags.dedup();
    for place in tags {
        if branches.len() > 1
            && let Some(allowed) = unknown_tag(branches, place)
        {
            let received = value.pointer(place.get(here.len()..)?)?;
            return Some(Meant::Choice { path: place, received, allowed });
        }
        let has_it = |branch: &Branch<'_>| {
            let known = branch.known.iter().any(|name| super::member(here, name) == place);
            known && branch.errors.iter().all(|error| error.instance_path().as_str() != place)
        };
        *branches = prefer(std::mem::take(branches), has_it);
    }
    None
}

/// The member that an error says has another value than it must have.
fn tag<'e>(error: &'e ValidationError<'_>, here: &str) -> Option<&'e str> {
    let place = error.instance_path().as_str();
    let name = place.strip_prefix(here)?.strip_prefix('/')?;
    (!name.contains('/') && matches!(error.kind(), Kind::Constant { .. } | Kind::Enum { .. })).then_some(place)
}

/// The one key of the value, where every branch wants another one in its place.
fn only_key<'e>(branches: &[Branch<'e>], here: &str) -> Option<(&'e str, Vec<String>)> {
    let mut key = None;
    let mut wanted = Vec::new();
    for branch in branches {
        if branch.errors.iter().any(|error| error.instance_path().as_str() != here) {
            return None;
        }
        let (required, unexpected) = match branch.errors.iter().map(ValidationError::kind).collect::<Vec<_>>()[..] {
            [Kind::Required { property }, Kind::AdditionalProperties { unexpected }]
            | [Kind::AdditionalProperties { unexpected }, Kind::Required { property }] => (property.as_str()?, unexpected),
            _ => return None,
        };
        let [name] = unexpected.as_slice() else { return None };
        if key.replace(name.as_str()).is_some_and(|known| known != name) {
            return None;
        }
        wanted.push(required.to_owned());
    }
    key.map(|key| (key, wanted))
}
