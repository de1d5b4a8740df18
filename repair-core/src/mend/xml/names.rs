//! The names a schema gives to elements and attributes.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::super::Risk;

/// The names of all properties of a schema.
#[derive(Debug, Default)]
pub(super) struct Names {
    names: HashSet<String>,
    /// Lower case, and lower case without `_` and `-`, to the one name written so; `None` where there are several.
    by_case: HashMap<String, Option<String>>,
    by_style: HashMap<String, Option<String>>,
}

impl Names {
    pub(super) fn of(schema: &Value) -> Self {
        let mut names = Self::default();
        let mut left = vec![schema];
        while let Some(value) = left.pop() {
            match value {
                Value::Object(map) => {
                    if let Some(Value::Object(properties)) = map.get("properties") {
                        properties.keys().for_each(|name| names.add(name));
                    }
                    left.extend(map.values());
                }
                Value::Array(items) => left.extend(items),
                _ => {}
            }
        }
        names
    }

    fn add(&mut self, name: &str) {
        if self.names.insert(name.to_owned()) {
            for (map, key) in [(&mut self.by_case, name.to_lowercase()), (&mut self.by_style, plain(name))] {
                map.entry(key).and_modify(|one| *one = None).or_insert_with(|| Some(name.to_owned()));
            }
        }
    }

    /// The schema's spelling of an element's name, where it has exactly one and not this.
    pub(super) fn spelling(&self, name: &str) -> Option<(&str, Risk)> {
        if self.names.contains(name) {
            return None;
        }
        if let Some(one) = self.by_case.get(&name.to_lowercase()) {
            return one.as_deref().map(|one| (one, Risk::Exact));
        }
        self.by_style.get(&plain(name))?.as_deref().map(|one| (one, Risk::Guess))
    }

    /// Whether the schema has the name, in whatever spelling.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.by_style.contains_key(&plain(name))
    }
}

fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | '-')).flat_map(char::to_lowercase).collect()
}
