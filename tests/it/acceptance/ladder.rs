//! The order of the rungs, why a run moves on, and when it stops.

use repair::{
    RunOptions, Runtime, Status,
    config::{Ladder, LadderError, MoveOn, Rung},
    machine::{MoveReason, Note},
    testing::ScriptedModel,
    wire::FailureKind,
};
use serde_json::json;

use super::tickets::Route;
use crate::support::Bench;

const P1: &str = r#"{"id": "T-1", "priority": "P1", "summary": "Pump leaks"}"#;

fn ladder(steps: &[&str]) -> RunOptions {
    let ladder = Ladder::parse(steps).unwrap();
    RunOptions::new().configure(move |config| config.ladder(ladder.clone()))
}

fn moves(report: &repair::Report) -> Vec<(String, String, MoveReason)> {
    let moved = report.notes().filter_map(|note| match note {
        Note::Moved { from, to, reason } => Some((from.to_string(), to.to_string(), *reason)),
        _ => None,
    });
    moved.collect()
}

#[test]
fn the_order_and_the_reason_of_each_move_are_in_the_log() {
    let bench = Bench::new(ScriptedModel::new().answers([r#"{"priority": "P2"}"#, r#"{"priority": "P3"}"#, "{}"]));
    let error = bench.run(Route::new(P1)).into_result().unwrap_err();
    let rungs: Vec<Rung> = error.report().calls().iter().map(|call| call.rung).collect();
    assert_eq!(rungs, [Rung::Patch, Rung::Whole, Rung::Whole]);
    let no_progress = MoveReason::NoProgress;
    assert_eq!(
        moves(error.report()),
        [("patch".into(), "whole".into(), no_progress), ("whole".into(), "whole".into(), no_progress)]
    );
    assert_eq!(error.status(), Status::Exhausted);
}

#[test]
fn going_round_in_a_circle_stops() {
    // A: the priority is wrong; B: the hours are; A again.
    let answers = [r#"{"priority": "low", "hours": "x"}"#, r#"{"hours": 1, "priority": "P1"}"#];
    let bench = Bench::new(ScriptedModel::new().answers(answers));
    let check = |value: &serde_json::Value| {
        let wrong = if value["priority"] == "P1" { "/priority" } else { "/hours" };
        repair::Findings::from(repair::Finding::at(wrong).rule("never").also(["/priority", "/hours"]))
    };
    let parse = repair::parse_value(P1, json!({"type": "object"})).check(check).options(ladder(&["whole"]));
    let error = parse.run_blocking(&bench.runtime).unwrap_err();
    assert_eq!((error.status(), bench.model.requests().len()), (Status::NotConverging, 2));
}

#[test]
fn an_answer_that_differs_in_spaces_alone_is_no_progress() {
    let bench = Bench::new(ScriptedModel::new().answers([r#"{"priority":"P1"}"#, r#"{ "priority" : "P1" }"#]));
    let error = bench.run_with(Route::new(P1), ladder(&["patch"])).into_result().unwrap_err();
    assert_eq!((error.status(), bench.model.requests().len()), (Status::NotConverging, 1));
}

#[test]
fn another_model_is_asked_on_its_rung() {
    let weak = ScriptedModel::new().answer(r#"{"priority": "P2"}"#);
    let strong = ScriptedModel::new().named("strong").answer(r#"{"priority": "low"}"#);
    let runtime = Runtime::builder().model(weak.clone()).model(strong.clone()).build();
    let outcome = runtime.run_blocking_with(Route::new(P1), ladder(&["mend", "patch", "patch@strong/large"]));
    assert_eq!(outcome.status(), Status::Repaired);
    assert_eq!(strong.requests()[0].model, "large");
    assert!(weak.requests()[0].prompt.contains("P1") && strong.requests()[0].prompt.contains("P2"));
}

#[test]
fn a_refusal_goes_to_the_next_model_and_not_to_the_same_one() {
    let weak = ScriptedModel::new().refused("I'm sorry, I can't help");
    let strong = ScriptedModel::new().named("strong").answer(r#"{"priority": "low"}"#);
    let runtime = Runtime::builder().model(weak.clone()).model(strong).build();
    let steps = ["patch", "whole", "patch@strong/large"];
    let outcome = runtime.run_blocking_with(Route::new(P1), ladder(&steps));
    assert_eq!((outcome.status(), weak.requests().len()), (Status::Repaired, 1));
    assert_eq!(moves(&outcome.report), [("patch".into(), "patch@strong/large".into(), MoveReason::Refused)]);

    let bench = Bench::new(ScriptedModel::new().refused("no"));
    assert_eq!(bench.run(Route::new(P1)).status(), Status::Refused, "without another model it ends");
}

#[test]
fn a_model_that_fails_is_left_for_another_and_each_switch_can_be_turned_off() {
    let model = || ScriptedModel::new().fail(FailureKind::Auth);
    let strong = || ScriptedModel::new().named("strong").answer(r#"{"priority": "low"}"#);
    let steps = ["patch", "patch@strong/large"];
    let runtime = Runtime::builder().model(model()).model(strong()).build();
    assert_eq!(runtime.run_blocking_with(Route::new(P1), ladder(&steps)).status(), Status::Repaired);

    let runtime = Runtime::builder().model(model()).model(strong()).build();
    let off = ladder(&steps).configure(|config| config.move_on(MoveOn::default().model_failed(false)));
    assert_eq!(runtime.run_blocking_with(Route::new(P1), off).status(), Status::ModelFailed);

    let bench = Bench::new(ScriptedModel::new().answers([r#"{"priority": "P2"}"#, r#"{"priority": "low"}"#]));
    let off = RunOptions::new().configure(|config| config.move_on(MoveOn::default().no_progress(false)));
    assert_eq!(bench.run_with(Route::new(P1), off).status(), Status::NotConverging);
}

#[test]
fn a_cut_answer_moves_on_only_where_that_is_asked() {
    let cut = || ScriptedModel::new().truncated("{").truncated("{").answer(r#"{"id":"T-1","priority":"low","summary":"s"}"#);
    let bench = Bench::new(cut());
    assert_eq!(bench.run(Route::new(P1)).status(), Status::Truncated);
    let caps: Vec<u32> = bench.model.requests().iter().map(|request| request.max_tokens).collect();
    assert!(caps[0] < 300 && caps[1] == 2048, "a short cap is raised to the usual one at least: {caps:?}");
    let bench = Bench::new(cut());
    let on = RunOptions::new().configure(|config| config.move_on(MoveOn::default().truncated(true)));
    assert_eq!(bench.run_with(Route::new(P1), on).status(), Status::Repaired);
}

#[test]
fn a_ladder_without_mending_asks_at_once() {
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"hours": 3}"#));
    let text = r#"{"id": "T-1", "priority": "low", "summary": "s", "hours": "3"}"#;
    assert_eq!(bench.run(Route::new(text)).report.calls().len(), 0);
    assert_eq!(bench.run_with(Route::new(text), ladder(&["patch"])).report.calls().len(), 1);
}

#[test]
fn a_ladder_that_can_not_be_read_is_an_error_that_names_the_rungs() {
    let error = Ladder::parse(["patch@openai"]).unwrap_err();
    assert_eq!((error.code(), error.to_string().as_str()), ("not_a_model", "`openai` is not a model; write `provider/model`"));
    assert!(matches!(Ladder::parse([""]).unwrap_err(), LadderError::UnknownRung { .. }));
    let ladder = Ladder::parse(["mend", "patch@claude/opus"]).unwrap();
    let stored = serde_json::to_string(&ladder).unwrap();
    assert_eq!(stored, r#"["mend","patch@anthropic/opus"]"#);
    assert_eq!(serde_json::from_str::<Ladder>(&stored).unwrap(), ladder);
}
