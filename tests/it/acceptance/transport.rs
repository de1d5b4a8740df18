use std::time::Duration;

use repair::{
    RunOptions, Status,
    clock::Clock,
    testing::ScriptedModel,
    wire::{CallFailure, FailureKind},
};

use crate::support::{Bench, NotGood, WantsGood};

fn rate_limited(wait: u64) -> CallFailure {
    CallFailure::new(FailureKind::RateLimited, "slow down").retry_after(Some(Duration::from_secs(wait)))
}

#[test]
fn transient_failures_are_retried_with_backoff() {
    for kind in [FailureKind::Transport, FailureKind::Timeout, FailureKind::RateLimited, FailureKind::Server] {
        let bench = Bench::new(ScriptedModel::new().fail(kind).fail(kind).answer("good"));
        let outcome = bench.run(WantsGood::new("bad"));
        assert_eq!(outcome.status(), Status::Repaired, "{kind:?}");
        assert_eq!((outcome.report.attempts().len(), outcome.report.calls().len()), (1, 3));
        let waited = bench.clock.now().as_secs_f64();
        assert!((1.124..=1.5).contains(&waited), "0.5 s and 1 s, each less at most a quarter: {waited}");
    }
}

#[test]
fn other_failures_are_not_retried() {
    for kind in [
        FailureKind::Auth,
        FailureKind::SpendLimit,
        FailureKind::TooLarge,
        FailureKind::Protocol,
        FailureKind::NoModel,
        FailureKind::Unscripted,
        FailureKind::BadRequest,
    ] {
        let bench = Bench::new(ScriptedModel::new().fail(kind).answer("good"));
        let error = bench.run(WantsGood::new("bad")).into_result().unwrap_err();
        assert_eq!(error.status(), Status::ModelFailed, "{kind:?}");
        assert_eq!(bench.model.requests().len(), 1);
        assert_eq!(error.call_failure().unwrap().kind, kind);
        assert_eq!(error.downcast_ref::<NotGood>(), Some(&NotGood("bad".into())), "the op's own error is kept");
    }
}

#[test]
fn words_in_a_message_class_nothing() {
    let failure = CallFailure::new(FailureKind::BadRequest, "prompt is 42951 tokens; rate limit 429; please try again");
    let bench = Bench::new(ScriptedModel::new().fail_with(failure).answer("good"));
    assert_eq!(bench.run(WantsGood::new("bad")).status(), Status::ModelFailed);
    assert_eq!(bench.model.requests().len(), 1);
}

#[test]
fn retries_end_and_keep_the_error_that_started_it() {
    let bench = Bench::new(
        ScriptedModel::new().answer("worse").fail(FailureKind::Server).fail(FailureKind::Server).fail(FailureKind::Server),
    );
    let error = bench.run(WantsGood::new("bad")).into_result().unwrap_err();
    assert_eq!(error.status(), Status::ModelFailed);
    assert_eq!(error.report().attempts().len(), 1);
    assert_eq!(error.first_op_error().unwrap().downcast_ref::<NotGood>(), Some(&NotGood("bad".into())));
    assert_eq!(error.op_error().unwrap().downcast_ref::<NotGood>(), Some(&NotGood("worse".into())));
    assert!(error.to_string().contains("scripted failure"), "{error}");
}

#[test]
fn retry_after_is_waited_for_and_a_long_one_ends_the_call() {
    let bench = Bench::new(ScriptedModel::new().fail_with(rate_limited(20)).answer("good"));
    assert_eq!(bench.run(WantsGood::new("bad")).status(), Status::Repaired);
    assert_eq!(bench.clock.now(), Duration::from_secs(20));

    let bench = Bench::new(ScriptedModel::new().fail_with(rate_limited(61)).answer("good"));
    assert_eq!(bench.run(WantsGood::new("bad")).status(), Status::ModelFailed);
    assert_eq!(bench.clock.now(), Duration::ZERO);
}

#[test]
fn within_a_deadline_a_long_retry_after_is_waited_for() {
    let bench = Bench::new(ScriptedModel::new().fail_with(rate_limited(61)).answer("good"));
    let options = RunOptions::new().deadline(Duration::from_secs(600));
    assert_eq!(bench.run_with(WantsGood::new("bad"), options).status(), Status::Repaired);
    let bench = Bench::new(ScriptedModel::new().answer("good"));
    let options = RunOptions::new().deadline(Duration::MAX);
    assert_eq!(bench.run_with(WantsGood::new("bad"), options).status(), Status::Repaired);
}

#[test]
fn a_wait_past_the_deadline_stops_at_once() {
    let bench = Bench::new(ScriptedModel::new().fail_with(rate_limited(20)).answer("good"));
    let options = RunOptions::new().configure(|config| config.deadline(Duration::from_secs(10)));
    let error = bench.run_with(WantsGood::new("bad"), options).into_result().unwrap_err();
    assert_eq!(error.status(), Status::DeadlineExceeded);
    assert_eq!(bench.clock.now(), Duration::ZERO);
}

#[test]
fn a_call_that_hangs_times_out_and_the_deadline_clips_it() {
    let bench = Bench::new(ScriptedModel::new().hang().answer("good"));
    assert_eq!(bench.run(WantsGood::new("bad")).status(), Status::Repaired);
    assert!(bench.clock.now() >= Duration::from_secs(120));

    let bench = Bench::new(ScriptedModel::new().hang().answer("good"));
    let options = RunOptions::new().deadline(Duration::from_secs(5));
    let error = bench.run_with(WantsGood::new("bad"), options).into_result().unwrap_err();
    assert_eq!(error.status(), Status::DeadlineExceeded);
    assert_eq!(bench.clock.now(), Duration::from_secs(5));
    assert_eq!(bench.model.requests().len(), 1);
}

#[test]
fn a_schema_the_provider_turns_down_is_left_out_once() {
    let failure = || CallFailure::new(FailureKind::BadRequest, "schema too complex").status(400);
    let model = ScriptedModel::new().fail_with(failure()).answer(r#"{"field_1": 2}"#);
    let bench = Bench::new(model);
    let outcome = bench.runtime.run_blocking(crate::support::Sum::new("[1, \"x\"]"));
    assert_eq!(outcome.status(), Status::Repaired);
    let requests = bench.model.requests();
    assert!(requests[0].schema.is_some() && requests[1].schema.is_none());
    assert_eq!(requests[0].prompt, requests[1].prompt);

    let bench = Bench::new(ScriptedModel::new().fail_with(failure()).fail_with(failure()).answer("[1]"));
    assert_eq!(bench.run(crate::support::Sum::new("[1, \"x\"]")).status(), Status::ModelFailed);
    assert_eq!(bench.model.requests().len(), 2);

    for other in [failure().unconstrained(true), failure().status(404), failure().status(413)] {
        let bench = Bench::new(ScriptedModel::new().fail_with(other).answer("[1]"));
        assert_eq!(bench.run(crate::support::Sum::new("[1, \"x\"]")).status(), Status::ModelFailed);
        assert_eq!(bench.model.requests().len(), 1);
    }
}
