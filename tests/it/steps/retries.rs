//! How often a task runs, and what is kept of each run.

use std::{sync::Arc, time::Duration};

use repair::{
    Attempt, BoxError, CancelToken, CannotPlan, Context, Finding, Findings, OpError, RetryPolicy, RunOptions, Runtime, Stall,
    Status, Step, clock::Clock, step::StepError, testing::TestClock,
};

use super::{Count, enough, no_model, search, widen};

#[test]
fn of_three_runs_the_third_is_accepted_and_only_then_materialised() {
    let (planned, written) = (Count::default(), Count::default());
    let (plans, writes) = (planned.clone(), written.clone());
    let step = Step::builder(search)
        .validate(enough)
        .repair_with(move |attempts: &[Attempt<u32, u32>], _: &Context| {
            plans.up();
            let next = attempts.last().map_or(0, |last| last.input + 100);
            async move { Ok(next) }
        })
        .materialise(move |found: &u32, _: &Context| {
            writes.up();
            let found = *found;
            async move { if found == 30 { Ok(()) } else { Err(BoxError::from("too early")) } }
        })
        .retry_policy(RetryPolicy::new(3))
        .build()
        .unwrap();

    let outcome = step.run_blocking(&no_model(), 100);

    assert_eq!(outcome.status(), Status::Repaired);
    assert_eq!((outcome.report.runs(), planned.get(), written.get()), (3, 2, 1));
    let accepted: Vec<bool> = outcome.report.tries().iter().map(|tried| tried.accepted).collect();
    assert_eq!(accepted, [false, false, true]);
    assert_eq!(outcome.into_result().unwrap(), 30);
}

#[test]
fn an_input_that_is_right_costs_one_run() {
    let step = Step::builder(search).validate(enough).repair_with(widen).build().unwrap();
    let outcome = step.run_blocking(&no_model(), 300);
    assert_eq!((outcome.status(), outcome.report.runs()), (Status::Clean, 1));
}

#[test]
fn a_policy_of_one_rejects_with_the_findings_and_the_candidate() {
    let step = Step::builder(search).validate(enough).repair_with(widen).retry_policy(RetryPolicy::new(1)).build().unwrap();
    let error = step.run_blocking(&no_model(), 100).into_result().unwrap_err();
    assert_eq!(error.code(), "exhausted");
    assert_eq!(error.findings().unwrap().iter().next().unwrap().rule, "too_few");
    let attempts = error.attempts::<u32, u32>();
    assert_eq!(attempts.len(), 1);
    assert_eq!((attempts[0].input, attempts[0].output, attempts[0].accepted), (100, Some(10), false));
    assert!(error.attempts::<String, u32>().is_empty(), "a step of other types");
}

#[test]
fn the_last_candidate_is_checked_too() {
    let step = Step::builder(search).validate(enough).repair_with(widen).retry_policy(RetryPolicy::new(2)).build().unwrap();
    let error = step.run_blocking(&no_model(), 100).into_result().unwrap_err();
    let last = error.attempts::<u32, u32>().last().unwrap();
    assert_eq!((last.number, last.output), (2, Some(20)));
    assert_eq!(last.findings.iter().next().unwrap().received.as_deref(), Some("20"));
    assert!(error.to_string().contains("\"20\""), "{error}");
}

#[test]
fn without_a_planner_a_step_runs_once() {
    let step = Step::builder(search).validate(enough).retry_policy(RetryPolicy::new(5)).build().unwrap();
    let outcome = step.run_blocking(&no_model(), 100);
    assert_eq!((outcome.status(), outcome.report.runs()), (Status::NotRepairable, 1));
}

#[test]
fn no_run_at_all_is_an_error_when_the_step_is_built() {
    let error = Step::builder(search).retry_policy(RetryPolicy::new(0)).build().unwrap_err();
    assert_eq!((error, error.code()), (StepError::NoRuns, "no_runs"));
}

#[test]
fn a_fatal_error_ends_the_step_unchanged_and_a_repairable_one_is_planned_for() {
    let task = async |n: &u32, _: &Context| match n {
        0 => Err(OpError::from(Finding::whole().rule("zero").expected("more than 0"))),
        1 => Err(OpError::fatal(super::super::support::Broken)),
        n => Ok(*n),
    };
    let step = Step::builder(task)
        .repair_with(async |attempts: &[Attempt<u32, u32>], _: &Context| {
            let last = attempts.last().unwrap();
            assert_eq!((last.output, last.error.is_some()), (None, true));
            Ok(last.input + 2)
        })
        .build()
        .unwrap();
    assert_eq!(step.run_blocking(&no_model(), 0).into_result().unwrap(), 2);
    let error = step.run_blocking(&no_model(), 1).into_result().unwrap_err();
    assert_eq!((error.code(), error.report().runs()), ("not_repairable", 1));
    assert!(error.downcast_ref::<super::super::support::Broken>().is_some());
}

