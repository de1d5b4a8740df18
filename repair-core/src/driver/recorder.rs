//! Steps the machine, and writes down each step where it happens.

use std::time::Duration;

use crate::{
    Context, Status,
    log::Entry,
    machine::{Effect, Event, EventKind, Machine},
};

/// The machine of one run with its log. Dropped before the end, it writes that the run was dropped.
pub(super) struct Recorder<'a> {
    cx: &'a Context,
    machine: Machine,
    entries: Vec<Entry>,
    run: u64,
    started: Duration,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(cx: &'a Context) -> Self {
        let clock = cx.runtime().clock();
        Self { cx, machine: Machine::new(), entries: Vec::new(), run: cx.run_id(), started: clock.now() }
    }

    /// Tells the machine what happened, and everyone who listens.
    pub(super) fn step(&mut self, kind: EventKind) -> Vec<Effect> {
        let at = self.cx.runtime().clock().now().saturating_sub(self.started);
        let event = Event { at_ms: u64::try_from(at.as_millis()).unwrap_or(u64::MAX), kind };
        let effects = self.machine.step(&event);
        let seq = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        let entry = Entry { run: self.run, seq, event, then: effects.clone() };
        for sink in self.cx.runtime().sinks() {
            sink.append(&entry);
        }
        self.entries.push(entry);
        effects
    }

    pub(super) fn finish(mut self, status: Status) -> (Status, Vec<Entry>) {
        (status, std::mem::take(&mut self.entries))
    }
}

impl Drop for Recorder<'_> {
    fn drop(&mut self) {
        if !self.entries.is_empty() && self.machine.status().is_none() {
            self.step(EventKind::Dropped);
        }
    }
}
