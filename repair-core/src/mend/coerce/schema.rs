//! What a schema says, as far as coercion reads it.

use serde_json::{Map, Value};

use super::names;
use crate::format::span::{Kind, Place};

/// One of the things that must all hold.
#[derive(Clone, Copy)]
pub(in crate::mend) enum Part<'s> {
    /// The keywords about the value itself.
    Own(&'s Map<String, Value>),
    Ref(&'s Value),
    All(&'s Value),
    Union {
        branches: &'s [Value],
        exactly_one: bool,
    },
}

const OWN: [&str; 19] = [
    "type",
    "enum",
    "const",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "prefixItems",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "multipleOf",
];

pub(in crate::mend) fn parts(keywords: &Map<String, Value>) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    if OWN.iter().any(|keyword| keywords.contains_key(*keyword)) {
        parts.push(Part::Own(keywords));
    }
    if let Some(reference) = keywords.get("$ref").or_else(|| keywords.get("$dynamicRef")) {
        parts.push(Part::Ref(reference));
    }
    if let Some(Value::Array(all)) = keywords.get("allOf") {
        parts.extend(all.iter().map(Part::All));
    }
    for (keyword, exactly_one) in [("anyOf", false), ("oneOf", true)] {
        if let Some(Value::Array(branches)) = keywords.get(keyword) {
            parts.push(Part::Union { branches, exactly_one });
        }
    }
    parts
}

/// The other names that the keyword `x-alias` gives to members or values: `{"full_name": "name"}`, or a list of them.
pub(in crate::mend) fn aliases(keywords: &Map<String, Value>) -> impl Iterator<Item = (&str, &str)> {
    let given = keywords.get("x-alias").and_then(Value::as_object).into_iter().flatten();
    given.flat_map(|(name, aliases)| {
        let several = aliases.as_array().map_or(std::slice::from_ref(aliases), Vec::as_slice);
        several.iter().filter_map(Value::as_str).map(move |alias| (name.as_str(), alias))
    })
}

/// What a reference leads to.
pub(in crate::mend) enum Target<'s> {
    Schema(&'s Value),
    /// In another document, of which nothing is known.
    Elsewhere,
    Nowhere,
}

pub(in crate::mend) fn follow<'s>(root: &'s Value, reference: &Value) -> Target<'s> {
    let Value::String(reference) = reference else { return Target::Nowhere };
    let Some(pointer) = reference.strip_prefix('#') else { return Target::Elsewhere };
    let found = root.pointer(&percent_decoded(pointer)).or_else(|| anchored(root, pointer));
    found.map_or(Target::Nowhere, Target::Schema)
}

/// `$defs` are where anchors are put in practice.
fn anchored<'s>(root: &'s Value, name: &str) -> Option<&'s Value> {
    let defs = root.get("$defs")?.as_object()?.values();
    defs.chain([root]).find(|schema| schema.get("$anchor").and_then(Value::as_str) == Some(name))
}

fn percent_decoded(pointer: &str) -> String {
    let mut bytes = Vec::with_capacity(pointer.len());
    let mut rest = pointer.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).filter(|_| *first == b'%').and_then(|hex| std::str::from_utf8(hex).ok());
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = tail.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| pointer.to_owned())
}

/// The types a value may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mend) struct Types(u8);

const NAMES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];

impl Types {
    pub(in crate::mend) const NULL: u8 = 1;
    pub(in crate::mend) const BOOLEAN: u8 = 2;
    pub(in crate::mend) const INTEGER: u8 = 4;
    pub(in crate::mend) const NUMBER: u8 = 8;
    pub(in crate::mend) const STRING: u8 = 16;
    pub(in crate::mend) const ARRAY: u8 = 32;
    const OBJECT: u8 = 64;

    /// All of them where the schema names none; `None` where it names what is no type.
    pub(in crate::mend) fn of(keywords: &Map<String, Value>) -> Option<Self> {
        let bit = |name: &Value| NAMES.iter().position(|known| name.as_str() == Some(known)).map(|n| 1 << n);
        match keywords.get("type") {
            None => Some(Self(u8::MAX)),
            Some(Value::Array(names)) => names.iter().try_fold(0, |all, name| Some(all | bit(name)?)).map(Self),
            Some(name) => bit(name).map(Self),
        }
    }

    pub(in crate::mend) fn has(self, bits: u8) -> bool {
        self.0 & bits != 0
    }

    pub(super) fn allow(self, place: Place<'_>) -> bool {
        match place.kind() {
            Kind::Null => self.has(Self::NULL),
            Kind::Bool => self.has(Self::BOOLEAN),
            Kind::Number => self.has(Self::NUMBER) || (self.has(Self::INTEGER) && super::numbers::is_integer(place.raw())),
            Kind::Text => self.has(Self::STRING),
            Kind::Array => self.has(Self::ARRAY),
            Kind::Object => self.has(Self::OBJECT),
        }
    }

    pub(super) fn in_words(self) -> String {
        let named: Vec<_> = NAMES.iter().enumerate().filter(|(n, _)| self.0 & (1 << n) != 0).map(|(_, name)| *name).collect();
        named.join(" or ")
    }
}

/// How far schemas are followed to answer a question about all of them.
const LOOK_AHEAD: usize = 16;

/// Whether `ask` holds for the own keywords of the schema or of one it leads to for the same value.
fn any(root: &Value, schema: &Value, ask: &dyn Fn(&Map<String, Value>) -> bool) -> bool {
    let mut open = vec![(schema, 0)];
    let mut looked = 0;
    while let Some((schema, depth)) = open.pop() {
        looked += 1;
        let Value::Object(keywords) = schema else { continue };
        if depth > LOOK_AHEAD || looked > LOOK_AHEAD * LOOK_AHEAD {
            return true;
        }
        for part in parts(keywords) {
            match part {
                Part::Own(keywords) if ask(keywords) => return true,
                Part::Own(_) => {}
                Part::All(schema) => open.push((schema, depth + 1)),
                Part::Union { branches, .. } => open.extend(branches.iter().map(|branch| (branch, depth + 1))),
                Part::Ref(reference) => {
                    if let Target::Schema(schema) = follow(root, reference) {
                        open.push((schema, depth + 1));
                    }
                }
            }
        }
    }
    false
}

/// Whether the schema knows a member by this name, however it is spelled.
pub(super) fn names_member(root: &Value, schema: &Value, name: &str) -> bool {
    let name = names::fold(name);
    any(root, schema, &|keywords| {
        let properties = keywords.get("properties").and_then(Value::as_object);
        let known = properties.into_iter().flat_map(Map::keys).map(String::as_str);
        known.chain(aliases(keywords).map(|(_, alias)| alias)).any(|key| names::fold(key) == name)
    })
}

/// Whether any value at all of one of these types may stand here.
pub(super) fn takes(root: &Value, schema: &Value, bits: u8) -> bool {
    any(root, schema, &|keywords| {
        let chosen = keywords.contains_key("enum") || keywords.contains_key("const");
        !chosen && keywords.contains_key("type") && Types::of(keywords).is_some_and(|types| types.has(bits))
    })
}
