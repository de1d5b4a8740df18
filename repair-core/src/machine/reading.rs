//! The one value of the source that can be meant for a field: of its kind, satisfying its schema, and spoken for by what
//! stands around it or by what the field holds now.

use serde_json::{Map, Value, json};

use super::{
    ground::{Candidate, Known, Source, likeness},
    guard, subschema,
};
use crate::{
    format::span::pointer,
    mend::{self, Checker},
};

/// Among more values than these none is clearly meant.
const MOST: usize = 64;
/// How deep within a field values are listed.
const DEPTH: usize = 4;
/// The next best value has at most this part of the best one's evidence.
const CLEARLY: f64 = 0.67;
/// How much the words around a value count that the record has elsewhere.
const TAKEN: f64 = 0.25;
/// A longer wrong text is not compared, in bytes.
const COMPARED: usize = 1024;
/// How much of what stands beside a field is looked for around a value, in bytes.
const BESIDE: usize = 512;
/// The least evidence that says anything.
const LEAST: f64 = 0.3;

/// What a source says of fields.
pub(super) struct Reading<'a> {
    source: &'a Source<'a>,
    root: &'a Value,
    record: &'a Value,
    /// The values the record has already.
    taken: Vec<Value>,
}

impl<'a> Reading<'a> {
    pub(super) fn new(source: &'a Source<'a>, root: &'a Value, record: &'a Value) -> Self {
        let taken = guard::leaves("", record).into_iter().map(|(_, value)| value).collect();
        Self { source, root, record, taken }
    }

    /// What the record has beside the place, as text: of a part of it, since the whole record is beside everything.
    fn neighbours(&self, path: &str) -> String {
        let holder = path.rsplit_once('/').map(|(holder, _)| holder).filter(|holder| !holder.is_empty());
        let members = holder.and_then(|holder| self.record.pointer(holder)?.as_object());
        let texts = members.into_iter().flat_map(|members| members.iter()).filter(|(name, _)| !path.ends_with(name.as_str()));
        let near = texts.filter_map(|(_, value)| value.as_str()).filter(|text| text.len() <= BESIDE).take(8);
        near.collect::<Vec<_>>().join(" ")
    }

    /// The value of the field at a path, parts of it included, if the source clearly has one.
    pub(super) fn value(&self, path: &str, schema: &Value) -> Option<Value> {
        self.read(path, schema, DEPTH)
    }

    fn read(&self, path: &str, schema: &Value, depth: usize) -> Option<Value> {
        if let Some(value) = self.scalar(path, schema) {
            return Some(value);
        }
        // What is there already may hold more than what is required of it.
        if self.record.pointer(path).is_some_and(Value::is_object) {
            return None;
        }
        let target = subschema::resolved(self.root, schema);
        let members = target.get("properties").and_then(Value::as_object).filter(|_| depth > 0)?;
        let required = target.get("required").and_then(Value::as_array)?;
        let members = members.iter().filter(|(name, _)| required.iter().any(|required| required == name.as_str()));
        let read = |(name, member): (&String, &Value)| {
            Some((name.clone(), self.read(&format!("{path}/{}", pointer::escape(name)), member, depth - 1)?))
        };
        members.map(read).collect::<Option<Map<_, _>>>().filter(|members| !members.is_empty()).map(Value::Object)
    }

    /// The value of the source that satisfies the field's schema and is clearly meant. Free text may be worded in many ways: of
    /// it there is none.
    fn scalar(&self, path: &str, schema: &Value) -> Option<Value> {
        let target = subschema::resolved(self.root, schema);
        let candidates = self.candidates(target)?;
        let object = subschema::object(self.root, [("value", Some(schema.clone()), true)].into_iter());
        let checker = Checker::new(&object).ok()?;
        let description = schema.get("description").or_else(|| target.get("description")).and_then(Value::as_str);
        let known = Known::by(path, description, &self.neighbours(path));
        let name = path.rsplit('/').next().unwrap_or_default();
        let wrong = self.record.pointer(path).filter(|wrong| wrong.as_str().is_none_or(|wrong| wrong.len() <= COMPARED));
        let mut fitting: Vec<(Value, f64)> = Vec::new();
        for Candidate { value, place, unit } in candidates {
            if !unit.is_none_or(|unit| mend::may_be_in(&unit, name, description.unwrap_or_default())) {
                continue;
            }
            if !fitting.iter().any(|(known, _)| *known == value)
                && !checker.validate(&json!({ "value": value }).to_string()).is_empty()
            {
                continue;
            }
            let alike = wrong.map_or(0.0, |wrong| likeness(wrong, &value));
            // What the record has elsewhere is mostly meant for there.
            let share = if self.taken.contains(&value) { TAKEN } else { 1.0 };
            let evidence = self.source.evidence(place, &known) * share + alike;
            match fitting.iter_mut().find(|(known, _)| *known == value) {
                Some((_, best)) => *best = best.max(evidence),
                None => fitting.push((value, evidence)),
            }
            if fitting.len() > MOST {
                return None;
            }
        }
        fitting.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let next = fitting.get(1).map_or(0.0, |(_, evidence)| *evidence);
        let (value, best) = fitting.into_iter().next()?;
        (best >= LEAST && next <= best * CLEARLY).then_some(value)
    }

    /// What the source offers of the kind that the schema asks for.
    fn candidates(&self, schema: &Value) -> Option<Vec<Candidate>> {
        // A listed value may stand in the source to be denied.
        if subschema::is_listed(self.root, schema) {
            return None;
        }
        match schema.get("type")?.as_str()? {
            "integer" | "number" => Some(self.source.quantities()),
            "string" => match schema.get("format").and_then(Value::as_str) {
                Some("date") => Some(self.source.dates()),
                Some("email" | "uri" | "uuid" | "ipv4" | "ipv6" | "hostname") => Some(self.source.phrases()),
                None if schema.get("pattern").is_some() => {
                    Some(self.source.dates().into_iter().chain(self.source.phrases()).collect())
                }
                None if schema.get("maxLength").is_some() => Some(self.source.quotations()),
                _ => None,
            },
            _ => None,
        }
    }
}
