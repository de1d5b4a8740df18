//! Other projects' cases and the made ones, where `../shared` is there: what the menders must reach on them.

use repair::mend::Risk;

use super::{
    case::{Case, Wanted},
    tally::{Tally, run, shared},
};

/// The four sets whose silently wrong answers are counted together.
const FOUR: [&str; 4] = ["mutations.jsonl", "wrap.jsonl", "jsonrepair_js.jsonl", "json_repair.jsonl"];

fn values(cases: Vec<Case>) -> Vec<Case> {
    cases.into_iter().filter(|case| matches!(case.kind, Wanted::Text(_))).collect()
}

#[test]
fn valid_texts_are_unchanged() {
    for file in ["valid_hazards.jsonl", "jsontestsuite.jsonl"] {
        let Some(cases) = shared(file) else { continue };
        for allow in [Risk::Exact, Risk::Guess, Risk::Loss] {
            run(&cases, allow).reaches(&format!("{file} at {allow:?}"), 1000, 0);
            for case in cases.iter().filter(|case| matches!(case.kind, Wanted::Text(_))) {
                assert_eq!(case.mend(&super::options(allow)).unwrap().text, case.input, "{}", case.id);
            }
        }
    }
}

#[test]
fn mutations() {
    let Some(cases) = shared("mutations.jsonl") else { return };
    run(&cases, Risk::Loss).reaches("mutations.jsonl", 950, 10);
    run(&cases, Risk::Guess).reaches("mutations.jsonl at the default risk", 850, 5);
}

#[test]
fn wrapped_answers() {
    let Some(cases) = shared("wrap.jsonl") else { return };
    run(&cases, Risk::Loss).reaches("wrap.jsonl", 950, 20);
    let nothing: Vec<_> = cases.into_iter().filter(|case| matches!(case.kind, Wanted::Refusal)).collect();
    run(&nothing, Risk::Loss).reaches("wrap.jsonl without JSON", 1000, 0);
}

#[test]
fn objects_and_arrays_of_jsonrepair() {
    let Some(cases) = shared("jsonrepair_js.jsonl") else { return };
    let containers: Vec<_> = cases.into_iter().filter(Case::is_container).collect();
    run(&containers, Risk::Loss).reaches("jsonrepair_js.jsonl objects and arrays", 970, 20);
}

#[test]
fn values_of_json_repair() {
    let Some(cases) = shared("json_repair.jsonl") else { return };
    run(&values(cases), Risk::Loss).reaches("json_repair.jsonl values", 750, 100);
}

#[test]
fn four_sets_together_are_seldom_silently_wrong() {
    let mut all = Tally::default();
    for file in FOUR {
        let Some(cases) = shared(file) else { return };
        all.add(run(&cases, Risk::Loss));
    }
    all.reaches("the four sets", 0, 20);
}

#[test]
fn types_of_baml() {
    let Some(cases) = shared("baml_typed.jsonl") else { return };
    let (refusals, cases): (Vec<_>, Vec<_>) = cases.into_iter().partition(|case| matches!(case.kind, Wanted::Refusal));
    run(&refusals, Risk::Loss).reaches("baml_typed.jsonl errors", 1000, 0);
    run(&cases, Risk::Loss).reaches("baml_typed.jsonl values", 750, 1000);
}

#[test]
fn schemas_of_json_repair() {
    let Some(cases) = shared("json_repair_schema.jsonl") else { return };
    run(&cases, Risk::Loss).reaches("json_repair_schema.jsonl", 0, 1000);
}
