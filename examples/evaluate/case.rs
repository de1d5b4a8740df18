//! A record to repair, and its right value.

use std::{collections::HashMap, error::Error, fs, path::Path};

use repair::{Finding, Findings};
use serde::Deserialize;
use serde_json::Value;

#[derive(Clone, Deserialize)]
pub struct Case {
    pub id: String,
    pub class: String,
    pub schema: Value,
    pub source: String,
    pub record: String,
    #[serde(default)]
    pub findings: Vec<Further>,
    pub right: Value,
}

/// What is wrong with the record beyond its schema.
#[derive(Clone, Deserialize)]
pub struct Further {
    pub path: String,
    pub expected: String,
    #[serde(default)]
    pub received: Option<String>,
}

/// The cases of a file, at most so many of a class.
pub fn load(path: &Path, per_class: Option<usize>) -> Result<Vec<Case>, Box<dyn Error>> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut cases = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let case: Case = serde_json::from_str(line).map_err(|error| format!("{}:{}: {error}", path.display(), number + 1))?;
        let count = counts.entry(case.class.clone()).or_default();
        *count += 1;
        if per_class.is_none_or(|most| *count <= most) {
            cases.push(case);
        }
    }
    if cases.is_empty() { Err(format!("{}: no cases", path.display()).into()) } else { Ok(cases) }
}

impl Case {
    /// What is wrong with a value beyond its schema: each further finding holds until its place has another value.
    pub fn further(&self, value: &Value) -> Findings {
        let record: Value = serde_json::from_str(&self.record).unwrap_or_default();
        let holds = |further: &&Further| value.pointer(&further.path) == record.pointer(&further.path);
        let finding = |further: &Further| {
            Finding::at(&further.path).rule("rule").expected(&further.expected).received(further.received.clone())
        };
        self.findings.iter().filter(holds).map(finding).collect()
    }
}
