use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use repair::{BoxError, Context, Op, OpError, Runtime, Status, WithRepair, repairable, testing::ScriptedModel};

use crate::support::{Bench, Broken, Text, WantsDigit, WantsGood};

/// Runs another op inside.
#[derive(Clone)]
struct Outer<O> {
    inner: O,
    raw: Text,
}

#[repairable(input = "raw")]
impl<O: Op + Clone> Op for Outer<O> {
    type Output = O::Output;
    async fn run(&self, cx: &Context) -> Result<O::Output, OpError> {
        Ok(cx.run(self.inner.clone()).await.into_result()?)
    }
}

fn outer<O>(inner: O) -> Outer<O> {
    Outer { inner, raw: Text { text: "outer".into() } }
}

#[test]
fn a_nested_op_is_repaired_and_reported_within() {
    let bench = Bench::new(ScriptedModel::new().answer("7"));
    let outcome = bench.run(outer(WantsDigit::new("x")));
    assert_eq!(outcome.status(), Status::Clean);
    let [nested] = outcome.report.nested() else { panic!("one nested run was repaired") };
    assert_eq!((nested.status(), nested.calls().len()), (Status::Repaired, 1));
    assert_eq!(outcome.result.unwrap(), 7);
}

#[test]
fn a_nested_failure_never_asks_for_a_repair_of_the_outer_op() {
    let bench = Bench::new(ScriptedModel::new().answers(["a", "b", "c"]));
    let error = bench.run(outer(WantsGood::new("bad"))).into_result().unwrap_err();
    assert_eq!(error.status(), Status::NotRepairable);
    assert_eq!(bench.model.requests().len(), 3);
    let nested = error.downcast_ref::<repair::RepairError>().unwrap();
    assert_eq!(nested.status(), Status::Exhausted);
}

#[test]
fn a_nested_fatal_error_stays_the_very_same_error() {
    let bench = Bench::new(ScriptedModel::new());
    let error = bench.run(outer(outer(WantsGood::new("fatal")))).into_result().unwrap_err();
    assert_eq!(error.downcast_ref::<Broken>(), Some(&Broken));
}

#[test]
fn nested_runs_share_one_budget_of_calls() {
    let bench = Bench::new(ScriptedModel::new().answers(["a", "b", "c"]));
    let options = repair::RunOptions::new().max_calls(2);
    let error = bench.run_with(outer(WantsGood::new("bad")), options).into_result().unwrap_err();
    assert_eq!(error.downcast_ref::<repair::RepairError>().unwrap().status(), Status::BudgetExceeded);
    assert_eq!(bench.model.requests().len(), 2);
}

#[test]
fn a_wrapped_op_is_an_op_with_the_same_fields_and_output() {
    let bench = Bench::new(ScriptedModel::new().answers(["7", "7"]));
    let wrapped = WithRepair(WantsDigit::new("x"));
    assert_eq!(wrapped.raw.text, "x");
    let outcome = bench.run(wrapped.clone());
    assert_eq!((outcome.status(), outcome.result.unwrap()), (Status::Repaired, 7));
    // Within another op, by its own `run`.
    struct Bare(WithRepair<WantsDigit>);
    impl Op for Bare {
        type Output = i64;
        async fn run(&self, cx: &Context) -> Result<i64, OpError> {
            self.0.run(cx).await
        }
    }
    let outcome = bench.run(Bare(wrapped));
    assert_eq!(outcome.report.nested()[0].status(), Status::Repaired);
    assert_eq!(outcome.into_result().unwrap(), 7);
}

/// Counts its commits.
#[derive(Clone)]
struct Charge {
    raw: Text,
    commits: Arc<AtomicUsize>,
    commit_fails: bool,
}

#[repairable(input = "raw")]
impl Op for Charge {
    type Output = String;
    async fn run(&self, _: &Context) -> Result<String, OpError> {
        if self.raw.text == "good" { Ok("charged".into()) } else { Err(repair::Finding::whole().expected("good").into()) }
    }
    async fn commit(&self, output: &String, _: &Context) -> Result<(), BoxError> {
        assert_eq!((output.as_str(), self.raw.text.as_str()), ("charged", "good"));
        self.commits.fetch_add(1, Ordering::SeqCst);
        if self.commit_fails { Err(Box::new(Broken)) } else { Ok(()) }
    }
}

#[test]
fn commit_runs_once_for_the_accepted_run() {
    for (text, commit_fails) in [("good", false), ("bad", false), ("good", true), ("bad", true)] {
        let bench = Bench::new(ScriptedModel::new().answers(["worse", "good"]));
        let op = Charge { raw: Text { text: text.into() }, commits: Arc::default(), commit_fails };
        let commits = Arc::clone(&op.commits);
        let options = repair::RunOptions::new().configure(|config| config.stall(repair::Stall::Ignore));
        let outcome = bench.run_with(WithRepair(op), options);
        assert_eq!(commits.load(Ordering::SeqCst), 1);
        if commit_fails {
            let error = outcome.into_result().unwrap_err();
            assert_eq!(error.status(), Status::CommitFailed);
            assert_eq!(std::error::Error::source(&error).unwrap().to_string(), "the disk is gone");
        } else {
            assert!(outcome.status().is_success());
        }
    }
}

#[test]
fn run_blocking_works_inside_an_executor_too() {
    let executor = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let runtime = Runtime::builder().model(ScriptedModel::new().answer("7")).build();
    let answer = executor.block_on(async { runtime.run_blocking(WantsDigit::new("x")) });
    assert_eq!(answer.into_result().unwrap(), 7);
}

#[test]
fn a_runtime_works_on_another_executor_waits_included() {
    let model = ScriptedModel::new().fail_with(
        repair::wire::CallFailure::new(repair::wire::FailureKind::Server, "busy")
            .retry_after(Some(std::time::Duration::from_millis(2))),
    );
    let runtime = Runtime::builder().model(model.answer("7")).build();
    let outcome = Box::pin(runtime.run(WantsDigit::new("x")));
    assert_eq!(futures_executor(outcome).into_result().unwrap(), 7);
}

/// The smallest executor there is: no tokio in it.
fn futures_executor<T>(mut future: std::pin::Pin<Box<dyn Future<Output = T> + Send + '_>>) -> T {
    use std::task::{Context, Poll, Wake};
    struct Unpark(std::thread::Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Arc::new(Unpark(std::thread::current())).into();
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(output) => return output,
            Poll::Pending => std::thread::park(),
        }
    }
}
