//! What a strategy got right, over all records and for each class.

use std::{collections::BTreeMap, fmt};

use repair::wire::Usage;
use serde_json::Value;

use crate::{
    case::Case,
    strategy::{Run, Strategy},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The right value.
    Right,
    /// A value that satisfies everything that was checked, and is not the right one.
    Wrong,
    /// No value.
    Refused,
}

#[derive(Clone, Copy, Default)]
struct Counts {
    right: usize,
    wrong: usize,
    refused: usize,
    drifted: usize,
    calls: usize,
}

pub struct Tally {
    strategy: Strategy,
    all: Counts,
    classes: BTreeMap<String, Counts>,
    usage: Usage,
    last: Verdict,
}

impl Tally {
    pub fn new(strategy: Strategy) -> Self {
        let usage = Usage { input_tokens: Some(0), output_tokens: Some(0) };
        Self { strategy, all: Counts::default(), classes: BTreeMap::new(), usage, last: Verdict::Right }
    }

    pub fn add(&mut self, case: &Case, run: &Run) {
        let (verdict, drifted) = judge(case, run.value.as_ref());
        for counts in [&mut self.all, self.classes.entry(case.class.clone()).or_default()] {
            match verdict {
                Verdict::Right => counts.right += 1,
                Verdict::Wrong => counts.wrong += 1,
                Verdict::Refused => counts.refused += 1,
            }
            counts.drifted += usize::from(drifted);
            counts.calls += run.report.calls().len();
        }
        self.usage = self.usage.plus(run.report.usage());
        self.last = verdict;
    }

    pub fn last_is_miss(&self) -> bool {
        self.last != Verdict::Right
    }

    /// One line on the last record.
    pub fn describe_last(&self, case: &Case, run: &Run) -> String {
        let answers: Vec<&str> = run.report.attempts().iter().map(|attempt| attempt.answer.as_str()).collect();
        let value = run.value.as_ref().map(|value| {
            let mut paths = Vec::new();
            differences(&case.right, value, String::new(), &mut paths);
            let of = |path: &String| format!("{path}: {:?} for {:?}", value.pointer(path), case.right.pointer(path));
            paths.iter().map(of).collect::<Vec<_>>().join(", ")
        });
        format!("{:?} {} {}: {} answers {answers:?}", self.last, case.id, run.report.status(), value.unwrap_or_default())
    }

    pub fn bench_line(&self) -> String {
        let Counts { right, wrong, refused, drifted, calls } = self.all;
        let name = self.strategy.name();
        let output = self.usage.output_tokens.map_or("unknown".to_owned(), |tokens| tokens.to_string());
        format!(
            "bench evaluate strategy={name} right={right} wrong={wrong} refused={refused} drifted={drifted} calls={calls} \
             output_tokens={output}"
        )
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<16} right wrong refused drifted calls", self.strategy.name())?;
        let all = ("all".to_owned(), self.all);
        let rows = self.classes.iter().map(|(class, counts)| (class.clone(), *counts)).chain([all]);
        for (class, Counts { right, wrong, refused, drifted, calls }) in rows {
            writeln!(f, "  {class:<14} {right:>5} {wrong:>5} {refused:>7} {drifted:>7} {calls:>5}")?;
        }
        Ok(())
    }
}

/// Right or wrong; and whether something changed that was right before.
fn judge(case: &Case, value: Option<&Value>) -> (Verdict, bool) {
    let Some(value) = value else { return (Verdict::Refused, false) };
    let (mut off, mut failing) = (Vec::new(), Vec::new());
    differences(&case.right, value, String::new(), &mut off);
    let record: Value = serde_json::from_str(&case.record).unwrap_or_default();
    differences(&case.right, &record, String::new(), &mut failing);
    let overlaps = |a: &str, b: &str| a.starts_with(b) || b.starts_with(a);
    let drifted = off.iter().any(|path| !failing.iter().any(|failing| overlaps(path, failing)));
    (if off.is_empty() { Verdict::Right } else { Verdict::Wrong }, drifted)
}

/// The places at which two values differ, numbers by what they amount to.
fn differences(a: &Value, b: &Value, path: String, found: &mut Vec<String>) {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            for (name, value) in a {
                let path = format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"));
                match b.get(name) {
                    Some(other) => differences(value, other, path, found),
                    None => found.push(path),
                }
            }
            found.extend(b.keys().filter(|name| !a.contains_key(*name)).map(|name| format!("{path}/{name}")));
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (index, (a, b)) in a.iter().zip(b).enumerate() {
                differences(a, b, format!("{path}/{index}"), found);
            }
        }
        (Value::Number(a), Value::Number(b)) if a.as_f64() == b.as_f64() => {}
        (a, b) if a == b => {}
        _ => found.push(path),
    }
}
