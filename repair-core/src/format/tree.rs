//! Hiding, collecting and putting back the values at some paths of a tree.

use serde_json::Value;

#[cfg(any(feature = "yaml", feature = "toml"))]
use super::{HIDDEN, span::pointer};

#[cfg(any(feature = "yaml", feature = "toml"))]
pub(crate) fn hide(value: &mut Value, secret: &[String]) {
    for path in secret {
        if let Some(at) = value.pointer_mut(path).filter(|at| !at.is_null()) {
            *at = Value::String(HIDDEN.to_owned());
        }
    }
}

pub(crate) fn leaves(value: &Value, secret: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Vec<&Value> = secret.iter().filter_map(|path| value.pointer(path)).collect();
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) => found.push(text.clone()),
            Value::Number(number) => found.push(number.to_string()),
            Value::Array(items) => open.extend(items),
            Value::Object(fields) => open.extend(fields.values()),
            Value::Null | Value::Bool(_) => {}
        }
    }
    found
}

#[cfg(any(feature = "yaml", feature = "toml"))]
/// Gives `new` the values that `old` has at the kept paths: where `old` has none, `new` has none either.
pub(crate) fn graft(new: &mut Value, old: &Value, kept: &[&str]) {
    for path in kept {
        let Some((parent, key)) = path.rsplit_once('/') else { continue };
        let key = pointer::unescape(key).into_owned();
        let Some(Value::Object(fields)) = new.pointer_mut(parent) else { continue };
        match old.pointer(path) {
            Some(value) => {
                fields.insert(key, value.clone());
            }
            None => {
                fields.remove(&key);
            }
        }
    }
}
