//! The part of a JSON Schema that describes one place of a value, and what of it a decoder should hear.

use serde_json::{Map, Value, json};

use crate::format::span::pointer;

/// How many references and unions are followed on the way to one place; a schema may be a circle.
const STEPS: usize = 64;
/// How deep a schema is walked.
const DEPTH: usize = 64;
/// The shortest bound that is put on a string that has none.
const LOOSE: u64 = 256;

/// What a schema says of one place.
#[derive(Clone, Copy)]
pub(super) struct Found<'s> {
    /// Its schema, without the definitions it may refer to.
    pub(super) schema: &'s Value,
    /// Whether the schema names every key on the way there; a key of a map is data.
    pub(super) declared: bool,
}

/// The schema of a place; `None` where the document says nothing of it.
pub(super) fn at<'s>(root: &'s Value, path: &str) -> Option<Found<'s>> {
    let mut steps = STEPS;
    let whole = Found { schema: root, declared: true };
    path.split('/').skip(1).try_fold(whole, |holder, token| {
        let found = below(root, holder.schema, &pointer::unescape(token), &mut steps)?;
        Some(Found { declared: holder.declared && found.declared, ..found })
    })
}

/// The schema itself, its reference followed.
pub(super) fn resolved<'s>(root: &'s Value, mut schema: &'s Value) -> &'s Value {
    for _ in 0..STEPS {
        let target = schema.get("$ref").and_then(Value::as_str).and_then(|to| root.pointer(to.strip_prefix('#')?));
        match target {
            Some(target) => schema = target,
            None => break,
        }
    }
    schema
}

/// A path with `*` for each token that the data chose: the number of an item, the key of a map.
pub(crate) fn general_path(root: Option<&Value>, path: &str) -> String {
    let mut steps = STEPS;
    let mut holder = root;
    let mut general = String::with_capacity(path.len());
    for (n, token) in path.split('/').enumerate() {
        if n == 0 {
            general.push_str(token);
            continue;
        }
        let found = holder.zip(root).and_then(|(holder, root)| below(root, holder, &pointer::unescape(token), &mut steps));
        let is_data = pointer::index(token).is_some() || found.is_some_and(|found| !found.declared);
        general.push('/');
        general.push_str(if is_data { "*" } else { token });
        holder = found.map(|found| found.schema);
    }
    general
}

fn below<'s>(root: &'s Value, schema: &'s Value, token: &str, steps: &mut usize) -> Option<Found<'s>> {
    *steps = steps.checked_sub(1)?;
    let schema = resolved(root, schema);
    let list = |key: &str| schema.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let object = |key: &str| schema.get(key).filter(|value| value.is_object());
    let declared = |schema| Found { schema, declared: true };
    if let Some(member) = object("properties").and_then(|members| members.get(token)) {
        return Some(declared(member));
    }
    if let Ok(index) = token.parse::<usize>()
        && let Some(item) = list("prefixItems").get(index).or_else(|| object("items"))
    {
        return Some(declared(item));
    }
    // Of alternatives, the first that knows the place.
    let alternatives = ["allOf", "anyOf", "oneOf"].into_iter().flat_map(list);
    let conditional = ["then", "else"].into_iter().filter_map(object);
    alternatives
        .chain(conditional)
        .find_map(|schema| below(root, schema, token, steps))
        .or_else(|| object("additionalProperties").map(|schema| Found { schema, declared: false }))
}

/// Whether the values of a schema are listed in it.
pub(super) fn is_listed(root: &Value, schema: &Value) -> bool {
    listed(root, schema, None, &mut { STEPS })
}

/// Whether a value is one of those that its schema lists.
pub(super) fn lists(root: &Value, schema: &Value, value: &Value) -> bool {
    listed(root, schema, Some(value), &mut { STEPS })
}

