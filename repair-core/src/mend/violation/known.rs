//! The keys that a schema knows.

use serde_json::{Map, Value};

use crate::mend::coerce::schema::{Target, follow};

/// How many references are followed to the schema that says something itself.
const REFERENCES: usize = 16;

/// The members that a schema names, behind references to it.
pub(super) fn members<'s>(root: &'s Value, schema: &'s Value) -> Option<&'s Map<String, Value>> {
    let mut schema = schema.as_object()?;
    for _ in 0..REFERENCES {
        if let Some(members) = schema.get("properties") {
            return members.as_object();
        }
        let Target::Schema(next) = follow(root, schema.get("$ref")?) else { return None };
        schema = next.as_object()?;
    }
    None
}

/// The keys known beside the keyword at this place in the schema that the object does not have.
pub(super) fn absent(root: &Value, keyword: &str, object: &Value) -> Vec<String> {
    let beside = keyword.rsplit_once('/').and_then(|(schema, _)| root.pointer(schema));
    let known = beside.and_then(|schema| members(root, schema)).into_iter().flat_map(Map::keys);
    known.filter(|name| object.get(name.as_str()).is_none()).cloned().collect()
}
