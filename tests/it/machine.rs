//! The machine alone: events in, effects out.

use std::sync::LazyLock;

use proptest::prelude::*;
use repair::{
    Findings, Status,
    log::Entry,
    machine::{Effect, Event, EventKind, Machine, Subject},
    testing::ScriptedModel,
    wire::FailureKind,
};

use crate::support::{Bench, WantsDigit};

/// The log of a run with a bit of everything in it.
fn eventful() -> Vec<Entry> {
    let model = ScriptedModel::new().fail(FailureKind::Server).truncated("4").answer("").answer("40").answer("4");
    let (bench, log) = Bench::logged(model);
    assert_eq!(bench.run(WantsDigit::new("forty")).status(), Status::Repaired);
    log.entries()
}

#[test]
fn replaying_a_log_gives_the_same_effects() {
    let mut machine = Machine::new();
    for entry in eventful() {
        assert_eq!(machine.step(&entry.event), entry.then);
    }
    assert_eq!(machine.status(), Some(Status::Repaired));
}

#[test]
fn a_log_cut_after_any_event_is_gone_on_with_from_what_is_outstanding() {
    let entries = eventful();
    for cut in 1..entries.len() {
        let mut machine = Machine::new();
        for entry in &entries[..cut] {
            machine.step(&entry.event);
        }
        let owed: Vec<&Effect> = entries[cut - 1].then.iter().filter(|effect| !matches!(effect, Effect::Note { .. })).collect();
        assert_eq!(machine.outstanding().iter().collect::<Vec<_>>(), owed, "after {cut} events");
        let stored = serde_json::to_string(&machine).unwrap();
        let mut resumed: Machine = serde_json::from_str(&stored).unwrap();
        assert_eq!(resumed, machine);
        for entry in &entries[cut..] {
            assert_eq!(resumed.step(&entry.event), entry.then);
        }
        assert_eq!((resumed.attempts(), resumed.calls()), (3, 5), "nothing is counted twice");
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
fn an_event_that_answers_nothing_outstanding_changes_nothing() {
    let entries = eventful();
    let mut machine = Machine::new();
    for entry in &entries {
        machine.step(&entry.event);
        let before = machine.clone();
        assert_eq!(machine.step(&entry.event), [], "told twice: {:?}", entry.event.kind);
        assert_eq!(machine, before);
    }
    for late in [EventKind::Cancelled, EventKind::Dropped] {
        assert_eq!(machine.step(&Event { at_ms: 1, kind: late }), []);
        assert_eq!(machine.status(), Some(Status::Repaired));
    }
}

fn anything() -> impl Strategy<Value = usize> {
    0..12_usize
}

proptest! {
    /// Whatever happens, a run ends, within its bounds.
    #[test]
    fn every_run_ends_within_its_bounds(choices in proptest::collection::vec(anything(), 0..200)) {
        static STARTED: LazyLock<Event> = LazyLock::new(|| eventful()[0].event.clone());
        let mut machine = Machine::new();
        let mut effects = machine.step(&STARTED);
        let mut runs = 0;
        for (n, choice) in choices.iter().cycle().take(2000).enumerate() {
            if machine.status().is_some() {
                break;
            }
            let kind = reply(effects.last(), *choice, n);
            runs += u32::from(matches!(effects.last(), Some(Effect::Run { .. })));
            effects = machine.step(&Event { at_ms: n as u64, kind });
        }
        if !choices.is_empty() {
            prop_assert!(machine.status().is_some(), "{effects:?}");
        }
        prop_assert!(machine.attempts() <= 3);
        prop_assert!(machine.calls() <= 12);
        // Each text is mended at most once, and the op is run on what came of it.
        prop_assert!(runs <= 8);
    }
}

/// One of the things that can happen when this is asked for.
fn reply(effect: Option<&Effect>, choice: usize, n: usize) -> EventKind {
    let findings: Findings = repair::Finding::at(format!("/{}", choice % 3)).into();
    match effect {
        Some(Effect::Run { .. }) if choice == 0 => EventKind::Succeeded,
        Some(Effect::Run { .. }) if choice == 1 => EventKind::Failed { message: "fatal".into() },
        Some(Effect::Run { .. }) => {
            let findings = if choice == 2 { Findings::new() } else { findings };
            let subject = Subject::new(repair::Format::Json, "x");
            let input = (n == 0 || choice == 3).then(|| Box::new(Ok(subject)));
            EventKind::Repairable { findings, prompt: None, source: None, message: "repairable".into(), input }
        }
        Some(Effect::Mend { mended, .. }) if choice < 3 => {
            EventKind::Mended { candidate: *mended, shown: format!("mended {}", n % 3), edits: Vec::new() }
        }
        Some(Effect::Mend { candidate, .. }) => EventKind::NothingToMend { candidate: *candidate, reason: None },
        Some(Effect::Call { call, .. }) => match choice {
            0 | 1 => EventKind::Denied { call: *call, reason: "no".into() },
            2..=5 => {
                let kinds = [FailureKind::Server, FailureKind::Auth, FailureKind::BadRequest, FailureKind::Timeout];
                EventKind::CallFailed {
                    call: *call,
                    failure: repair::wire::CallFailure::new(kinds[choice - 2], "x"),
                    jitter: 0.5,
                }
            }
            6 => {
                EventKind::Answered { call: *call, answer: repair::wire::Answer::new("cut").finish(repair::wire::Finish::Length) }
            }
            _ => EventKind::Answered { call: *call, answer: repair::wire::Answer::new(format!("answer {n}")) },
        },
        Some(Effect::Decode { candidate, .. }) if choice.is_multiple_of(2) => {
            EventKind::Undecodable { candidate: *candidate, findings }
        }
        Some(Effect::Decode { candidate, text }) => {
            EventKind::Decoded { candidate: *candidate, shown: text.clone(), edits: Vec::new() }
        }
        Some(Effect::Commit) if choice == 0 => EventKind::CommitFailed { message: "no".into() },
        Some(Effect::Commit) => EventKind::Committed,
        _ => EventKind::Cancelled,
    }
}
