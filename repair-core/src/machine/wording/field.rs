//! What a field has to be, in words made from its schema.

use serde_json::Value;

use crate::{escape, machine::subschema};

/// How many listed values are named.
const LISTED: usize = 64;
/// How much of a description is told, in characters.
const DESCRIBED: usize = 300;

/// One line: `one of "low", "high"`; `a whole number, at least 1`; for what has parts of its own, its JSON Schema.
pub(super) fn words(root: &Value, schema: &Value, simplified: bool) -> String {
    let mut parts = Vec::new();
    let target = subschema::resolved(root, schema);
    match kind(root, target) {
        Some(kind) => parts.push(kind),
        None => parts.push(format!("as this JSON Schema has it: {}", escape::visible_json(&target.to_string()))),
    }
    if !simplified {
        parts.extend(bounds(target));
    }
    let description = [schema, target].into_iter().find_map(|schema| schema.get("description")?.as_str());
    if let Some(description) = description {
        parts.push(escape::clipped(description.trim(), DESCRIBED).replace('\n', " "));
    }
    parts.join("; ")
}

/// What kind of scalar it is; `None` for anything else.
fn kind(root: &Value, schema: &Value) -> Option<String> {
    if let Some(options) = schema.get("enum").and_then(Value::as_array) {
        let options: Vec<String> = options.iter().take(LISTED).map(Value::to_string).collect();
        return Some(format!("one of {}", options.join(", ")));
    }
    if let Some(only) = schema.get("const") {
        return Some(only.to_string());
    }
    if let Some(variants) = ["anyOf", "oneOf"].into_iter().find_map(|key| schema.get(key)?.as_array()) {
        let variants: Option<Vec<String>> =
            variants.iter().map(|variant| kind(root, subschema::resolved(root, variant))).collect();
        return Some(variants?.join(", or "));
    }
    let named = |kind: &str| match kind {
        "string" => Some(match schema.get("format").and_then(Value::as_str) {
            Some("date") => "a date, YYYY-MM-DD".to_owned(),
            Some("date-time") => "a date and time in ISO 8601, like 2026-01-31T09:00:00Z".to_owned(),
            Some("email") => "an e-mail address".to_owned(),
            Some(format) => format!("text in the format {format}"),
            None => "text".to_owned(),
        }),
        "integer" => Some("a whole number, in digits".to_owned()),
        "number" => Some("a number, in digits".to_owned()),
        "boolean" => Some("true or false".to_owned()),
        "null" => Some("null".to_owned()),
        _ => None,
    };
    match schema.get("type")? {
        Value::Array(kinds) => {
            let kinds: Option<Vec<String>> = kinds.iter().map(|kind| named(kind.as_str()?)).collect();
            Some(kinds?.join(", or "))
        }
        kind => named(kind.as_str()?),
    }
}

fn bounds(schema: &Value) -> Option<String> {
    const WORDS: [(&str, &str); 8] = [
        ("minimum", "at least"),
        ("exclusiveMinimum", "more than"),
        ("maximum", "at most"),
        ("exclusiveMaximum", "less than"),
        ("multipleOf", "a multiple of"),
        ("minLength", "at least"),
        ("maxLength", "at most"),
        ("pattern", "matching the pattern"),
    ];
    let unit = |key: &str, bound: &Value| match key {
        "minLength" | "maxLength" if *bound == 1 => " character",
        "minLength" | "maxLength" => " characters",
        _ => "",
    };
    let said = |(key, words): &(&str, &str)| {
        let bound = schema.get(key)?;
        Some(format!("{words} {bound}{}", unit(key, bound)))
    };
    let said: Vec<String> = WORDS.iter().filter_map(said).collect();
    (!said.is_empty()).then(|| said.join(", "))
}