#[test]
fn an_input_that_comes_back_ends_the_step_before_it_is_run_again() {
    let there_and_back = async |attempts: &[Attempt<u32, u32>], _: &Context| Ok(if attempts.len() == 1 { 200 } else { 100 });
    let build = |stall| {
        let builder = Step::builder(search).validate(enough).repair_with(there_and_back).retry_policy(RetryPolicy::new(9));
        builder.fingerprinted().configure(|config| config.stall(stall)).build().unwrap()
    };
    let stopped = build(Stall::Stop).run_blocking(&no_model(), 100);
    assert_eq!((stopped.status(), stopped.report.runs()), (Status::NotConverging, 2));
    assert_eq!(stopped.result.unwrap_err().attempts::<u32, u32>().len(), 2);
    let ignored = build(Stall::Ignore).run_blocking(&no_model(), 100);
    assert_eq!((ignored.status(), ignored.report.runs()), (Status::Exhausted, 9));
}

#[test]
fn findings_that_come_back_end_a_step_that_wants_it() {
    let build = |policy| Step::builder(search).validate(enough).repair_with(widen).retry_policy(policy).build().unwrap();
    let outcome = build(RetryPolicy::new(5).stop_on_same_findings()).run_blocking(&no_model(), 0);
    assert_eq!((outcome.status(), outcome.report.runs()), (Status::NotConverging, 2));
    let outcome = build(RetryPolicy::new(5)).run_blocking(&no_model(), 0);
    assert_eq!((outcome.status(), outcome.report.runs()), (Status::Repaired, 4));
}

#[test]
fn waits_double_and_a_deadline_bounds_them() {
    let clock = TestClock::new();
    let runtime = Runtime::builder().clock(Arc::new(clock.clone())).build();
    let policy = RetryPolicy::new(4).backoff(Duration::from_secs(8));
    let step = Step::builder(search).validate(enough).repair_with(widen).retry_policy(policy).build().unwrap();
    assert_eq!(step.run_blocking(&runtime, 0).status(), Status::Repaired);
    let waited = clock.now().as_secs_f64();
    assert!((42.0..=56.0).contains(&waited), "8 + 16 + 32, less up to a quarter: {waited}");

    let options = RunOptions::new().deadline(Duration::from_secs(20));
    let outcome = step.run_blocking_with(&runtime, 0, options);
    assert_eq!((outcome.status(), outcome.report.runs()), (Status::DeadlineExceeded, 2));
}

#[test]
fn a_planner_that_hangs_is_cut_at_the_deadline() {
    let runtime = Runtime::builder().clock(Arc::new(TestClock::new())).build();
    let hang = async |_: &[Attempt<u32, u32>], _: &Context| std::future::pending::<Result<u32, CannotPlan>>().await;
    let step = Step::builder(search).validate(enough).repair_with(hang).build().unwrap();
    let outcome = step.run_blocking_with(&runtime, 100, RunOptions::new().deadline(Duration::from_secs(5)));
    assert_eq!(outcome.status(), Status::DeadlineExceeded);
    assert_eq!(outcome.result.unwrap_err().attempts::<u32, u32>().len(), 1);
}

#[test]
fn cancelling_while_it_plans_ends_the_step_and_keeps_what_was_tried() {
    let token = CancelToken::new();
    let cancel = token.clone();
    let step = Step::builder(search)
        .validate(enough)
        .repair_with(move |_: &[Attempt<u32, u32>], _: &Context| {
            cancel.cancel();
            std::future::pending::<Result<u32, CannotPlan>>()
        })
        .build()
        .unwrap();
    let outcome = step.run_blocking_with(&no_model(), 100, RunOptions::new().cancel(token));
    assert_eq!(outcome.status(), Status::Cancelled);
    assert_eq!(outcome.result.unwrap_err().attempts::<u32, u32>()[0].output, Some(10));
}

#[test]
fn a_materialiser_that_fails_is_an_error_of_its_own_and_repairs_nothing() {
    let later = Count::default();
    let count = later.clone();
    let step = Step::builder(search)
        .validate(enough)
        .repair_with(widen)
        .materialise(async |_: &u32, _: &Context| Err::<(), BoxError>(Box::new(super::super::support::Broken)))
        .materialise(move |_: &u32, _: &Context| {
            count.up();
            async { Ok(()) }
        })
        .build()
        .unwrap();
    let outcome = step.run_blocking(&no_model(), 200);
    assert_eq!((outcome.status(), outcome.report.runs(), later.get()), (Status::CommitFailed, 2, 0));
    let error = outcome.into_result().unwrap_err();
    assert!(std::error::Error::source(&error).unwrap().is::<super::super::support::Broken>());
    let last = error.attempts::<u32, u32>().last().unwrap();
    assert_eq!((last.accepted, last.output), (true, Some(30)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_runs_at_once_share_nothing() {
    let step = Step::builder(search)
        .validate(|found: &u32| if *found >= 30 { Findings::new() } else { Finding::whole().into() })
        .repair_with(widen)
        .retry_policy(RetryPolicy::new(4))
        .build()
        .unwrap();
    let runtime = no_model();
    let runs: Vec<_> = (0..100_u32).map(|n| (n, tokio::spawn(step.run(&runtime, n % 5 * 100)))).collect();
    for (n, run) in runs {
        let outcome = run.await.unwrap();
        assert_eq!(outcome.report.runs(), 4_u32.saturating_sub(n % 5).max(1), "{n}");
        assert_eq!(outcome.into_result().unwrap(), if n % 5 == 4 { 40 } else { 30 });
    }
}
