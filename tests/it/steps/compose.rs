//! Steps made of steps, and steps as ops.

use repair::{
    Attempt, Context, Op, OpError, RepairError, RunOptions, Status, Step,
    step::{StepOp, join},
    testing::ScriptedModel,
};

use super::{enough, no_model, search, widen};
use crate::support::Bench;

fn hotels() -> Step<u32, u32> {
    Step::builder(search).validate(enough).repair_with(widen).label("hotels").build().unwrap()
}

fn book(limit: u32) -> Step<u32, String> {
    Step::builder(async move |found: &u32, cx: &Context| match *found > limit {
        true => Err(OpError::fatal("too many")),
        false => Ok(format!("{found}{}", if cx.is_cancelled() { "?" } else { "" })),
    })
    .label("book")
    .build()
    .unwrap()
}

fn labels(report: &repair::Report) -> Vec<(String, Status)> {
    report.nested().iter().map(|nested| (nested.label().to_owned(), nested.status())).collect()
}

#[test]
fn one_after_the_other_has_one_report_with_both_in_it() {
    let outcome = hotels().then(book(100)).run_blocking(&no_model(), 200);
    assert_eq!(outcome.report.label(), "hotels then book");
    assert_eq!(labels(&outcome.report), [("hotels".into(), Status::Repaired), ("book".into(), Status::Clean)]);
    assert_eq!(outcome.into_result().unwrap(), "30");
}

#[test]
fn a_part_that_fails_ends_the_whole_and_is_found_in_its_error() {
    let failing = Step::builder(search).validate(enough).label("hotels").build().unwrap();
    let outcome = failing.then(book(1)).run_blocking(&no_model(), 100);
    assert_eq!(labels(&outcome.report), [("hotels".into(), Status::NotRepairable)]);
    let error = outcome.into_result().unwrap_err();
    let part = error.downcast_ref::<RepairError>().unwrap();
    assert_eq!(part.attempts::<u32, u32>()[0].output, Some(10));

    let outcome = hotels().then(book(1)).run_blocking(&no_model(), 200);
    assert_eq!(labels(&outcome.report).len(), 2);
    assert!(outcome.result.unwrap_err().to_string().contains("too many"));
}

#[test]
fn both_at_once_and_mapped() {
    let both = join(hotels(), hotels().map(|found| found * 2).labelled("doubled"));
    let outcome = both.run_blocking(&no_model(), 200);
    assert_eq!(outcome.report.label(), "hotels and doubled");
    assert_eq!(outcome.report.nested().len(), 2);
    assert_eq!(outcome.into_result().unwrap(), (30, 60));
}

#[test]
fn parts_share_the_budget_of_the_whole() {
    let ask = async |text: &String, cx: &Context| Ok::<_, OpError>(cx.llm().ask(text.as_str()).await?.text);
    let step = Step::builder(ask).build().unwrap();
    let bench = Bench::new(ScriptedModel::new().answers(["b", "c"]));
    let twice = step.then(step.clone());
    assert_eq!(twice.run_blocking(&bench.runtime, "a".into()).into_result().unwrap(), "c");
    assert_eq!(bench.prompts(), ["a", "b"]);
    let outcome = twice.run_blocking_with(&bench.runtime, "a".into(), RunOptions::new().max_calls(0));
    assert_eq!(outcome.report.nested()[0].status(), Status::BudgetExceeded);
}

#[test]
fn a_step_may_be_checked_and_repaired_as_a_whole() {
    let whole = Step::builder(hotels())
        .validate(|found: &u32| repair::step::IntoFindings::into_findings(enough(&(found / 2))))
        .repair_with(async |attempts: &[Attempt<u32, u32>], _: &Context| Ok(attempts.last().unwrap().input + 400))
        .build();
    // A future of a result of findings is a check's answer as well.
    let outcome = whole.unwrap().run_blocking(&no_model(), 200);
    assert_eq!((outcome.status(), outcome.report.nested().len()), (Status::Repaired, 2));
    assert_eq!(outcome.into_result().unwrap(), 60);
}

#[test]
fn a_step_is_an_op() {
    fn takes<O: Op>(_: &O) {}
    let op: StepOp<u32, u32> = hotels().op(200);
    takes(&op);
    let outcome = no_model().run_blocking(op.clone());
    assert_eq!((outcome.report.label(), outcome.report.runs()), ("hotels", 2));

    struct Outer(StepOp<u32, u32>);
    impl Op for Outer {
        type Output = u32;
        async fn run(&self, cx: &Context) -> Result<u32, OpError> {
            Ok(cx.run(self.0.clone()).await.into_result()?)
        }
    }
    let outcome = no_model().run_blocking(Outer(op));
    assert_eq!((labels(&outcome.report), outcome.into_result().unwrap()), (vec![("hotels".into(), Status::Repaired)], 30));
}
