//! A step's machine alone: events in, effects out.

use std::sync::LazyLock;

use proptest::prelude::*;
use repair::{
    Attempt, CannotPlan, Context, Finding, RetryPolicy, Status, Step,
    machine::{CallId, Effect, Event, EventKind, Machine},
    testing::ScriptedModel,
    wire::{Answer, CallFailure, FailureKind, Finish, Request},
};

use super::{enough, search};
use crate::support::Bench;

const RUNS: u32 = 4;

/// The first event of a step with a planner.
fn started() -> Event {
    let (bench, log) = Bench::logged(ScriptedModel::new());
    let cannot = async |_: &[Attempt<u32, u32>], _: &Context| Err::<u32, _>(CannotPlan::new("no"));
    let step = Step::builder(search)
        .validate(enough)
        .repair_with(cannot)
        .materialise(async |_: &u32, _: &Context| Ok(()))
        .retry_policy(RetryPolicy::new(RUNS))
        .build()
        .unwrap();
    assert_eq!(step.run_blocking(&bench.runtime, 0).status(), Status::CannotPlan);
    log.entries()[0].event.clone()
}

proptest! {
    /// Whatever happens, a step ends, within its bounds.
    #[test]
    fn every_step_ends_within_its_bounds(choices in proptest::collection::vec(0..12_usize, 1..100)) {
        static STARTED: LazyLock<Event> = LazyLock::new(started);
        let mut machine = Machine::new();
        machine.step(&STARTED);
        let mut runs = 0;
        for (n, choice) in choices.iter().cycle().take(2000).enumerate() {
            if machine.status().is_some() {
                break;
            }
            let kind = reply(machine.outstanding(), *choice, n);
            runs += u32::from(matches!(kind, EventKind::Succeeded | EventKind::Failed { .. } | EventKind::Repairable { .. }));
            let at_ms = n as u64;
            machine.step(&Event { at_ms, kind });
            prop_assert!(!machine.outstanding().is_empty());
        }
        prop_assert!(runs <= RUNS);
        prop_assert!(machine.calls() <= 12 && machine.attempts() == 0);
        if choices.iter().any(|choice| *choice < 3) {
            prop_assert!(machine.status().is_some());
        }
        let mends = |effect: &Effect| matches!(effect, Effect::Mend { .. } | Effect::Decode { .. });
        prop_assert!(!machine.outstanding().iter().any(mends));
    }
}

/// Something that can happen while this is owed. A step that never stops to ask is stopped.
fn reply(owed: &[Effect], choice: usize, n: usize) -> EventKind {
    let call = owed.iter().find_map(|effect| match effect {
        Effect::Call { call, .. } => Some(*call),
        _ => None,
    });
    match (call, owed.first()) {
        (Some(call), _) if choice < 6 => called(call, choice),
        (_, Some(_)) if choice > 8 => EventKind::Asked { request: Box::new(Request::new("scripted", "", "?")) },
        (_, Some(Effect::Run { .. })) => match choice {
            0 => EventKind::Succeeded,
            1 => EventKind::Failed { message: "fatal".into() },
            _ => EventKind::Repairable {
                findings: Finding::at(format!("/{}", choice % 2)).into(),
                prompt: None,
                source: None,
                message: "rejected".into(),
                input: None,
            },
        },
        (_, Some(Effect::Plan { candidate, .. })) if choice == 2 => {
            EventKind::CannotPlan { candidate: *candidate, reason: "no".into(), status: Status::Clean }
        }
        (_, Some(Effect::Plan { candidate, .. })) => {
            EventKind::Planned { candidate: *candidate, fingerprint: n.is_multiple_of(2).then_some(n as u64 % 8), value: None }
        }
        (_, Some(Effect::Commit)) if choice == 0 => EventKind::CommitFailed { message: "no".into() },
        (_, Some(Effect::Commit)) => EventKind::Committed,
        _ => EventKind::Cancelled,
    }
}

fn called(call: CallId, choice: usize) -> EventKind {
    match choice {
        0 => EventKind::Denied { call, reason: "no".into() },
        1 => EventKind::CallFailed { call, failure: CallFailure::new(FailureKind::Server, "x"), jitter: 0.5 },
        2 => EventKind::CallFailed { call, failure: CallFailure::new(FailureKind::Auth, "x"), jitter: 0.5 },
        3 => EventKind::Answered { call, answer: Answer::new("cut").finish(Finish::Length) },
        _ => EventKind::Answered { call, answer: Answer::new("whole") },
    }
}

/// A status that is not a planner's to give is not taken from it.
#[test]
fn a_planner_can_not_declare_success() {
    let mut machine = Machine::new();
    machine.step(&started());
    let rejected = EventKind::Repairable {
        findings: Finding::whole().into(),
        prompt: None,
        source: None,
        message: String::new(),
        input: None,
    };
    let effects = machine.step(&Event { at_ms: 0, kind: rejected });
    let [Effect::Plan { candidate, n: 1, .. }] = effects.as_slice() else { panic!("{effects:?}") };
    let kind = EventKind::CannotPlan { candidate: *candidate, reason: String::new(), status: Status::Repaired };
    assert_eq!(machine.step(&Event { at_ms: 0, kind }), [Effect::Finish { status: Status::CannotPlan }]);
}
