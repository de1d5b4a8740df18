//! A step's own calls: its budget, its log, its cancellation.

use std::time::Duration;

use repair::{
    Attempt, CancelToken, CannotPlan, Context, Op, OpError, RetryPolicy, RunOptions, Status, Step,
    config::Rung,
    llm::AskError,
    price::Usd,
    testing::ScriptedModel,
    wire::{Answer, FailureKind, Usage},
};

use super::{enough, search};
use crate::support::Bench;

/// Asks a model for a number.
async fn ask(_: &[Attempt<u32, u32>], cx: &Context) -> Result<u32, CannotPlan> {
    Ok(cx.llm().system("Answer with a number.").ask("which limit?").await?.text.trim().parse()?)
}

fn asking(runs: u32) -> Step<u32, u32> {
    Step::builder(search).validate(enough).repair_with(ask).retry_policy(RetryPolicy::new(runs)).build().unwrap()
}

fn spent(answer: &str, input: u64, output: u64) -> Answer {
    Answer::new(answer).usage(input, output)
}

#[test]
fn a_planners_calls_are_the_runs_calls_and_no_attempts() {
    let bench = Bench::new(ScriptedModel::new().then(spent("200", 100, 5)).then(spent("300", 120, 7)));
    let outcome = asking(3).run_blocking(&bench.runtime, 100);
    assert_eq!(outcome.status(), Status::Repaired);
    let report = &outcome.report;
    assert_eq!((report.calls().len(), report.attempts().len(), report.runs()), (2, 0, 3));
    assert_eq!(report.usage(), Usage { input_tokens: Some(220), output_tokens: Some(12) });
    assert!(report.calls().iter().all(|call| call.rung == Rung::Step && call.latency_ms.is_some()));
    let calls: Vec<usize> = report.tries().iter().map(|tried| tried.calls.len()).collect();
    assert_eq!(calls, [0, 1, 1]);
}

/// R28: what failed attempts took is not lost, in success or in failure.
#[test]
fn each_attempt_knows_what_it_took() {
    let bench = Bench::new(ScriptedModel::new().then(spent("200", 100, 5)).answer("210"));
    let error = asking(3).run_blocking(&bench.runtime, 100).into_result().unwrap_err();
    let usage: Vec<Usage> = error.attempts::<u32, u32>().iter().map(|attempt| attempt.usage).collect();
    let of = |input, output| Usage { input_tokens: Some(input), output_tokens: Some(output) };
    assert_eq!(usage, [of(0, 0), of(100, 5), Usage::default()], "nobody said what the last one took");
    assert_eq!(error.report().usage(), Usage::default());
}

#[test]
fn a_call_that_failed_in_transit_is_made_again_and_its_failure_is_the_steps() {
    let bench = Bench::new(ScriptedModel::new().fail(FailureKind::Server).answer("300"));
    let outcome = asking(2).run_blocking(&bench.runtime, 100);
    assert_eq!((outcome.status(), outcome.report.calls().len()), (Status::Repaired, 2));

    let bench = Bench::new(ScriptedModel::new().fail(FailureKind::Auth));
    let error = asking(2).run_blocking(&bench.runtime, 100).into_result().unwrap_err();
    assert_eq!((error.status(), error.call_failure().unwrap().kind), (Status::ModelFailed, FailureKind::Auth));
    assert_eq!(error.findings().unwrap().len(), 1, "what was found is not lost");
}

#[test]
fn a_cut_answer_is_asked_for_with_a_higher_cap_once_and_never_read() {
    let bench = Bench::new(ScriptedModel::new().truncated("30").answer("300"));
    assert_eq!(asking(2).run_blocking(&bench.runtime, 100).into_result().unwrap(), 30);
    let caps: Vec<u32> = bench.model.requests().iter().map(|request| request.max_tokens).collect();
    assert_eq!(caps, [2048, 8192]);

    let bench = Bench::new(ScriptedModel::new().truncated("300").truncated("300"));
    assert_eq!(asking(2).run_blocking(&bench.runtime, 100).status(), Status::Truncated);
    let bench = Bench::new(ScriptedModel::new().refused("I would rather not."));
    assert_eq!(asking(2).run_blocking(&bench.runtime, 100).status(), Status::Refused);
}

