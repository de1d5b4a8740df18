//! What planners get, and how they are put together.

use repair::{Attempt, CannotPlan, Context, OpError, RepairPlanner, RetryPolicy, Status, Step, WithRepair, step::task_of};

use super::{Count, enough, no_model, search, widen};
use crate::support::{Bench, Seen, Sum, WantsDigit};

/// No planner and no input needs to be `Clone` or `Debug`.
struct Limit(u32);

#[test]
fn a_planner_sees_every_earlier_attempt_by_reference() {
    struct Plans(Seen);
    impl RepairPlanner<Limit, u32> for Plans {
        async fn plan(&self, attempts: &[Attempt<Limit, u32>], cx: &Context) -> Result<Limit, CannotPlan> {
            let tried: Vec<String> = attempts
                .iter()
                .map(|attempt| format!("{} {:?} {}", attempt.input.0, attempt.output, attempt.findings.len()))
                .collect();
            self.0.push(format!("{}; {:?} left", tried.join(", "), cx.runs_left()));
            Ok(Limit(attempts.len() as u32 * 100))
        }
    }
    let seen = Seen::default();
    let step = Step::builder(async |limit: &Limit, _: &Context| Ok::<_, OpError>(limit.0 / 10))
        .validate(enough)
        .repair_with(Plans(seen.clone()))
        .retry_policy(RetryPolicy::new(4))
        .build()
        .unwrap();
    assert_eq!(step.run_blocking(&no_model(), Limit(7)).into_result().unwrap(), 30);
    assert_eq!(
        seen.all(),
        [
            "7 Some(0) 1; Some(3) left",
            "7 Some(0) 1, 100 Some(10) 1; Some(2) left",
            "7 Some(0) 1, 100 Some(10) 1, 200 Some(20) 1; Some(1) left"
        ]
    );
}

#[test]
fn a_planner_without_an_idea_ends_the_step_with_what_was_found() {
    let step = Step::builder(search)
        .validate(enough)
        .repair_with(async |_: &[Attempt<u32, u32>], _: &Context| Err::<u32, _>(CannotPlan::new("no wider range")))
        .build()
        .unwrap();
    let error = step.run_blocking(&no_model(), 100).into_result().unwrap_err();
    assert_eq!((error.status(), error.report().runs()), (Status::CannotPlan, 1));
    assert_eq!(error.findings().unwrap().len(), 1);
    assert_eq!(error.attempts::<u32, u32>()[0].output, Some(10));
    assert!(error.to_string().contains("no wider range"), "{error}");
}

#[test]
fn any_error_in_a_planner_is_a_reason() {
    let parse = async |_: &[Attempt<u32, u32>], _: &Context| Ok("many".parse::<u32>()?);
    let step = Step::builder(search).validate(enough).repair_with(parse).build().unwrap();
    let error = step.run_blocking(&no_model(), 100).into_result().unwrap_err();
    assert!(error.status() == Status::CannotPlan && error.to_string().contains("invalid digit"), "{error}");
}

#[test]
fn one_planner_takes_over_where_another_can_not() {
    let once = async |attempts: &[Attempt<u32, u32>], _: &Context| match attempts {
        [only] => Ok(only.input + 1),
        _ => Err(CannotPlan::new("once is enough")),
    };
    let step = Step::builder(search).validate(enough).repair_with(once.or_else(widen)).build().unwrap();
    let outcome = step.run_blocking(&no_model(), 200);
    assert_eq!((outcome.status(), outcome.report.runs()), (Status::Repaired, 3));

    let neither = RepairPlanner::<u32, u32>::after(widen, 9).or_else(once.after(8));
    let step = Step::builder(search).validate(enough).repair_with(neither).build().unwrap();
    let error = step.run_blocking(&no_model(), 200).into_result().unwrap_err();
    assert!(error.to_string().contains("not before 9 attempts; not before 8 attempts"), "{error}");
}

#[test]
fn a_planner_after_some_attempts_spares_the_dear_one() {
    let dear = Count::default();
    let count = dear.clone();
    let leap = move |_: &[Attempt<u32, u32>], _: &Context| {
        count.up();
        async { Ok(300) }
    };
    let step = Step::builder(search)
        .validate(enough)
        .repair_with(
            RepairPlanner::<u32, u32>::after(leap, 3)
                .or_else(async |attempts: &[Attempt<u32, u32>], _: &Context| Ok(attempts.len() as u32)),
        )
        .retry_policy(RetryPolicy::new(9))
        .build()
        .unwrap();
    let outcome = step.run_blocking(&no_model(), 0);
    assert_eq!((outcome.status(), outcome.report.runs(), dear.get()), (Status::Repaired, 4, 1));
}

#[test]
fn an_op_is_a_task_whose_findings_are_for_the_planner() {
    let step = Step::builder(task_of(|text: &String| WantsDigit::new(text)))
        .repair_with(async |attempts: &[Attempt<String, i64>], _: &Context| {
            let last = attempts.last().unwrap();
            assert_eq!(last.findings.iter().next().unwrap().rule, "syntax");
            Ok("7".to_owned())
        })
        .build()
        .unwrap();
    assert_eq!(step.run_blocking(&no_model(), "seven".into()).into_result().unwrap(), 7);

    // Wrapped, it repairs its own input first.
    let bench = Bench::new(repair::testing::ScriptedModel::new().answer("[1, 2]"));
    let step = Step::builder(task_of(|text: &String| WithRepair(Sum::new(text)))).build().unwrap();
    let outcome = step.run_blocking(&bench.runtime, "[1, two]".into());
    assert_eq!((outcome.report.calls().len(), outcome.report.nested().len()), (0, 1));
    assert_eq!(outcome.into_result().unwrap(), 3);
}
