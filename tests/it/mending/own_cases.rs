//! The cases of `tests/cases`.

use repair::mend::Risk;

use super::{
    case::Wanted,
    tally::{own, run},
};

#[test]
fn json() {
    let cases = own("json.jsonl");
    assert!(cases.len() >= 150, "{} cases", cases.len());
    assert!(cases.iter().filter(|case| matches!(case.kind, Wanted::Refusal)).count() >= 25);
    run(&cases, Risk::Loss).reaches("json.jsonl", 970, 10);
    run(&cases, Risk::Guess).reaches("json.jsonl at the default risk", 850, 10);
}

#[test]
fn valid_texts_stay_as_they_are_at_every_risk() {
    let cases = own("json.jsonl").into_iter().filter(|case| case.id.starts_with("own/hazard/"));
    let cases: Vec<_> = cases.collect();
    assert!(cases.len() >= 20, "{} cases", cases.len());
    for allow in [Risk::Exact, Risk::Guess, Risk::Loss] {
        for case in &cases {
            assert_eq!(case.mend(&super::options(allow)).unwrap().text, case.input, "{}", case.id);
        }
    }
}

fn format(file: &str) {
    let cases = own(file);
    assert!(cases.len() >= 25, "{} cases", cases.len());
    run(&cases, Risk::Loss).reaches(file, 900, 0);
    run(&cases, Risk::Guess).reaches(&format!("{file} at the default risk"), 800, 0);
}

#[test]
fn xml() {
    format("xml.jsonl");
}

#[test]
fn yaml() {
    format("yaml.jsonl");
}

#[test]
fn toml() {
    format("toml.jsonl");
}
