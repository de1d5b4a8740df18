//! What a log says of its run, entry by entry.

use super::{
    Entry,
    records::{AttemptRecord, CallRecord},
};
use crate::{
    Findings, Report,
    config::Rung,
    machine::{CallId, Effect, EventKind, Note},
    mend::Edit,
    wire::{Answer, Finish},
};

/// All that a [`Report`] has to say beyond how the run ended.
#[derive(Default)]
pub(super) struct Detail {
    pub(super) entries: Vec<Entry>,
    pub(super) original: Option<String>,
    pub(super) runs: u32,
    pub(super) attempts: Vec<AttemptRecord>,
    pub(super) calls: Vec<CallRecord>,
    pub(super) notes: Vec<Note>,
    pub(super) restored: Vec<String>,
    pub(super) flagged: Findings,
    pub(super) edits: Vec<Edit>,
    pub(super) relaxing: bool,
    pub(super) nested: Vec<Report>,
}

impl Detail {
    /// Takes what one more entry says.
    pub(super) fn add(&mut self, entry: &Entry) {
        match &entry.event.kind {
            EventKind::Succeeded => self.ran(&Findings::new(), None),
            EventKind::Repairable { findings, message, input, .. } => {
                if let Some(Ok(subject)) = input.as_deref() {
                    self.original = Some(subject.original.clone());
                }
                self.ran(findings, Some(message));
            }
            EventKind::Mended { edits, .. } => self.edits.clone_from(edits),
            EventKind::Failed { message } => self.ran(&Findings::new(), Some(message)),
            EventKind::Answered { call, answer } => self.answered(*call, answer, entry.event.at_ms),
            EventKind::CallFailed { call, failure, .. } => {
                if let Some(record) = self.calls.iter_mut().find(|record| record.call == *call) {
                    record.failure = Some(failure.clone());
                    record.latency_ms = Some(entry.event.at_ms.saturating_sub(record.decided_ms));
                }
            }
            // It was never sent.
            EventKind::Denied { call, .. } => self.calls.retain(|record| record.call != *call),
            EventKind::Decoded { .. } if !self.relaxing => {
                if let Some(attempt) = self.attempts.last_mut() {
                    attempt.decoded = true;
                }
            }
            EventKind::Undecodable { findings, .. } if !self.relaxing => {
                if let Some(attempt) = self.attempts.last_mut() {
                    attempt.findings = findings.clone();
                }
            }
            _ => {}
        }
        for effect in &entry.then {
            match effect {
                Effect::Call { call, rung, request, .. } => self.calls.push(CallRecord {
                    call: *call,
                    rung: *rung,
                    request: (**request).clone(),
                    answer: None,
                    failure: None,
                    latency_ms: None,
                    decided_ms: entry.event.at_ms,
                }),
                Effect::Note { note } => self.note(note),
                _ => {}
            }
        }
    }

    fn note(&mut self, note: &Note) {
        match note {
            Note::Rejected { findings, .. } | Note::Unreadable { findings, .. } => {
                if let Some(attempt) = self.attempts.last_mut() {
                    attempt.decoded = false;
                    attempt.findings = findings.clone();
                }
            }
            Note::Restored { paths } => self.restored.extend(paths.iter().cloned()),
            Note::Flagged { findings } => self.flagged.extend(findings.clone()),
            Note::Relaxing { .. } => self.relaxing = true,
            _ => {}
        }
        self.notes.push(note.clone());
    }

    fn ran(&mut self, findings: &Findings, error: Option<&String>) {
        self.runs += 1;
        if let Some(attempt) = self.attempts.last_mut().filter(|attempt| attempt.decoded) {
            attempt.findings = findings.clone();
            attempt.error = error.cloned();
            attempt.accepted = error.is_none();
        }
    }

    fn answered(&mut self, call: CallId, answer: &Answer, at_ms: u64) {
        let Some(record) = self.calls.iter_mut().find(|record| record.call == call) else { return };
        record.answer = Some(answer.clone());
        record.latency_ms = Some(at_ms.saturating_sub(record.decided_ms));
        // A step's own calls are no attempts.
        if record.rung == Rung::Step || matches!(answer.finish, Finish::Length | Finish::Refused) {
            return;
        }
        let number = u32::try_from(self.attempts.len() + 1).unwrap_or(u32::MAX);
        self.attempts.push(AttemptRecord {
            number,
            call,
            prompt: record.request.prompt.clone(),
            answer: answer.text.clone(),
            decoded: false,
            findings: Findings::new(),
            error: None,
            accepted: false,
            usage: answer.usage,
            latency_ms: record.latency_ms,
        });
    }
}
