//! What the providers' decoders understand.

use serde_json::{Map, Value};

/// One decoder.
pub(super) struct Dialect {
    /// A reference with neighbours is replaced by what it names; else it loses the neighbours.
    pub(super) inlines: bool,
    /// `"type": ["string", "null"]` is understood; else it becomes a union.
    pub(super) type_lists: bool,
    /// Each property is required; an optional one is null instead of absent.
    pub(super) all_required: bool,
    /// Which property names are understood.
    pub(super) takes_key: fn(&str) -> bool,
    /// How deep objects may nest.
    pub(super) objects: usize,
    /// Which further keywords are understood.
    pub(super) takes: fn(&str, &Value) -> bool,
}

#[cfg(feature = "anthropic")]
pub(super) const ANTHROPIC: Dialect = Dialect {
    inlines: false,
    type_lists: false,
    all_required: false,
    takes_key: is_name,
    objects: usize::MAX,
    takes: |key, value| match key {
        "format" => is_format(value),
        "minItems" => matches!(value.as_u64(), Some(0 | 1)),
        _ => false,
    },
};

#[cfg(feature = "openai")]
pub(super) const OPENAI: Dialect = Dialect {
    inlines: true,
    type_lists: true,
    all_required: true,
    takes_key: |_| true,
    objects: 10,
    takes: |key, value| match key {
        "format" => is_format(value) && value != "uri",
        "pattern" => value.as_str().is_some_and(|pattern| !pattern.contains("(?")),
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" | "minItems" | "maxItems" => true,
        _ => false,
    },
};

fn is_format(value: &Value) -> bool {
    const FORMATS: [&str; 10] = ["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"];
    value.as_str().is_some_and(|format| FORMATS.contains(&format))
}

/// A name every decoder takes.
pub(super) fn is_name(name: &str) -> bool {
    (1..=64).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-'))
}

/// Keywords that say nothing about the value.
pub(super) fn is_annotation(key: &str) -> bool {
    matches!(key, "$schema" | "$id" | "$anchor" | "$comment" | "examples" | "deprecated" | "readOnly" | "writeOnly")
        || key.starts_with("x-")
}

/// Keywords that decide about members or items. Where one can't be carried over, the decoder would allow something else
/// than the schema, so it has to do without.
pub(super) fn is_structural(key: &str) -> bool {
    const KEYWORDS: [&str; 20] = [
        "$ref",
        "additionalProperties",
        "allOf",
        "anyOf",
        "contains",
        "dependentRequired",
        "dependentSchemas",
        "else",
        "if",
        "items",
        "not",
        "oneOf",
        "patternProperties",
        "prefixItems",
        "properties",
        "propertyNames",
        "required",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
    ];
    KEYWORDS.contains(&key)
}

/// The least bound that the loop itself puts on strings.
const LOOSE: u64 = 256;

/// Says in the description what the decoder does not understand: `{minimum: 1, maximum: 10}`.
pub(super) fn describe(out: &mut Map<String, Value>, rest: &Map<String, Value>) {
    // Said in words, a bound that merely stops a runaway says nothing.
    let is_runaway = |key: &str, value: &Value| key == "maxLength" && value.as_u64().is_some_and(|bound| bound >= LOOSE);
    let rest = rest.iter().filter(|(key, value)| !is_runaway(key, value));
    let rest: Vec<String> = rest.map(|(key, value)| format!("{key}: {value}")).collect();
    if rest.is_empty() {
        return;
    }
    let rest = format!("{{{}}}", rest.join(", "));
    let description = match out.get("description").and_then(Value::as_str) {
        Some(description) => format!("{description}\n\n{rest}"),
        None => rest,
    };
    out.insert("description".to_owned(), Value::String(description));
}
