//! Each run of an op or a task, read off the log.

use serde::Serialize;

use crate::{
    Findings, Report,
    machine::{CallId, Effect, EventKind},
    wire::Usage,
};

/// One run of an op or of a step's task.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TryRecord {
    /// Its number, from 1.
    pub number: u32,
    /// Whether its output was accepted.
    pub accepted: bool,
    /// What was found wrong; empty if it was accepted, or failed with no findings.
    pub findings: Findings,
    /// The error in words, if it failed or was rejected.
    pub error: Option<String>,
    /// What it was run on, for a step that [writes its inputs down](crate::step::StepBuilder::fingerprinted).
    pub input: Option<serde_json::Value>,
    /// The calls that went into it, in order: for a step its planner's, its task's and its checks'.
    pub calls: Vec<CallId>,
}

impl Report {
    /// Every run of the op or of the step's task, in order. Empty if the op succeeded at once and no sink is registered; a step
    /// always has its runs.
    ///
    /// ```
    /// use repair_core::{Context, OpError, Runtime, step::Step};
    ///
    /// let step = Step::builder(async |n: &u32, _: &Context| Ok::<u32, OpError>(n + 1)).build().unwrap();
    /// let outcome = step.run_blocking(&Runtime::builder().build(), 1);
    /// assert!(outcome.report.tries()[0].accepted);
    /// ```
    #[must_use]
    pub fn tries(&self) -> Vec<TryRecord> {
        let (mut tries, mut next) = (Vec::new(), TryRecord::default());
        for entry in self.entries() {
            let mut ran = |findings: Findings, error: Option<String>| {
                let number = u32::try_from(tries.len() + 1).unwrap_or(u32::MAX);
                let accepted = error.is_none();
                tries.push(TryRecord { number, accepted, findings, error, ..std::mem::take(&mut next) });
            };
            match &entry.event.kind {
                EventKind::Succeeded => ran(Findings::new(), None),
                EventKind::Repairable { findings, message, .. } => ran(findings.clone(), Some(message.clone())),
                EventKind::Failed { message } => ran(Findings::new(), Some(message.clone())),
                EventKind::Started { step: Some(step), .. } => next.input.clone_from(&step.value),
                EventKind::Planned { value, .. } => next.input.clone_from(value),
                _ => {}
            }
            next.calls.extend(entry.then.iter().filter_map(|effect| match effect {
                Effect::Call { call, .. } => Some(*call),
                _ => None,
            }));
        }
        tries
    }

    /// Tokens of all calls together, those of the [nested](Self::nested) reports among them; unknown as soon as one call's are.
    #[must_use]
    pub fn total_usage(&self) -> Usage {
        self.nested().iter().fold(self.usage(), |sum, nested| sum.plus(nested.total_usage()))
    }
}
