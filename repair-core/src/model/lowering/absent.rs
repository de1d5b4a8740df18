//! Taking out of a strict answer the nulls that stand for absent properties.

use std::{collections::HashSet, fmt};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor},
    ser::SerializeMap,
};
use serde_json::{Value, value::RawValue};

use super::graph;

/// How deep an answer is followed.
const DEPTH: usize = 64;

/// The answer without the members that are null only because strict decoding requires every property: null is not what
/// the schema allows there, and absent is. `None` if there are none. Everything else keeps its bytes: numbers lose no
/// digit.
pub(in crate::model) fn without_added_nulls(answer: &str, schema: &Value) -> Option<String> {
    prune(answer, schema, expand(schema, [schema]), DEPTH)
}

/// Every schema a value may have to satisfy, references and unions resolved. With several, only what all of them agree
/// on is done.
fn expand<'s>(root: &'s Value, schemas: impl IntoIterator<Item = &'s Value>) -> Vec<&'s Value> {
    let (mut open, mut found): (Vec<&Value>, Vec<&Value>) = (schemas.into_iter().collect(), Vec::new());
    let mut seen = HashSet::new();
    while let Some(schema) = open.pop() {
        if !seen.insert(std::ptr::from_ref(schema)) {
            continue;
        }
        open.extend(schema["$ref"].as_str().and_then(|reference| graph::resolve(root, reference)));
        for key in ["anyOf", "oneOf", "allOf"] {
            open.extend(schema[key].as_array().into_iter().flatten());
        }
        found.push(schema);
    }
    found
}

fn prune(text: &str, root: &Value, schemas: Vec<&Value>, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1).filter(|_| !schemas.is_empty())?;
    if text.trim_start().starts_with('[') {
        let items: Vec<&RawValue> = serde_json::from_str(text).ok()?;
        let schemas = expand(root, schemas.iter().filter_map(|schema| schema.get("items")));
        let pruned: Vec<_> = items.iter().map(|item| prune(item.get(), root, schemas.clone(), depth)).collect();
        return rebuilt(pruned.iter().any(Option::is_some), || {
            let items: Option<Vec<_>> = items.into_iter().zip(pruned).map(|(item, pruned)| raw(item, pruned)).collect();
            serde_json::to_string(&items?).ok()
        });
    }
    let members: Members<'_> = serde_json::from_str(text).ok()?;
    let (mut kept, mut changed) = (Vec::new(), false);
    for (name, value) in members.0 {
        let of_name = schemas.iter().filter_map(|schema| schema.get("properties")?.get(&name));
        if value.get() == "null" && added(&name, root, &schemas) {
            changed = true;
            continue;
        }
        let pruned = prune(value.get(), root, expand(root, of_name), depth);
        changed |= pruned.is_some();
        kept.push((name, raw(value, pruned)?));
    }
    rebuilt(changed, || serde_json::to_string(&Kept(kept)).ok())
}

/// Whether every schema that knows the property says that it may be absent and not null.
fn added(name: &str, root: &Value, schemas: &[&Value]) -> bool {
    let mut knowing = schemas.iter().filter_map(|schema| Some((schema, schema.get("properties")?.get(name)?))).peekable();
    let required = |schema: &Value| schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
    knowing.peek().is_some() && knowing.all(|(schema, property)| !required(schema) && !graph::admits_null(root, property))
}

fn rebuilt(changed: bool, build: impl FnOnce() -> Option<String>) -> Option<String> {
    if changed { build() } else { None }
}

fn raw(value: &RawValue, pruned: Option<String>) -> Option<Box<RawValue>> {
    pruned.map_or_else(|| Some(value.to_owned()), |pruned| RawValue::from_string(pruned).ok())
}

/// The members of an object in their order, repeated ones included.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

struct Kept(Vec<(String, Box<RawValue>)>);

impl Serialize for Kept {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
