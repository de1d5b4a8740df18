use repair::{RunOptions, Stall, Status, testing::ScriptedModel, wire::FailureKind};

use crate::support::{Bench, NotGood, WantsDigit, WantsGood};

#[test]
fn always_failing_makes_three_calls_and_four_runs_and_says_so() {
    let bench = Bench::new(ScriptedModel::new().answers(["a", "b", "c"]));
    let op = WantsGood::new("bad");
    let seen = op.seen.clone();
    let error = bench.run(op).into_result().unwrap_err();
    assert_eq!(error.status(), Status::Exhausted);
    assert_eq!(bench.model.requests().len(), 3);
    assert_eq!(seen.all(), ["bad", "a", "b", "c"]);
    assert_eq!(error.report().runs(), 4);
    assert!(error.to_string().contains("exhausted after 3 attempts, 3 calls and 4 runs"), "{error}");
    assert_eq!(error.downcast_ref::<NotGood>(), Some(&NotGood("c".into())));
    assert_eq!(error.first_op_error().unwrap().downcast_ref::<NotGood>(), Some(&NotGood("bad".into())));
}

#[test]
fn zero_attempts_mean_no_repair_at_all() {
    let bench = Bench::new(ScriptedModel::new());
    let options = RunOptions::new().configure(|config| config.max_attempts(0));
    let error = bench.run_with(WantsGood::new("bad"), options).into_result().unwrap_err();
    assert_eq!(error.status(), Status::NotRepairable);
    assert_eq!(error.report().runs(), 1);
    assert_eq!(bench.model.requests(), []);
}

#[test]
fn options_of_one_run_do_not_leak_into_the_next() {
    let bench = Bench::new(ScriptedModel::new().answers(["a", "b", "c", "d"]));
    let op = WantsGood::new("bad");
    let options = RunOptions::new().configure(|config| config.max_attempts(1));
    bench.run_with(op.clone(), options).into_result().unwrap_err();
    assert_eq!(bench.model.requests().len(), 1);
    bench.run(op).into_result().unwrap_err();
    assert_eq!(bench.model.requests().len(), 4);
}

#[test]
fn the_same_findings_again_stop_the_run() {
    let bench = Bench::new(ScriptedModel::new().answers(["50", "60", "70", "80"]));
    let options = RunOptions::new().configure(|config| config.max_attempts(9));
    let error = bench.run_with(WantsDigit::new("40"), options).into_result().unwrap_err();
    assert_eq!(error.status(), Status::NotConverging);
    assert_eq!(bench.model.requests().len(), 2, "once for each view of the value");
}

#[test]
fn going_back_and_forth_stops_the_run() {
    let bench = Bench::new(ScriptedModel::new().answers(["[]", "40", "[]", "40"]));
    let options = RunOptions::new().configure(|config| config.max_attempts(9));
    let error = bench.run_with(WantsDigit::new("40"), options).into_result().unwrap_err();
    assert_eq!(error.status(), Status::NotConverging);
    assert_eq!(bench.model.requests().len(), 3);
}

#[test]
fn the_same_candidate_again_stops_an_op_without_findings() {
    let bench = Bench::new(ScriptedModel::new().answers(["a", "a", "a", "a"]));
    let options = RunOptions::new().configure(|config| config.max_attempts(9).stall(Stall::Stop));
    let error = bench.run_with(WantsGood::new("bad"), options).into_result().unwrap_err();
    assert_eq!(error.status(), Status::NotConverging);
    assert_eq!(bench.model.requests().len(), 3);
}

#[test]
fn hopeless_text_ends_after_two_or_three_calls_with_the_original_in_each() {
    let bench = Bench::new(ScriptedModel::new().answers(["nope", "[]", "nope"]));
    let error = bench.run(WantsDigit::new("not json")).into_result().unwrap_err();
    assert_eq!(error.status(), Status::NotConverging);
    let prompts = bench.prompts();
    assert!((2..=3).contains(&prompts.len()));
    assert!(prompts.iter().all(|prompt| prompt.contains("not json")));
    assert!(error.first_op_error().unwrap().to_string().contains("not json"));
    assert!(error.op_error().unwrap().to_string().contains("nope"));
}

#[test]
fn calls_stay_under_one_cap_whatever_the_attempts_and_retries() {
    let script = (0..20).fold(ScriptedModel::new(), |script, n| script.fail(FailureKind::Server).answer(format!("answer {n}")));
    let bench = Bench::new(script);
    let options = RunOptions::new().configure(|config| config.max_attempts(100).max_calls(7));
    let error = bench.run_with(WantsGood::new("bad"), options).into_result().unwrap_err();
    assert_eq!(error.status(), Status::BudgetExceeded);
    assert_eq!(bench.model.requests().len(), 7);
    assert_eq!(error.report().calls().len(), 7);
}

#[test]
fn a_budget_shared_with_other_runs_denies_before_the_spend() {
    let bench = Bench::new(ScriptedModel::new().answers(["a", "b", "c"]));
    let error = bench.run_with(WantsGood::new("bad"), RunOptions::new().max_calls(2)).into_result().unwrap_err();
    assert_eq!(error.status(), Status::BudgetExceeded);
    assert_eq!(bench.model.requests().len(), 2);
    assert!(error.to_string().contains("2 of 2 calls are spent"), "{error}");
}

/// Answers by what it is asked, so that runs at the same time can't take each other's answers.
struct Echo;

#[repair::model::async_trait]
impl repair::model::LanguageModel for Echo {
    fn provider(&self) -> &str {
        "echo"
    }
    async fn complete(
        &self,
        request: &repair::wire::Request,
        _: repair::model::CallLimits,
    ) -> Result<repair::wire::Answer, repair::wire::CallFailure> {
        tokio::task::yield_now().await;
        let even = request
            .prompt
            .split(|c: char| !c.is_ascii_digit())
            .find_map(|n| n.parse::<u32>().ok())
            .is_some_and(|n| n.is_multiple_of(2));
        Ok(repair::wire::Answer::new(if even { "good".to_owned() } else { format!("still {}", request.prompt) }))
    }
}

#[test]
fn a_hundred_runs_of_one_op_share_nothing() {
    let executor = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let runtime = repair::Runtime::builder().model(Echo).build();
    let op = WantsGood::new("bad");
    executor.block_on(async {
        let runs: Vec<_> = (0..100)
            .map(|n| {
                let mut op = op.clone();
                op.raw.text = format!("bad {n}");
                tokio::spawn(runtime.run(op))
            })
            .collect();
        for (n, run) in runs.into_iter().enumerate() {
            let outcome = run.await.unwrap();
            let expected = if n % 2 == 0 { (Status::Repaired, 1) } else { (Status::Exhausted, 3) };
            assert_eq!((outcome.status(), outcome.report.attempts().len()), expected);
            assert_eq!(outcome.report.original(), Some(format!("bad {n}").as_str()));
        }
    });
}

#[test]
fn run_futures_are_send() {
    fn send<T: Send>(value: T) -> T {
        value
    }
    let bench = Bench::new(ScriptedModel::new());
    drop(send(bench.runtime.run(WantsGood::new("good"))));
    drop(send(repair::parse::<u32>("1").run(&bench.runtime)));
}
