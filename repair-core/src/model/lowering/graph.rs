//! References between the definitions of a schema.

use serde_json::Value;

/// What a local reference names: a definition, or the whole schema.
pub(super) fn resolve<'s>(root: &'s Value, reference: &str) -> Option<&'s Value> {
    match name(reference) {
        Some(name) => root.get("$defs")?.get(name),
        None => (reference == "#").then_some(root),
    }
}

/// The name of the definition a reference names.
pub(super) fn name(reference: &str) -> Option<&str> {
    reference.strip_prefix("#/$defs/")
}

/// Whether null satisfies a schema, as far as can be seen; where this says no, it does not.
pub(super) fn admits_null(root: &Value, schema: &Value) -> bool {
    admits(root, schema, 16)
}

fn admits(root: &Value, schema: &Value, fuel: u8) -> bool {
    let Value::Object(map) = schema else { return schema == &Value::Bool(true) };
    let Some(fuel) = fuel.checked_sub(1) else { return true };
    map.iter().all(|(key, value)| match (key.as_str(), value) {
        ("type", Value::Array(types)) => types.iter().any(|one| one == "null"),
        ("type", one) => one == "null",
        ("const", value) => value.is_null(),
        ("enum", Value::Array(values)) => values.contains(&Value::Null),
        ("anyOf" | "oneOf", Value::Array(variants)) => variants.iter().any(|one| admits(root, one, fuel)),
        ("allOf", Value::Array(parts)) => parts.iter().all(|one| admits(root, one, fuel)),
        ("$ref", Value::String(reference)) => resolve(root, reference).is_none_or(|schema| admits(root, schema, fuel)),
        _ => true,
    })
}

/// Whether a schema contains itself.
#[cfg(feature = "anthropic")]
pub(super) fn is_recursive(root: &Value) -> bool {
    Search { root, open: Vec::new(), done: Vec::new() }.schema(root)
}

#[cfg(feature = "anthropic")]
struct Search<'s> {
    root: &'s Value,
    open: Vec<&'s str>,
    done: Vec<&'s str>,
}

#[cfg(feature = "anthropic")]
impl<'s> Search<'s> {
    fn schema(&mut self, schema: &'s Value) -> bool {
        let Value::Object(map) = schema else { return false };
        map.iter().any(|(key, value)| match (key.as_str(), value) {
            ("$ref", Value::String(reference)) => self.reference(reference),
            ("properties" | "patternProperties", Value::Object(named)) => named.values().any(|one| self.schema(one)),
            ("$defs" | "enum" | "const" | "default" | "examples", _) => false,
            (_, Value::Array(schemas)) => schemas.iter().any(|one| self.schema(one)),
            (_, schema) => self.schema(schema),
        })
    }

    fn reference(&mut self, reference: &'s str) -> bool {
        if reference == "#" || self.open.contains(&reference) {
            return true;
        }
        let Some(schema) = resolve(self.root, reference).filter(|_| !self.done.contains(&reference)) else { return false };
        self.open.push(reference);
        let recursive = self.schema(schema);
        self.open.pop();
        self.done.push(reference);
        recursive
    }
}
