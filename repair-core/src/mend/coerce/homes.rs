//! The objects of a schema that lack members, and which of the strangers around them those are.

use std::{
    collections::{HashMap, HashSet},
    rc::Rc,
};

use serde_json::{Map, Value};

use super::{
    names,
    object::required,
    plan::Plan,
    schema::{self, Target, Types},
};
use crate::format::span::Place;

/// References that lead on to others.
const HOPS: usize = 8;
/// How many members of how many objects are looked for.
const LOOKED_FOR: usize = 512;

/// An object that members are missing in, or that is missing as a whole.
pub(super) struct Home<'t, 's> {
    pub(super) name: &'s str,
    keywords: &'s Map<String, Value>,
    /// Where it stands, and what it takes besides.
    pub(super) there: Option<(Place<'t>, Rc<Plan>)>,
    needed: Vec<&'s str>,
}

impl<'t, 's> Home<'t, 's> {
    /// One that is not there; `None` where nothing tells it.
    pub(super) fn absent(name: &'s str, keywords: &'s Map<String, Value>) -> Option<Self> {
        let needed: Vec<&str> = required(keywords).collect();
        (!needed.is_empty()).then_some(Self { name, keywords, there: None, needed })
    }

    pub(super) fn lacking(
        name: &'s str,
        keywords: &'s Map<String, Value>,
        place: Place<'t>,
        plan: Rc<Plan>,
        missing: Vec<String>,
    ) -> Self {
        let needed = required(keywords).filter(|name| missing.iter().any(|missing| missing == name)).collect();
        Self { name, keywords, there: Some((place, plan)), needed }
    }

    pub(super) fn schema(&self, member: &str) -> Option<&'s Value> {
        self.keywords.get("properties")?.get(member)
    }

    /// The members that may be put into it.
    fn members(&self) -> impl Iterator<Item = &'s str> {
        let known = self.keywords.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
        known.map(String::as_str).filter(|name| self.there.is_none() || self.needed.contains(name))
    }
}

/// What a schema says of the object it wants; `None` where it may want something else.
pub(super) fn object<'s>(root: &'s Value, schema: &'s Value) -> Option<&'s Map<String, Value>> {
    let mut schema = schema;
    for _ in 0..HOPS {
        let keywords = schema.as_object()?;
        match keywords.get("$ref") {
            None => {
                let wants = keywords.get("type").and_then(Value::as_str) == Some("object") && Types::of(keywords).is_some();
                return (wants && keywords.contains_key("properties")).then_some(keywords);
            }
            Some(reference) => match schema::follow(root, reference) {
                Target::Schema(found) => schema = found,
                Target::Elsewhere | Target::Nowhere => return None,
            },
        }
    }
    None
}

type Found<'t, 's> = Vec<(&'s str, Place<'t>)>;

/// For each object of which all that it needs is among the strangers: which those are. A name is either the object's and
/// the member's, `customer_name`, or the member's alone where no other object lacks one of that name.
pub(super) fn matched<'h, 't, 's>(
    homes: &'h [Home<'t, 's>],
    strangers: &[(&str, Place<'t>)],
) -> Vec<(&'h Home<'t, 's>, Found<'t, 's>)> {
    let mut whole: HashMap<String, Vec<(usize, &'s str)>> = HashMap::new();
    let mut bare: HashMap<String, Vec<(usize, &'s str)>> = HashMap::new();
    let all = homes.iter().enumerate().flat_map(|(n, home)| home.members().map(move |member| (n, home.name, member)));
    for (looked, (n, name, member)) in all.enumerate() {
        if looked == LOOKED_FOR {
            return Vec::new();
        }
        let folded = names::fold(member);
        whole.entry(names::fold(name) + &folded).or_default().push((n, member));
        bare.entry(folded).or_default().push((n, member));
    }
    let mut found: Vec<Found<'t, 's>> = homes.iter().map(|_| Vec::new()).collect();
    for (key, place) in strangers {
        let key = names::fold(key);
        let Some([(n, member)]) = whole.get(&key).or_else(|| bare.get(&key)).map(Vec::as_slice) else { continue };
        if let Some(found) = found.get_mut(*n) {
            found.push((*member, *place));
        }
    }
    let is_whole = |(home, found): &(&Home<'t, 's>, Found<'t, 's>)| {
        let names: HashSet<&str> = found.iter().map(|(name, _)| *name).collect();
        names.len() == found.len() && home.needed.iter().all(|name| names.contains(name))
    };
    homes.iter().zip(found).filter(is_whole).collect()
}
