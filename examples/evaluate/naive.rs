//! The baseline: what hand-written loops do.

use repair::{
    config::{Drift, Grounding, Ladder, LadderStep, Rung},
    mend::Checker,
    prelude::*,
    repairable,
};
use serde_json::Value;

use crate::{
    case::Case,
    strategy::{Run, limited},
};

/// Text in which a model wrote JSON.
#[derive(Clone, RepairableInput)]
struct Written {
    text: String,
}

#[derive(Clone)]
struct FixThisJson {
    written: Written,
    case: Case,
    checker: Checker,
}

#[repairable(input = "written", max_attempts = 3, stall = "ignore")]
impl Op for FixThisJson {
    type Output = Value;

    async fn run(&self, _: &Context) -> Result<Value, OpError> {
        let text = json_of(&self.written.text);
        let errors = match serde_json::from_str::<Value>(text) {
            Err(error) => error.to_string(),
            Ok(value) => {
                let mut found = self.checker.check(text);
                found.extend(self.case.further(&value));
                if found.is_empty() {
                    return Ok(value);
                }
                found.to_string()
            }
        };
        Err(Repairable::with_prompt(format!(
            "Fix this JSON. It was extracted from the text below and does not satisfy the schema.\n\nErrors:\n{errors}\n\n\
             JSON:\n{text}\n\nSchema:\n{}\n\nText:\n{}\n\nReturn only the corrected JSON.",
            self.case.schema, self.case.source
        ))
        .into())
    }
}

/// What stands from the first brace to the last.
fn json_of(text: &str) -> &str {
    match (text.find('{'), text.rfind('}')) {
        (Some(start), Some(end)) if start < end => &text[start..=end],
        _ => text.trim(),
    }
}

pub async fn run(runtime: &Runtime, case: &Case) -> Run {
    let Ok(checker) = Checker::new(&case.schema) else {
        let outcome = runtime.run(Nothing).await;
        return Run { value: None, report: outcome.report };
    };
    let op = FixThisJson { written: Written { text: case.record.clone() }, case: case.clone(), checker };
    let whole = || [LadderStep { rung: Rung::Whole, model: None }].into_iter().collect::<Ladder>();
    let options = repair::RunOptions::new()
        .configure(move |config| limited(config.ladder(whole()).drift(Drift::Off).grounding(Grounding::Off)));
    let outcome = runtime.run_with(op, options).await;
    Run { value: outcome.result.ok(), report: outcome.report }
}

/// A schema that can't be read leaves nothing to do.
struct Nothing;

impl Op for Nothing {
    type Output = Value;

    async fn run(&self, _: &Context) -> Result<Value, OpError> {
        Err(OpError::fatal("the case's schema can't be read"))
    }
}
