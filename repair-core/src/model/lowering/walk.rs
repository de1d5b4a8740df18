//! The walk over a schema that lowers each part of it.

use serde_json::{Map, Value, json};

use super::{
    dialect::{Dialect, describe, is_annotation, is_name, is_structural},
    graph,
};

type Object = Map<String, Value>;

/// More subschemas than any provider takes; inlining could make endlessly many.
const SUBSCHEMAS: usize = 5_000;
/// How deep subschemas may nest, which bounds the recursion.
const DEPTH: usize = 64;

/// `None` from any of its methods means that the decoder would allow something else than the schema.
pub(super) struct Walk<'s> {
    dialect: &'static Dialect,
    root: &'s Value,
    /// Properties that may be absent.
    pub(super) optional: usize,
    /// Places where the type is one of several.
    pub(super) unions: usize,
    subschemas: usize,
    depth: usize,
    objects: usize,
    /// Definitions that are referred to, in the order they were met.
    referred: Vec<String>,
    /// References that are being inlined.
    inlining: Vec<String>,
}

impl<'s> Walk<'s> {
    pub(super) fn new(dialect: &'static Dialect, root: &'s Value) -> Self {
        Self {
            dialect,
            root,
            optional: 0,
            unions: 0,
            subschemas: 0,
            depth: 0,
            objects: 0,
            referred: Vec::new(),
            inlining: Vec::new(),
        }
    }

    /// The whole schema, with those of its definitions that are still referred to.
    pub(super) fn lower(&mut self) -> Option<Value> {
        let mut lowered = self.schema(self.root)?;
        let mut definitions = Object::new();
        let mut next = 0;
        while let Some(name) = self.referred.get(next).cloned() {
            let schema = self.schema(self.root.get("$defs")?.get(&name)?)?;
            definitions.insert(name, schema);
            next += 1;
        }
        if !definitions.is_empty() {
            lowered.as_object_mut()?.insert("$defs".to_owned(), Value::Object(definitions));
        }
        Some(lowered)
    }

    fn schema(&mut self, schema: &Value) -> Option<Value> {
        self.object(schema.as_object()?.clone()).map(Value::Object)
    }

    fn object(&mut self, mut rest: Object) -> Option<Object> {
        self.subschemas += 1;
        if self.subschemas > SUBSCHEMAS || self.depth == DEPTH {
            return None;
        }
        rest.retain(|key, _| !is_annotation(key) && key != "$defs");
        self.depth += 1;
        let lowered = self.keywords(rest);
        self.depth -= 1;
        lowered
    }

    fn keywords(&mut self, mut rest: Object) -> Option<Object> {
        if let Some(reference) = rest.remove("$ref") {
            return self.reference(reference.as_str()?, rest);
        }
        if let Some(parts) = rest.remove("allOf") {
            let [Value::Object(only)] = parts.as_array()?.as_slice() else { return None };
            return self.merged(only.clone(), rest);
        }
        let mut out = Object::new();
        for key in ["title", "description"] {
            out.extend(rest.remove_entry(key));
        }
        if let Some(variants) = rest.remove("anyOf").or_else(|| rest.remove("oneOf")) {
            rest.remove("type");
            self.union(variants.as_array()?, &mut out, &rest)?;
        } else if rest.contains_key("enum") || rest.contains_key("const") {
            self.literal(&mut out, &mut rest)?;
        } else {
            self.typed(&mut out, &mut rest)?;
        }
        describe(&mut out, &rest);
        Some(out)
    }

    fn reference(&mut self, reference: &str, neighbours: Object) -> Option<Object> {
        let target = graph::resolve(self.root, reference)?.as_object()?;
        let is_root = self.depth == 1;
        let inline = self.dialect.inlines && (is_root || !neighbours.is_empty());
        // A type that contains itself would be inlined for ever.
        if inline && !self.inlining.iter().any(|open| open == reference) {
            self.inlining.push(reference.to_owned());
            let merged = self.merged(target.clone(), neighbours);
            self.inlining.pop();
            return merged;
        }
        if let Some(name) = graph::name(reference) {
            if !is_name(name) {
                return None;
            }
            if !self.referred.iter().any(|referred| referred == name) {
                self.referred.push(name.to_owned());
            }
        }
        Some(Object::from_iter([("$ref".to_owned(), Value::from(reference))]))
    }

    /// A schema with its neighbours, which may add to it but not contradict it.
    fn merged(&mut self, mut schema: Object, neighbours: Object) -> Option<Object> {
        if neighbours.keys().any(|key| is_structural(key) && schema.contains_key(key)) {
            return None;
        }
        schema.extend(neighbours);
        self.object(schema)
    }

