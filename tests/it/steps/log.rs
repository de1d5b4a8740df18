//! A step's log: the one log, from which all is told again.

use repair::{
    Attempt, CannotPlan, Context, OpError, RetryPolicy, Status, Step,
    log::{Content, Entry, JsonLines, Sink},
    machine::{Effect, Event, EventKind, Machine},
    testing::ScriptedModel,
    wire::FailureKind,
};

use super::{enough, search};
use crate::support::{Bench, Seen};

/// The log of a step whose planner asks twice at once, once in vain.
fn eventful() -> Vec<Entry> {
    let plan = async |attempts: &[Attempt<u32, u32>], cx: &Context| -> Result<u32, CannotPlan> {
        if attempts.len() == 1 {
            return Ok(200);
        }
        let (a, b) = tokio::join!(cx.llm().ask("a"), cx.llm().ask("b"));
        Ok(a?.text.parse::<u32>()? + b?.text.parse::<u32>()?)
    };
    let model = ScriptedModel::new().fail(FailureKind::Server).answer("100").truncated("2").answer("200");
    let (bench, log) = Bench::logged(model);
    let step = Step::builder(search)
        .validate(enough)
        .repair_with(plan)
        .materialise(async |_: &u32, _: &Context| Ok(()))
        .retry_policy(RetryPolicy::new(3))
        .fingerprinted()
        .label("hotels")
        .build()
        .unwrap();
    assert_eq!(step.run_blocking(&bench.runtime, 100).status(), Status::Repaired);
    log.entries()
}

#[test]
fn replaying_it_gives_the_same_effects() {
    let mut machine = Machine::new();
    for entry in eventful() {
        assert_eq!(machine.step(&entry.event), entry.then, "{:?}", entry.event.kind);
    }
    assert_eq!((machine.status(), machine.calls(), machine.attempts()), (Some(Status::Repaired), 4, 0));
    assert!(machine.outstanding().iter().all(|effect| matches!(effect, Effect::Finish { .. })));
}

#[test]
fn cut_after_any_event_it_knows_what_is_owed() {
    let entries = eventful();
    for cut in 1..entries.len() {
        let mut machine = Machine::new();
        for entry in &entries[..cut] {
            machine.step(&entry.event);
        }
        let mut resumed: Machine = serde_json::from_str(&serde_json::to_string(&machine).unwrap()).unwrap();
        assert_eq!(resumed, machine);
        let owed = resumed.outstanding();
        assert!(!owed.is_empty(), "after {cut} events");
        let (sent, done) = entries[..cut].iter().fold((0, 0), |(sent, done), entry| {
            let calls = entry.then.iter().filter(|effect| matches!(effect, Effect::Call { .. })).count();
            let is_done = matches!(entry.event.kind, EventKind::Answered { .. } | EventKind::CallFailed { .. });
            (sent + calls, done + usize::from(is_done))
        });
        let calls = owed.iter().filter(|effect| matches!(effect, Effect::Call { .. })).count();
        assert_eq!(calls, sent - done, "an answered call is never owed again: {owed:?}");
        assert!(calls == 0 || matches!(owed[0], Effect::Plan { .. }), "who asks is still at work");
        for entry in &entries[cut..] {
            assert_eq!(resumed.step(&entry.event), entry.then);
        }
    }
}

#[test]
fn events_survive_being_written_and_read() {
    for entry in eventful() {
        let line = serde_json::to_string(&entry).unwrap();
        assert_eq!(serde_json::from_str::<Entry>(&line).unwrap(), entry, "{line}");
    }
}

#[test]
fn a_late_or_repeated_event_changes_nothing() {
    let mut machine = Machine::new();
    for entry in eventful() {
        machine.step(&entry.event);
        // Two questions may be the same, so asking twice is no repetition.
        if matches!(entry.event.kind, EventKind::Asked { .. }) {
            continue;
        }
        let before = machine.clone();
        assert_eq!(machine.step(&entry.event), [], "told twice: {:?}", entry.event.kind);
        assert_eq!(machine, before);
    }
    assert_eq!(machine.step(&Event { at_ms: 9, kind: EventKind::Committed }), []);
}

#[test]
fn inputs_are_in_the_log_where_the_step_says_so() {
    let entries = eventful();
    let values: Vec<_> = entries
        .iter()
        .filter_map(|entry| match &entry.event.kind {
            EventKind::Started { step: Some(step), .. } => step.value.clone(),
            EventKind::Planned { value, .. } => value.clone(),
            _ => None,
        })
        .collect();
    assert_eq!(values, [100, 200, 300]);

    struct Lines(Seen);
    impl std::io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.push(String::from_utf8_lossy(bytes));
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let seen = Seen::default();
    let log = JsonLines::new(Lines(seen.clone())).content(Content::Lengths);
    entries.iter().for_each(|entry| log.append(entry));
    assert!(seen.all().concat().contains(r#""value":{"bytes":3}"#), "{:?}", seen.all());
}

/// R32: an attempt has a key of its own, and so has the run.
#[test]
fn each_attempt_has_a_key() {
    let keys = Seen::default();
    let seen = keys.clone();
    let task = move |limit: &u32, cx: &Context| {
        seen.push(cx.attempt_id().to_string());
        let id = cx.attempt_id();
        assert_eq!(id, cx.attempt_id(), "stable within the attempt");
        let found = limit / 10;
        async move { Ok::<_, OpError>(found) }
    };
    let (bench, log) = Bench::logged(ScriptedModel::new());
    let step = Step::builder(task).validate(enough).repair_with(super::widen).build().unwrap();
    step.run_blocking(&bench.runtime, 100).into_result().unwrap();
    let run = log.entries()[0].run;
    assert_eq!(keys.all(), (1..=3).map(|n| format!("{run:016x}-{n}")).collect::<Vec<_>>());
}

#[test]
fn an_op_has_a_key_for_each_attempt_too() {
    use repair::{Finding, Op, Raw, repairable};
    #[derive(Clone)]
    struct Charge {
        raw: Raw<i64>,
        seen: Seen,
    }
    #[repairable(input = "raw")]
    impl Op for Charge {
        type Output = i64;
        async fn run(&self, cx: &Context) -> Result<i64, OpError> {
            self.seen.push(cx.attempt_id().attempt().to_string());
            match self.raw.parse()? {
                0 => Err(Finding::whole().rule("zero").expected("more than 0").into()),
                amount => Ok(amount),
            }
        }
    }
    let bench = Bench::new(ScriptedModel::new().answer("5"));
    let seen = Seen::default();
    let outcome = bench.run(Charge { raw: Raw::new("0"), seen: seen.clone() });
    assert_eq!((outcome.status(), seen.all()), (Status::Repaired, vec!["1".to_owned(), "2".to_owned()]));
}

#[test]
fn a_dropped_step_says_so() {
    let (bench, log) = Bench::logged(ScriptedModel::new());
    let task = async |_: &u32, _: &Context| std::future::pending::<Result<u32, OpError>>().await;
    let step = Step::builder(task).build().unwrap();
    let mut run = Box::pin(step.run(&bench.runtime, 1));
    let waker = std::task::Waker::noop();
    assert!(run.as_mut().poll(&mut std::task::Context::from_waker(waker)).is_pending());
    drop(run);
    assert_eq!(log.entries().last().unwrap().event.kind, EventKind::Dropped);
}