#[test]
fn no_code_in_a_step_outlives_its_calls() {
    let stubborn = async |_: &[Attempt<u32, u32>], cx: &Context| loop {
        if let Ok(answer) = cx.llm().ask("again").await {
            drop(answer);
        }
    };
    let step = Step::builder(search)
        .validate(enough)
        .repair_with(async move |attempts: &[Attempt<u32, u32>], cx: &Context| -> Result<u32, CannotPlan> {
            stubborn(attempts, cx).await
        })
        .configure(|config| config.max_calls(5))
        .build()
        .unwrap();
    let bench = Bench::new(ScriptedModel::new().answers(["x"; 9]));
    let outcome = step.run_blocking(&bench.runtime, 100);
    assert_eq!((outcome.status(), outcome.report.calls().len()), (Status::BudgetExceeded, 5));
}

#[test]
fn a_planners_calls_are_paid_from_the_runs_budget() {
    let answers = || ScriptedModel::new().then(spent("200", 100, 100)).then(spent("300", 100, 100));
    let step =
        Step::builder(search).validate(enough).repair_with(ask).configure(|config| config.max_tokens(150)).build().unwrap();
    let bench = Bench::new(answers());
    let error = step.run_blocking_with(&bench.runtime, 100, RunOptions::new().max_tokens(250)).into_result().unwrap_err();
    assert_eq!((error.status(), error.report().calls().len()), (Status::BudgetExceeded, 1));
    assert_eq!(bench.model.requests().len(), 1, "the second one was not sent");
    assert!(error.to_string().contains("200 of 250 tokens are spent"), "{error}");

    let bench = Bench::new(answers());
    let outcome = step.run_blocking_with(&bench.runtime, 100, RunOptions::new().max_cost(Usd::of_micros(1)));
    assert_eq!((outcome.status(), bench.model.requests().len()), (Status::BudgetExceeded, 0));
}

#[test]
fn a_call_under_way_is_given_up_when_the_run_is_cancelled() {
    let token = CancelToken::new();
    let cancel = token.clone();
    let bench = Bench::new(ScriptedModel::new().hang());
    let task = move |_: &u32, cx: &Context| {
        let (cancel, cx) = (cancel.clone(), cx.clone());
        async move {
            let (answer, ()) = futures(cx.llm().ask("hello"), async { cancel.cancel() }).await;
            answer?;
            Ok::<u32, OpError>(1)
        }
    };
    let step = Step::builder(task).build().unwrap();
    let outcome = step.run_blocking_with(&bench.runtime, 1, RunOptions::new().cancel(token));
    assert_eq!((outcome.status(), outcome.report.calls().len()), (Status::Cancelled, 1));
    assert!(outcome.report.calls()[0].answer.is_none());
    assert_eq!(outcome.result.unwrap_err().attempts::<u32, u32>()[0].input, 1);
}

async fn futures<A, B>(a: impl Future<Output = A>, b: impl Future<Output = B>) -> (A, B) {
    tokio::join!(a, b)
}

#[test]
fn a_call_is_bounded_by_the_deadline() {
    let bench = Bench::new(ScriptedModel::new().hang());
    let outcome = asking(2).run_blocking_with(&bench.runtime, 100, RunOptions::new().deadline(Duration::from_secs(3)));
    assert_eq!(outcome.status(), Status::DeadlineExceeded);
}

#[test]
fn several_calls_may_be_under_way_at_once() {
    let both = async |_: &[Attempt<u32, u32>], cx: &Context| {
        let (a, b) = tokio::join!(cx.llm().ask("a"), cx.llm().ask("b"));
        Ok(a?.text.parse::<u32>()? + b?.text.parse::<u32>()?)
    };
    let step = Step::builder(search).validate(enough).repair_with(both).build().unwrap();
    let bench = Bench::new(ScriptedModel::new().answers(["100", "200"]));
    assert_eq!(step.run_blocking(&bench.runtime, 100).into_result().unwrap(), 30);
    assert_eq!(bench.prompts(), ["a", "b"]);
}

#[test]
fn an_op_asks_in_a_nested_run() {
    struct Asks;
    impl Op for Asks {
        type Output = String;
        async fn run(&self, cx: &Context) -> Result<String, OpError> {
            match cx.llm().ask("hello").await {
                Ok(answer) => Ok(answer.text),
                Err(AskError::Ended { status }) => Ok(status.to_string()),
                Err(error) => Err(error.into()),
            }
        }
    }
    let bench = Bench::new(ScriptedModel::new().then(spent("hi", 3, 4)));
    let outcome = bench.run(Asks);
    assert_eq!(outcome.report.nested()[0].label(), "llm");
    assert_eq!(outcome.report.total_usage(), Usage { input_tokens: Some(3), output_tokens: Some(4) });
    assert_eq!(outcome.into_result().unwrap(), "hi");
    let denied = bench.run_with(Asks, RunOptions::new().max_calls(0));
    assert_eq!(denied.into_result().unwrap(), "budget_exceeded");
}