    fn union(&mut self, variants: &[Value], out: &mut Object, rest: &Object) -> Option<()> {
        if variants.is_empty() || rest.keys().any(|key| is_structural(key)) {
            return None;
        }
        self.unions += 1;
        let variants: Option<Vec<Value>> = variants.iter().map(|variant| self.schema(variant)).collect();
        out.insert("anyOf".to_owned(), Value::Array(variants?));
        Some(())
    }

    fn literal(&mut self, out: &mut Object, rest: &mut Object) -> Option<()> {
        for key in ["enum", "const"] {
            let Some(literal) = rest.remove(key) else { continue };
            let values = if key == "enum" { literal.as_array()?.as_slice() } else { std::slice::from_ref(&literal) };
            if values.is_empty() || values.iter().any(|value| value.is_array() || value.is_object()) {
                return None;
            }
            out.insert(key.to_owned(), literal);
        }
        let kind = rest.remove_entry("type");
        if self.dialect.type_lists {
            out.extend(kind);
        }
        Some(())
    }

    fn typed(&mut self, out: &mut Object, rest: &mut Object) -> Option<()> {
        let kinds = match rest.remove("type")? {
            Value::Array(kinds) if !self.dialect.type_lists => return self.spread(&kinds, out, rest),
            kinds => kinds,
        };
        for kind in kinds.as_array().map_or(std::slice::from_ref(&kinds), Vec::as_slice) {
            self.kind(kind.as_str()?, out, rest)?;
        }
        if rest.keys().any(|key| is_structural(key)) {
            return None;
        }
        out.insert("type".to_owned(), kinds);
        let (kept, other) = std::mem::take(rest).into_iter().partition(|(key, value)| (self.dialect.takes)(key, value));
        out.extend::<Object>(kept);
        *rest = other;
        Some(())
    }

    /// A list of types as a union.
    fn spread(&mut self, kinds: &[Value], out: &mut Object, rest: &mut Object) -> Option<()> {
        let rest = std::mem::take(rest);
        let variant = |kind: &Value| {
            let mut variant = if kind == "null" { Object::new() } else { rest.clone() };
            variant.insert("type".to_owned(), kind.clone());
            Value::Object(variant)
        };
        let variants: Vec<Value> = kinds.iter().map(variant).collect();
        self.union(&variants, out, &Object::new())
    }

    fn kind(&mut self, kind: &str, out: &mut Object, rest: &mut Object) -> Option<()> {
        match kind {
            "object" => self.members(out, rest),
            "array" => {
                let items = rest.remove("items")?;
                out.insert("items".to_owned(), self.schema(&items)?);
                Some(())
            }
            "string" | "number" | "integer" | "boolean" | "null" => Some(()),
            _ => None,
        }
    }

    /// A closed object. One with free keys can't be closed: nothing but `{}` would be left.
    fn members(&mut self, out: &mut Object, rest: &mut Object) -> Option<()> {
        let closed = rest.remove("additionalProperties").or_else(|| rest.remove("unevaluatedProperties"));
        let properties = match (rest.remove("properties"), &closed) {
            (Some(Value::Object(properties)), None | Some(Value::Bool(false))) => properties,
            (None, Some(Value::Bool(false))) => Object::new(),
            _ => return None,
        };
        let required = rest.remove("required").unwrap_or_else(|| json!([]));
        let required: Vec<&str> = required.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?;
        if required.iter().any(|&name| !properties.contains_key(name)) {
            return None;
        }
        let properties = self.properties(properties, &required)?;
        let required: Vec<Value> = if self.dialect.all_required {
            properties.keys().map(|name| Value::from(name.as_str())).collect()
        } else {
            required.into_iter().map(Value::from).collect()
        };
        out.insert("properties".to_owned(), Value::Object(properties));
        out.insert("required".to_owned(), Value::Array(required));
        out.insert("additionalProperties".to_owned(), Value::Bool(false));
        Some(())
    }

    fn properties(&mut self, properties: Object, required: &[&str]) -> Option<Object> {
        self.objects += 1;
        if self.objects > self.dialect.objects {
            return None;
        }
        let mut lowered = Object::new();
        for (name, schema) in properties {
            if !(self.dialect.takes_key)(&name) {
                return None;
            }
            let mut property = self.schema(&schema)?;
            if !required.contains(&name.as_str()) {
                self.optional += 1;
                if self.dialect.all_required && !graph::admits_null(self.root, &schema) {
                    property = json!({"anyOf": [property, {"type": "null"}]});
                }
            }
            lowered.insert(name, property);
        }
        self.objects -= 1;
        Some(lowered)
    }
}