fn listed(root: &Value, schema: &Value, value: Option<&Value>, steps: &mut usize) -> bool {
    if *steps == 0 {
        return false;
    }
    *steps -= 1;
    let schema = resolved(root, schema);
    let is = |listed: &Value| value.is_none_or(|value| listed == value);
    if let Some(options) = schema.get("enum").and_then(Value::as_array) {
        return value.is_none() || options.iter().any(is);
    }
    if let Some(only) = schema.get("const") {
        return is(only);
    }
    let is_null = |schema: &Value| schema.get("type").is_some_and(|kind| kind == "null");
    ["anyOf", "oneOf"].into_iter().filter_map(|key| schema.get(key)?.as_array()).any(|variants| {
        let mut variants = variants.iter().filter(|variant| !is_null(variant)).peekable();
        variants.peek().is_some()
            && match value {
                Some(_) => variants.any(|variant| listed(root, variant, value, steps)),
                None => variants.all(|variant| listed(root, variant, None, steps)),
            }
    })
}

/// Whether a schema refers to another part of its document.
fn refers(schema: &Value, depth: usize) -> bool {
    depth > 0
        && match schema {
            Value::Object(fields) => fields.contains_key("$ref") || fields.values().any(|value| refers(value, depth - 1)),
            Value::Array(items) => items.iter().any(|item| refers(item, depth - 1)),
            _ => false,
        }
}

/// The schema of an object with these members, and the definitions of the document they come from.
pub(super) fn object<'m>(root: &Value, members: impl Iterator<Item = (&'m str, Option<Value>, bool)>) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (name, schema, is_required) in members {
        properties.insert(name.to_owned(), schema.unwrap_or_else(|| json!({})));
        if is_required {
            required.push(name);
        }
    }
    let mut object = json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false });
    for key in ["$defs", "definitions"] {
        if let Some(definitions) = root.get(key).filter(|_| refers(&object, DEPTH)) {
            object[key] = definitions.clone();
        }
    }
    object
}

/// The schema a decoder is constrained by: every string has a bound that stops a runaway and does not do the shortening.
pub(super) fn decoding(schema: &Value, longest: usize) -> Value {
    let mut schema = schema.clone();
    let loose = LOOSE.max(u64::try_from(longest).unwrap_or(u64::MAX).saturating_mul(2));
    loosen(&mut schema, loose, DEPTH);
    schema
}

fn loosen(schema: &mut Value, loose: u64, depth: usize) {
    let Some(fields) = schema.as_object_mut().filter(|_| depth > 0) else { return };
    let is_text = fields
        .get("type")
        .is_some_and(|kind| kind == "string" || kind.as_array().is_some_and(|kinds| kinds.contains(&json!("string"))));
    if is_text && !fields.contains_key("enum") && !fields.contains_key("const") {
        let own = |key: &str| fields.get(key).and_then(Value::as_u64).map_or(0, |bound| bound.saturating_mul(2));
        let bound = loose.max(own("maxLength")).max(own("minLength"));
        fields.insert("maxLength".to_owned(), bound.into());
    }
    for_each_below(fields, |schema| loosen(schema, loose, depth - 1));
}

/// The schema without what is checked after: bounds, lengths, patterns, formats.
pub(super) fn simplified(schema: &Value) -> Value {
    let mut schema = schema.clone();
    relax(&mut schema, DEPTH);
    schema
}

fn relax(schema: &mut Value, depth: usize) {
    const SOFT: [&str; 14] = [
        "pattern",
        "format",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minItems",
        "maxItems",
        "uniqueItems",
        "minProperties",
        "maxProperties",
    ];
    let Some(fields) = schema.as_object_mut().filter(|_| depth > 0) else { return };
    fields.retain(|key, _| !SOFT.contains(&key.as_str()));
    for_each_below(fields, |schema| relax(schema, depth - 1));
}

fn for_each_below(fields: &mut Map<String, Value>, mut visit: impl FnMut(&mut Value)) {
    for (key, value) in fields {
        match (key.as_str(), value) {
            ("properties" | "$defs" | "definitions" | "patternProperties", Value::Object(members)) => {
                members.values_mut().for_each(&mut visit);
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(variants)) => variants.iter_mut().for_each(&mut visit),
            ("items" | "additionalProperties" | "then" | "else", schema @ Value::Object(_)) => visit(schema),
            _ => {}
        }
    }
}
