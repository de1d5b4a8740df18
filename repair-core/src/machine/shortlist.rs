//! The few values a field can take, where a new value must stand in the source anyway: the decoder is held to these.

use serde_json::{Value, json};

use super::{
    ground::{Candidate, Known, Source},
    guard, subschema,
};
use crate::mend::Checker;

/// A longer list holds the decoder to nothing.
const MOST: usize = 24;
/// How deep within a field values are listed.
const DEPTH: usize = 4;
/// A value with less than this part of the best one's evidence is not the one that is meant.
const CLEARLY: f64 = 0.67;

/// What a field's values may be narrowed to.
pub(super) struct Shortlist<'a> {
    source: &'a Source,
    root: &'a Value,
    record: &'a Value,
    /// The values the record has already.
    taken: Vec<Value>,
    /// Whether the words around a value have to speak for it.
    by_evidence: bool,
}

impl<'a> Shortlist<'a> {
    pub(super) fn new(source: &'a Source, root: &'a Value, record: &'a Value, by_evidence: bool) -> Self {
        let taken = guard::leaves("", record).into_iter().map(|(_, value)| value).collect();
        Self { source, root, record, taken, by_evidence }
    }

    /// What the record has beside the place, as text: of a part of it, since the whole record is beside everything.
    fn neighbours(&self, path: &str) -> String {
        let holder = path.rsplit_once('/').map(|(holder, _)| holder).filter(|holder| !holder.is_empty());
        let members = holder.and_then(|holder| self.record.pointer(holder)?.as_object());
        let texts = members.into_iter().flat_map(|members| members.iter()).filter(|(name, _)| !path.ends_with(name.as_str()));
        texts.filter_map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The schema of the field at a path, each value in it held to what the source offers, as far as the schema says enough.
    pub(super) fn narrowed(&self, path: &str, schema: &Value) -> Value {
        self.narrow(path, schema, DEPTH)
    }

    fn narrow(&self, path: &str, schema: &Value, depth: usize) -> Value {
        let target = subschema::resolved(self.root, schema);
        if let Some(listed) = self.values(path, schema) {
            let mut narrowed = json!({ "enum": listed });
            for key in ["type", "description"] {
                if let Some(kept) = schema.get(key).or_else(|| target.get(key)) {
                    narrowed[key] = kept.clone();
                }
            }
            return narrowed;
        }
        let Some(members) = target.get("properties").and_then(Value::as_object).filter(|_| depth > 0) else {
            return schema.clone();
        };
        let members =
            members.iter().map(|(name, member)| (name.clone(), self.narrow(&format!("{path}/{name}"), member, depth - 1)));
        let mut narrowed = target.clone();
        narrowed["properties"] = Value::Object(members.collect());
        narrowed
    }

    /// The values of the source that satisfy a field's schema, those the record has elsewhere left out where others remain.
    /// `None` where the schema does not say enough to tell them by: free text may be worded in many ways.
    fn values(&self, path: &str, schema: &Value) -> Option<Vec<Value>> {
        let target = subschema::resolved(self.root, schema);
        let candidates = self.candidates(target)?;
        let object = subschema::object(self.root, [("value", Some(schema.clone()), true)].into_iter());
        let checker = Checker::new(&object).ok()?;
        let description = schema.get("description").or_else(|| target.get("description")).and_then(Value::as_str);
        let known = Known::by(path, description, &self.neighbours(path));
        let mut fitting: Vec<(Value, f64)> = Vec::new();
        for Candidate { value, place } in candidates {
            let evidence = self.source.evidence(&[place], &known);
            match fitting.iter_mut().find(|(known, _)| *known == value) {
                Some((_, best)) => *best = best.max(evidence),
                None if checker.validate(&json!({ "value": value }).to_string()).is_empty() => fitting.push((value, evidence)),
                None => {}
            }
            if fitting.len() > MOST {
                return None;
            }
        }
        let fresh: Vec<(Value, f64)> = fitting.iter().filter(|(value, _)| !self.taken.contains(value)).cloned().collect();
        let mut listed = if fresh.is_empty() { fitting } else { fresh };
        if self.by_evidence {
            let best = listed.iter().map(|(_, evidence)| *evidence).fold(0.0, f64::max);
            listed.retain(|(_, evidence)| best > 0.0 && *evidence >= best * CLEARLY);
        }
        (!listed.is_empty()).then(|| listed.into_iter().map(|(value, _)| value).collect())
    }

    /// What the source offers of the kind that the schema asks for.
    fn candidates(&self, schema: &Value) -> Option<Vec<Candidate>> {
        if let Some(options) = schema.get("enum").and_then(Value::as_array) {
            return Some(options.iter().filter_map(Value::as_str).flat_map(|option| self.source.mentions(option)).collect());
        }
        if subschema::is_listed(self.root, schema) {
            return None;
        }
        match schema.get("type")?.as_str()? {
            "integer" | "number" => Some(self.source.quantities()),
            "string" => match schema.get("format").and_then(Value::as_str) {
                Some("date") => Some(self.source.dates()),
                Some("email" | "uri" | "uuid" | "ipv4" | "ipv6" | "hostname") => Some(self.source.phrases().collect()),
                None if schema.get("pattern").is_some() => {
                    Some(self.source.dates().into_iter().chain(self.source.phrases()).collect())
                }
                _ => None,
            },
            _ => None,
        }
    }
}
