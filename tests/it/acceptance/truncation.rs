use repair::{RunOptions, Status, testing::ScriptedModel};

use crate::support::{Bench, WantsDigit, WantsGood};

#[test]
fn a_cut_answer_is_asked_again_once_with_a_higher_cap_and_costs_no_attempt() {
    let bench = Bench::new(ScriptedModel::new().truncated("go").answer("good"));
    let outcome = bench.run(WantsGood::new("bad"));
    assert_eq!(outcome.status(), Status::Repaired);
    assert_eq!((outcome.report.attempts().len(), outcome.report.calls().len()), (1, 2));
    let requests = bench.model.requests();
    assert_eq!((requests[0].max_tokens, requests[1].max_tokens), (2048, 8192));
    assert_eq!(requests[0].prompt, requests[1].prompt, "cut text is not quoted back");
}

#[test]
fn cut_again_at_the_raised_cap_the_run_stops() {
    let bench = Bench::new(ScriptedModel::new().truncated("7").truncated("7").answer("7"));
    let op = WantsDigit::new("x");
    let seen = op.seen.clone();
    let error = bench.run(op).into_result().unwrap_err();
    assert_eq!(error.status(), Status::Truncated);
    assert_eq!(bench.model.requests().len(), 2);
    assert_eq!(seen.all(), ["x"], "cut text is never decoded, even where it would parse");
    assert_eq!(error.report().attempts(), []);
    assert_eq!(error.report().calls()[0].answer.as_ref().unwrap().text, "7");
}

#[test]
fn at_the_ceiling_a_cut_answer_stops_at_once() {
    let bench = Bench::new(ScriptedModel::new().truncated("7"));
    let options = RunOptions::new().configure(|config| config.max_tokens(100).max_tokens_ceiling(100));
    let error = bench.run_with(WantsDigit::new("x"), options).into_result().unwrap_err();
    assert_eq!(error.status(), Status::Truncated);
    assert_eq!(bench.model.requests().len(), 1);
}

#[test]
fn a_refusal_is_its_own_end() {
    let bench = Bench::new(ScriptedModel::new().refused("I'm sorry, I can't help"));
    let error = bench.run(WantsDigit::new("x")).into_result().unwrap_err();
    assert_eq!(error.status(), Status::Refused);
    assert_eq!(error.report().attempts(), []);
    assert_eq!(error.report().calls()[0].answer.as_ref().unwrap().text, "I'm sorry, I can't help");
}
