//! The few values a field can take, where a new value must stand in the source anyway: the decoder is held to these.

use serde_json::{Value, json};

use super::{ground::Source, subschema};
use crate::mend::Checker;

/// A longer list holds the decoder to nothing.
const MOST: usize = 24;

/// The values of the source that satisfy a field's schema, those the record has elsewhere left out where others remain.
/// `None` where the schema does not say enough to tell them by: free text may be worded in many ways.
pub(super) fn of(source: &Source, root: &Value, schema: &Value, taken: &[Value]) -> Option<Vec<Value>> {
    let target = subschema::resolved(root, schema);
    let candidates = candidates(source, root, target)?;
    let object = subschema::object(root, [("value", Some(schema.clone()), true)].into_iter());
    let checker = Checker::new(&object).ok()?;
    let mut fitting: Vec<Value> = Vec::new();
    for candidate in candidates {
        if !fitting.contains(&candidate) && checker.validate(&json!({ "value": candidate }).to_string()).is_empty() {
            fitting.push(candidate);
        }
        if fitting.len() > MOST {
            return None;
        }
    }
    let fresh: Vec<Value> = fitting.iter().filter(|candidate| !taken.contains(candidate)).cloned().collect();
    let listed = if fresh.is_empty() { fitting } else { fresh };
    (!listed.is_empty()).then_some(listed)
}

/// What the source offers of the kind that the schema asks for.
fn candidates(source: &Source, root: &Value, schema: &Value) -> Option<Vec<Value>> {
    if let Some(options) = schema.get("enum").and_then(Value::as_array) {
        return Some(
            options.iter().filter(|option| option.as_str().is_some_and(|option| source.says(option))).cloned().collect(),
        );
    }
    if subschema::is_listed(root, schema) {
        return None;
    }
    match schema.get("type")?.as_str()? {
        "integer" | "number" => Some(source.quantities()),
        "string" => match schema.get("format").and_then(Value::as_str) {
            Some("date") => Some(source.dates()),
            Some("email" | "uri" | "uuid" | "ipv4" | "ipv6" | "hostname") => Some(phrases(source)),
            None if schema.get("pattern").is_some() => Some(source.dates().into_iter().chain(phrases(source)).collect()),
            _ => None,
        },
        _ => None,
    }
}

fn phrases(source: &Source) -> Vec<Value> {
    source.phrases().map(Value::from).collect()
}

/// The schema of a field with each value in it held to what the source offers, as far as the schema says enough.
pub(super) fn narrowed(source: &Source, root: &Value, schema: &Value, taken: &[Value]) -> Value {
    narrow(source, root, schema, taken, DEPTH)
}

/// How deep within a field values are listed.
const DEPTH: usize = 4;

fn narrow(source: &Source, root: &Value, schema: &Value, taken: &[Value], depth: usize) -> Value {
    let target = subschema::resolved(root, schema);
    if let Some(listed) = of(source, root, schema, taken) {
        let mut narrowed = json!({ "enum": listed });
        if let Some(kind) = target.get("type") {
            narrowed["type"] = kind.clone();
        }
        return narrowed;
    }
    let Some(members) = target.get("properties").and_then(Value::as_object).filter(|_| depth > 0) else { return schema.clone() };
    let members = members.iter().map(|(name, member)| (name.clone(), narrow(source, root, member, taken, depth - 1)));
    let mut narrowed = target.clone();
    narrowed["properties"] = Value::Object(members.collect());
    narrowed
}
