//! What became of each constraint, over runs.

use repair::{
    Finding, Findings, RunOptions, Runtime, Status,
    config::{Ladder, OnExhausted},
    log::{RepairRate, RepairRates},
    testing::ScriptedModel,
    wire::{Answer, FailureKind, Usage},
};
use serde_json::{Value, json};

use super::tickets::{Route, URGENT};
use crate::support::{Bench, WantsGood};

const P1: &str = r#"{"id": "T-1", "priority": "P1", "summary": "Pump leaks"}"#;

fn ladder(steps: &[&str]) -> RunOptions {
    let ladder = Ladder::parse(steps).unwrap();
    RunOptions::new().configure(move |config| config.ladder(ladder.clone()))
}

fn rate<'a>(rates: &'a RepairRates, path: &str, rule: &str) -> &'a RepairRate {
    let found = rates.iter().find(|rate| rate.path == path && rate.rule == rule);
    found.unwrap_or_else(|| panic!("no {path} {rule} in\n{rates}"))
}

fn by(rate: &RepairRate) -> Vec<(String, u64)> {
    rate.by.iter().map(|(step, times)| (step.to_string(), *times)).collect()
}

fn tokens(usage: Usage) -> (Option<u64>, Option<u64>) {
    (usage.input_tokens, usage.output_tokens)
}

