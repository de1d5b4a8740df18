use repair::{Context, Op, OpError, RepairConfig, Status, testing::ScriptedModel};

use crate::support::{Bench, Broken, WantsDigit, WantsGood};

#[test]
fn success_at_once_calls_no_model_and_runs_once() {
    let bench = Bench::new(ScriptedModel::new());
    let op = WantsGood::new("good");
    let seen = op.seen.clone();
    let outcome = bench.run(op);
    assert_eq!(outcome.status(), Status::Clean);
    assert_eq!(outcome.report.calls(), []);
    assert_eq!(outcome.report.runs(), 1);
    assert_eq!(outcome.report.original(), None);
    assert_eq!(outcome.into_result().unwrap(), "made of good");
    assert_eq!(seen.all(), ["good"]);
}

#[test]
fn a_fatal_error_comes_back_as_the_very_same_error_without_a_call() {
    for bench in [Bench::new(ScriptedModel::new()), Bench::logged(ScriptedModel::new()).0] {
        let error = bench.run(WantsGood::new("fatal")).into_result().unwrap_err();
        assert_eq!(error.status(), Status::NotRepairable);
        assert_eq!(error.downcast_ref::<Broken>(), Some(&Broken));
        let source = std::error::Error::source(&error).unwrap();
        assert_eq!(source.to_string(), "the disk is gone");
        assert_eq!(bench.model.requests(), []);
        assert_eq!(error.into_op_error().downcast_ref::<Broken>(), Some(&Broken));
    }
}

#[test]
fn an_op_that_is_not_annotated_and_asks_for_a_repair_is_not_repairable() {
    struct Plain;
    impl Op for Plain {
        type Output = ();
        async fn run(&self, _: &Context) -> Result<(), OpError> {
            Err(repair::Finding::whole().expected("something else").into())
        }
    }
    let bench = Bench::new(ScriptedModel::new());
    let error = bench.run(Plain).into_result().unwrap_err();
    assert_eq!(error.code(), "not_repairable");
    assert!(error.to_string().contains("something else"), "{error}");
}

#[test]
fn defaults_are_the_documented_ones() {
    let config = RepairConfig::default();
    assert_eq!((config.max_attempts, config.max_tokens, config.transport_retries), (3, 2048, 2));
    let runtime = repair::Runtime::builder().build();
    let error = runtime.run_blocking(WantsDigit::new("x")).into_result().unwrap_err();
    let request = &error.report().calls()[0].request;
    assert_eq!((request.provider.as_str(), request.model.as_str(), request.max_tokens), ("anthropic", "claude-sonnet-4-6", 2048));
}

#[test]
fn without_a_model_the_run_ends_typed_and_shows_what_it_would_have_sent() {
    let runtime = repair::Runtime::builder().build();
    let error = runtime.run_blocking(WantsDigit::new("twelve")).into_result().unwrap_err();
    assert_eq!(error.status(), Status::ModelFailed);
    assert_eq!(error.call_failure().unwrap().kind.code(), "no_model");
    assert!(error.report().calls()[0].request.prompt.contains("twelve"));
}

#[test]
fn the_process_wide_switch_turns_repairs_off_and_leaves_ops_alone() {
    // In a process of its own: other tests repair at the same time.
    if std::env::var_os("REPAIR_SWITCH_TEST").is_none() {
        let status = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "acceptance::first_run::the_process_wide_switch_turns_repairs_off_and_leaves_ops_alone"])
            .env("REPAIR_SWITCH_TEST", "1")
            .status()
            .unwrap();
        assert!(status.success());
        return;
    }
    repair::set_enabled(false);
    assert!(!repair::is_enabled());
    let bench = Bench::new(ScriptedModel::new());
    assert_eq!(bench.run(WantsDigit::new("7")).into_result().unwrap(), 7);
    let error = bench.run(WantsDigit::new("x")).into_result().unwrap_err();
    assert_eq!(error.status(), Status::NotRepairable);
    assert_eq!(bench.model.requests(), []);
    repair::set_enabled(true);
}
