//! The bytes of each kind of request. Accept a change with `UPDATE_EXPECT=1 cargo test`.

use expect_test::{ExpectFile, expect_file};
use repair::{
    RunOptions,
    config::Ladder,
    testing::ScriptedModel,
    wire::{Answer, Request},
};
use serde_json::{Value, json};

use crate::support::{Bench, WantsGood};

const TEXT: &str = r#"{"id": "T-1", "priority": "P1", "lines": [{"qty": 2}, {"qty": "many"}], "labels": {"de": 7}}"#;
const SOURCE: &str = "Urgent order T-1, label Pumpe: two seals, then 3 pumps.";

fn schema() -> Value {
    json!({"type": "object", "required": ["id", "priority", "due"], "properties": {
        "id": {"type": "string", "pattern": "^T-[0-9]+$"},
        "priority": {"enum": ["low", "urgent"], "description": "How soon somebody has to look at it."},
        "due": {"type": ["string", "null"], "format": "date"},
        "lines": {"type": "array", "items": {"type": "object", "properties": {"qty": {"type": "integer", "minimum": 1, "maximum": 99}}}},
        "labels": {"type": "object", "additionalProperties": {"type": "string", "minLength": 1, "maxLength": 20}}}})
}

fn asked(rungs: &[&str], source: Option<&str>, answers: &[&str]) -> Vec<Request> {
    let ladder = Ladder::parse(rungs).unwrap();
    let options = RunOptions::new().configure(move |config| {
        config.ladder(ladder.clone()).model("m").prompt_prefix("Orders are in English.").prompt_suffix("Keep it short.")
    });
    let options = source.into_iter().fold(options, RunOptions::source);
    // A refusal ends the run where there are no more answers.
    let model = answers.iter().fold(ScriptedModel::new(), |model, answer| model.then(Answer::new(*answer))).refused("");
    let bench = Bench::new(model);
    repair::parse_value(TEXT, schema()).options(options).run_blocking(&bench.runtime).unwrap_err();
    bench.model.requests()
}

fn is(file: &ExpectFile, request: &Request) {
    let Request { system, prompt, schema, max_tokens, .. } = request;
    let schema = schema.as_ref().map_or_else(|| "none".to_owned(), |schema| serde_json::to_string_pretty(schema).unwrap());
    file.assert_eq(&format!("--- system\n{system}\n--- user\n{prompt}\n--- schema\n{schema}\n--- at most {max_tokens} tokens\n"));
}

#[test]
fn patch() {
    is(&expect_file!["../../snapshots/patch.txt"], &asked(&["patch"], None, &[])[0]);
    is(&expect_file!["../../snapshots/patch-with-source.txt"], &asked(&["patch"], Some(SOURCE), &[])[0]);
    is(&expect_file!["../../snapshots/patch-again.txt"], &asked(&["patch"], None, &["Sorry, which order?"])[1]);
}

#[test]
fn reread() {
    is(&expect_file!["../../snapshots/reread.txt"], &asked(&["reread"], Some(SOURCE), &[])[0]);
}

#[test]
fn simplified() {
    is(&expect_file!["../../snapshots/simplified.txt"], &asked(&["simplified"], None, &[])[0]);
}

#[test]
fn whole() {
    is(&expect_file!["../../snapshots/whole.txt"], &asked(&["whole"], Some(SOURCE), &[])[0]);
    let same = [r#"{"id": "T-1", "priority": "P1", "lines": [{"qty": 2}, {"qty": "many"}], "labels": {"de": 7}}"#];
    is(&expect_file!["../../snapshots/whole-afresh.txt"], &asked(&["whole", "whole"], Some(SOURCE), &same)[1]);
}

#[test]
fn an_own_prompt() {
    let bench = Bench::new(ScriptedModel::new().answers(["", "worse", "good"]));
    bench.run(WantsGood::new("bad")).into_result().unwrap();
    let requests = bench.model.requests();
    is(&expect_file!["../../snapshots/own-prompt.txt"], &requests[0]);
    is(&expect_file!["../../snapshots/own-prompt-again.txt"], &requests[1]);
}
