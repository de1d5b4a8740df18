use std::{
    future::Future as _,
    task::{Context as Task, Poll, Waker},
};

use repair::{CancelToken, RunOptions, Status, log::MemoryLog, machine::EventKind, testing::ScriptedModel};

use crate::support::{Bench, NotGood, Seen, Text, WantsGood};

#[test]
fn a_cancelled_token_means_no_call_and_no_run() {
    let bench = Bench::new(ScriptedModel::new());
    let token = CancelToken::new();
    token.cancel();
    let op = WantsGood::new("bad");
    let seen = op.seen.clone();
    let error = bench.run_with(op, RunOptions::new().cancel(token)).into_result().unwrap_err();
    assert_eq!(error.status(), Status::Cancelled);
    assert_eq!(seen.all(), [""; 0]);
    assert_eq!(bench.model.requests(), []);
    assert_eq!(error.report().runs(), 0);
}

#[test]
fn dropping_the_future_is_safe_at_every_await_and_logged() {
    // The op waits in each run, the model in each call: the future is dropped at each of these places in turn.
    for polls in 1..=6 {
        let log = MemoryLog::new();
        let model = Yielding(ScriptedModel::new().answers(["worse", "good"]));
        let runtime = repair::Runtime::builder().model(model).sink(std::sync::Arc::new(log.clone())).build();
        let op = Slow { raw: Text { text: "bad".into() }, seen: Seen::default() };
        let seen = op.seen.clone();
        {
            let mut run = Box::pin(runtime.run(op));
            let mut task = Task::from_waker(Waker::noop());
            let mut ended = false;
            for _ in 0..polls {
                if run.as_mut().poll(&mut task).is_ready() {
                    ended = true;
                    break;
                }
            }
            if ended {
                assert_eq!(seen.all(), ["bad", "worse", "good"]);
                continue;
            }
        }
        let entries = log.entries();
        let last = &entries.last().unwrap().event.kind;
        assert!(matches!(last, EventKind::Dropped), "after {polls} polls: {last:?}");
    }
}

#[test]
fn a_call_given_up_stays_in_the_report() {
    struct CancelsWhenAsked(CancelToken);
    #[repair::model::async_trait]
    impl repair::model::LanguageModel for CancelsWhenAsked {
        fn provider(&self) -> &str {
            "slow"
        }
        async fn complete(
            &self,
            _: &repair::wire::Request,
            _: repair::model::CallLimits,
        ) -> Result<repair::wire::Answer, repair::wire::CallFailure> {
            self.0.cancel();
            std::future::pending().await
        }
    }
    let token = CancelToken::new();
    let runtime = repair::Runtime::builder().model(CancelsWhenAsked(token.clone())).build();
    let outcome = runtime.run_blocking_with(WantsGood::new("bad"), RunOptions::new().cancel(token));
    let error = outcome.into_result().unwrap_err();
    assert_eq!(error.status(), Status::Cancelled);
    assert_eq!(error.report().calls().len(), 1);
    assert_eq!(error.report().calls()[0].answer, None);
    assert_eq!(error.report().usage().input_tokens, None, "the cost of a call given up is unknown, not zero");
    assert_eq!(error.first_op_error().unwrap().downcast_ref::<NotGood>(), Some(&NotGood("bad".into())));
}

/// Waits before it looks at its input.
#[derive(Clone)]
struct Slow {
    raw: Text,
    seen: Seen,
}

#[repair::repairable(input = "raw", stall = "ignore")]
impl repair::Op for Slow {
    type Output = ();
    async fn run(&self, _: &repair::Context) -> Result<(), repair::OpError> {
        yield_once().await;
        self.seen.push(&self.raw.text);
        if self.raw.text == "good" { Ok(()) } else { Err(repair::Repairable::with_prompt("Make it good").into()) }
    }
}

struct Yielding(ScriptedModel);

#[repair::model::async_trait]
impl repair::model::LanguageModel for Yielding {
    fn provider(&self) -> &str {
        "yielding"
    }
    async fn complete(
        &self,
        request: &repair::wire::Request,
        limits: repair::model::CallLimits,
    ) -> Result<repair::wire::Answer, repair::wire::CallFailure> {
        yield_once().await;
        self.0.complete(request, limits).await
    }
}

async fn yield_once() {
    let mut yielded = false;
    std::future::poll_fn(move |cx| {
        if yielded {
            return Poll::Ready(());
        }
        yielded = true;
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