#[test]
fn each_constraint_is_counted_with_the_rung_that_mended_it() {
    let model = ScriptedModel::new().then(Answer::new(r#"{"priority": "low"}"#).usage(900, 100));
    let text = r#"{"id": "T-1", "priority": "P1", "summary": "Pump leaks", "hours": "3"}"#;
    let outcome = Bench::new(model).run(Route::new(text));
    let rates = outcome.report.rates();
    let (hours, priority) = (rate(&rates, "/hours", "type"), rate(&rates, "/priority", "enum"));
    assert_eq!((hours.seen, hours.repaired, by(hours)), (1, 1, vec![("mend".into(), 1)]));
    assert_eq!((hours.calls(), tokens(hours.usage)), (0.0, (Some(0), Some(0))));
    assert_eq!((priority.seen, priority.repaired, by(priority)), (1, 1, vec![("patch".into(), 1)]));
    assert_eq!((priority.calls(), tokens(priority.usage)), (1.0, (Some(900), Some(100))));
    assert!(priority.op.ends_with("Route"), "{}", priority.op);
}

#[test]
fn a_run_that_fails_has_repaired_nothing_and_its_calls_count() {
    let model = ScriptedModel::new().then(Answer::new(r#"{"priority": "P2"}"#).usage(900, 100));
    let error = Bench::new(model).run_with(Route::new(P1), ladder(&["patch"])).into_result().unwrap_err();
    let rates = error.report().rates();
    let priority = rate(&rates, "/priority", "enum");
    assert_eq!((error.status(), priority.seen, priority.repaired), (Status::NotConverging, 1, 0));
    assert_eq!((by(priority), priority.calls(), tokens(priority.usage)), (vec![], 1.0, (Some(900), Some(100))));
}

#[test]
fn another_model_is_named_and_a_later_rung_gets_what_it_mended() {
    let weak = ScriptedModel::new().answer(r#"{"priority": "P2"}"#);
    let strong = ScriptedModel::new().named("strong").answer(r#"{"priority": "low"}"#);
    let runtime = Runtime::builder().model(weak).model(strong).build();
    let outcome = runtime.run_blocking_with(Route::new(P1), ladder(&["patch", "patch@strong/large"]));
    let rates = outcome.report.rates();
    assert_eq!(by(rate(&rates, "/priority", "enum")), [("patch@strong/large".to_owned(), 1)]);
}

#[test]
fn what_is_read_off_the_source_has_its_own_rung_and_costs_nothing() {
    let bench = Bench::new(ScriptedModel::new());
    let schema = json!({"type": "object", "properties": {
        "contact": {"type": "string", "format": "email", "description": "Whom to call if it gets worse."}}, "required": ["contact"]});
    let parse = repair::parse_value(r#"{"email": "ada@example.org"}"#, schema)
        .options(ladder(&["mend", "read"]).source("From: ada@example.org\nIf it gets worse call Bob, bob@example.org."));
    let (bench, outcome) = (&bench, runs(parse, &bench));
    let rates = outcome.report.rates();
    let contact = rate(&rates, "/contact", "required");
    assert_eq!((by(contact), contact.calls(), bench.model.requests().len()), (vec![("read".into(), 1)], 0.0, 0));
}

fn runs(parse: repair::ParseValue, bench: &Bench) -> repair::Outcome<Value> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(parse.outcome(&bench.runtime))
}

#[test]
fn items_and_keys_of_the_data_are_one_constraint_and_a_call_is_shared() {
    let schema = json!({"type": "object", "additionalProperties": false, "properties": {
        "lines": {"type": "array", "items": {"type": "object", "properties": {"qty": {"type": "integer"}}}},
        "labels": {"type": "object", "additionalProperties": {"type": "object", "properties": {"text": {"type": "string"}}}}}});
    let text =
        r#"{"lines": [{"qty": "x"}, {"qty": 2}, {"qty": "y"}], "labels": {"de": {"text": 1}, "fr": {"text": []}}, "odd": 1}"#;
    let answer = r#"{"qty": 1, "lines_2_qty": 3, "text": "a", "field_1": "a", "field_2": "b", "field_3": 3}"#;
    let model = ScriptedModel::new().then(Answer::new(answer).usage(100, 11));
    let outcome = runs(repair::parse_value(text, schema).options(ladder(&["patch"])), &Bench::new(model));
    let rates = outcome.report.rates();
    let paths: Vec<&str> = rates.iter().map(|rate| rate.path.as_str()).collect();
    assert_eq!(paths, ["/*", "/labels/*/text", "/lines/*/qty"], "{rates}");
    assert!(rates.iter().all(|rate| rate.seen == 1 && (rate.calls() - 1.0 / 3.0).abs() < 1e-9), "{rates}");
    let shares: Vec<_> = rates.iter().map(|rate| tokens(rate.usage)).collect();
    assert_eq!(shares, [(Some(34), Some(4)), (Some(33), Some(4)), (Some(33), Some(3))], "the parts add up to the whole");
}

#[test]
fn tokens_nobody_knows_stay_unknown() {
    let model = ScriptedModel::new().fail(FailureKind::Server).then(Answer::new(r#"{"priority": "low"}"#).usage(900, 100));
    let rates = Bench::new(model).run(Route::new(P1)).report.rates();
    let priority = rate(&rates, "/priority", "enum");
    assert_eq!((priority.calls(), tokens(priority.usage)), (2.0, (None, None)));
    let known = ScriptedModel::new().then(Answer::new(r#"{"priority": "low"}"#).usage(900, 100));
    let mut both = Bench::new(known).run(Route::new(P1)).report.rates();
    both.merge(rates);
    assert_eq!(tokens(rate(&both, "/priority", "enum").usage), (None, None));
}

#[test]
fn a_call_that_was_denied_was_no_call() {
    let model = ScriptedModel::new().then(Answer::new(r#"{"priority": "P2"}"#).usage(900, 100));
    let error = Bench::new(model).run_with(Route::new(P1), RunOptions::new().max_tokens(2_000)).into_result().unwrap_err();
    assert_eq!((error.status(), error.report().calls().len()), (Status::BudgetExceeded, 1));
    assert_eq!(tokens(error.report().usage()), (Some(900), Some(100)), "it cost nothing, and that is known");
    assert_eq!(rate(&error.report().rates(), "/priority", "enum").calls(), 1.0);
}

#[test]
fn a_constraint_that_comes_back_is_mended_by_the_rung_that_mended_it_last() {
    let whole = |priority: &str, hours: &str| format!(r#"{{"priority": "{priority}", "hours": {hours}}}"#);
    let bench = Bench::new(ScriptedModel::new().answers([r#"{"hours": 1}"#.to_owned(), whole("P1", "1"), whole("low", "1")]));
    let check = |value: &Value| -> Findings {
        let hours = (value["hours"] == "x").then(|| Finding::at("/hours").rule("number").also(["/priority"]));
        let priority = (value["hours"] != "x" && value["priority"] == "P1").then(|| Finding::at("/priority").rule("listed"));
        hours.into_iter().chain(priority).collect()
    };
    let parse = repair::parse_value(r#"{"priority": "P1", "hours": "x"}"#, json!({"type": "object"})).check(check);
    let outcome = runs(parse.options(ladder(&["patch", "whole"])), &bench);
    assert_eq!(outcome.status(), Status::Repaired);
    let rates = outcome.report.rates();
    assert_eq!(by(rate(&rates, "/hours", "number")), [("patch".to_owned(), 1)]);
    assert_eq!(by(rate(&rates, "/priority", "listed")), [("whole".to_owned(), 1)]);
}

#[test]
fn what_a_relaxed_check_let_pass_is_not_repaired() {
    let text = r#"{"id": "T-1", "priority": "urgent", "summary": 7, "hours": "x"}"#;
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"summary": "Pump leaks", "hours": 2}"#));
    let options = ladder(&["patch"]).configure(|config| config.on_exhausted(OnExhausted::Degrade).max_attempts(1));
    let outcome = bench.run_with(Route::new(text), options);
    assert_eq!(outcome.status(), Status::Degraded);
    let rates = outcome.report.rates();
    assert_eq!(rate(&rates, "/escalation_contact", "contact").repaired, 0);
    assert_eq!(by(rate(&rates, "/hours", "type")), [("patch".to_owned(), 1)]);
}

#[test]
fn rates_add_up_in_any_order_and_are_those_of_the_log() {
    let model = ScriptedModel::new().answers([r#"{"priority": "low"}"#, r#"{"escalation_contact": "bob@example.org"}"#]);
    let (bench, log) = Bench::logged(model.answers([r#"{"priority": "P2"}"#; 3]).answers(["[3]"; 3]));
    let reports: Vec<_> = [P1, URGENT, P1, "[]"].into_iter().map(|text| bench.run(Route::new(text)).report).collect();
    let forward: RepairRates = reports.iter().map(repair::Report::rates).sum();
    let mut backward = RepairRates::new();
    backward.extend(reports.iter().rev().map(repair::Report::rates));
    assert_eq!(forward, backward);
    assert_eq!(forward, RepairRates::of(&log.entries()));
    let priority = rate(&forward, "/priority", "enum");
    assert_eq!((priority.seen, priority.repaired, priority.rate()), (2, 1, 0.5));

    let stored = serde_json::to_string(&forward).unwrap();
    assert_eq!(serde_json::from_str::<RepairRates>(&stored).unwrap(), forward, "{stored}");
    let lines: Vec<String> = log.entries().iter().map(|entry| serde_json::to_string(entry).unwrap()).collect();
    let read: Vec<_> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(RepairRates::of(&read), forward, "of a stored log");
}

#[test]
fn as_a_table() {
    let model =
        ScriptedModel::new().then(Answer::new(r#"{"priority": "low"}"#).usage(900, 100)).answers([r#"{"priority": "P2"}"#]);
    let bench = Bench::new(model);
    let text = r#"{"id": "T-1", "priority": "P1", "summary": "Pump leaks", "hours": "3"}"#;
    let mut rates = bench.run(Route::new(text)).report.rates();
    rates.merge(bench.run_with(Route::new(P1), ladder(&["patch"])).report.rates());
    expect_test::expect![[r#"
        op     path       rule  seen  repaired  by       calls  tokens in  out
        Route  /hours     type     1  1 (100%)  mend 1     0.0          0    0
        Route  /priority  enum     2   1 (50%)  patch 1    2.0          ?    ?"#]]
    .assert_eq(&rates.to_string());
}

#[test]
fn a_run_without_findings_or_without_faults_has_no_rates() {
    let bench = Bench::new(ScriptedModel::new().answer("good"));
    assert!(bench.run(WantsGood::new("bad")).report.rates().is_empty());
    assert!(bench.run(WantsGood::new("good")).report.rates().is_empty());
}
