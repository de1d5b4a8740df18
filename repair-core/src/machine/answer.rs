//! What a model answered: to the end, cut, or not at all.

use std::time::Duration;

use serde_json::Value;

use super::{
    CallId, CandidateId, MoveReason, Note,
    guard::Verdict,
    plan::Plan,
    state::{Pending, Run},
    step::Go,
};
use crate::{
    Finding, Findings, Format, Status,
    config::Drift,
    format::{self, span::pointer},
    wire::{Answer, Finish},
};

/// How far the cap is raised when an answer was cut.
pub(super) const RAISE: u32 = 4;

impl Run {
    pub(super) fn awaits(&self, call: CallId) -> bool {
        self.pending.as_ref().is_some_and(|pending| pending.call == call)
    }

    pub(super) fn answered(&mut self, answer: &Answer, at: Duration) -> Go {
        let Some(pending) = self.pending.take() else { return Go::Finish(Status::ModelFailed) };
        match answer.finish {
            Finish::Length => self.truncated(pending, at),
            Finish::Refused if self.move_on(MoveReason::Refused) => self.ask(at),
            Finish::Refused => self.give_up(Status::Refused),
            Finish::Stop | Finish::Other(_) => self.attempted(pending.plan, &answer.text, at),
        }
    }

    /// Asks the same with a higher cap, once; the cut text is not looked at.
    fn truncated(&mut self, pending: Pending, at: Duration) -> Go {
        let ceiling = self.config.max_tokens_ceiling;
        if self.raised || pending.request.max_tokens >= ceiling {
            return if self.move_on(MoveReason::Truncated) { self.ask(at) } else { self.give_up(Status::Truncated) };
        }
        self.raised = true;
        let mut request = pending.request;
        request.max_tokens = request.max_tokens.saturating_mul(RAISE).max(self.max_tokens).min(ceiling);
        self.max_tokens = self.max_tokens.max(request.max_tokens);
        self.send(Pending { request, retries: 0, ..pending }, Duration::ZERO, at)
    }

    fn attempted(&mut self, plan: Option<Plan>, text: &str, at: Duration) -> Go {
        self.attempts += 1;
        self.candidates += 1;
        self.restored = false;
        let candidate = CandidateId(self.candidates);
        let text = match plan {
            None => text.to_owned(),
            Some(_) if text.trim().is_empty() => return self.unreadable(candidate, format::empty(Format::Json).into(), at),
            Some(plan) => match plan.apply(self.base(), text) {
                Err(findings) => return self.unreadable(candidate, findings, at),
                Ok(applied) if !applied.extra.is_empty() && self.config.drift == Drift::Reject => {
                    let extra =
                        |key: &String| Finding::at(format!("/{}", pointer::escape(key))).rule("drift").expected("no such key");
                    return self.turned_away(candidate, Status::Drifted, applied.extra.iter().map(extra).collect(), at);
                }
                Ok(applied) => {
                    if !applied.extra.is_empty() {
                        self.notes.push(Note::Ignored { keys: applied.extra });
                    }
                    applied.text
                }
            },
        };
        Go::Decode { candidate, text }
    }

    /// Fields whose values the source leaves no choice about: an answer that nobody was asked for.
    pub(super) fn read_off(&mut self, plan: &Plan, answer: &Value, at: Duration) -> Go {
        self.read_places.extend(plan.asks.iter().map(|ask| ask.path.clone()));
        self.candidates += 1;
        self.restored = false;
        let candidate = CandidateId(self.candidates);
        match plan.apply(self.base(), &answer.to_string()) {
            Ok(applied) => {
                self.notes.push(Note::ReadOff { candidate, paths: plan.asks.iter().map(|ask| ask.path.clone()).collect() });
                Go::Decode { candidate, text: applied.text }
            }
            Err(findings) => self.unreadable(candidate, findings, at),
        }
    }

    /// An answer that is no patch: it counts like one that can't be read.
    fn unreadable(&mut self, candidate: CandidateId, findings: Findings, at: Duration) -> Go {
        self.notes.push(Note::Unreadable { candidate, findings: findings.clone() });
        self.undecodable(findings, at)
    }

    /// What became of the answer is in the field: is it taken?
    pub(super) fn decoded(&mut self, candidate: CandidateId, shown: &str, at: Duration) -> Go {
        match self.judge(shown) {
            Verdict::Take => {
                self.guard = None;
                self.replaced(candidate, shown, false, at)
            }
            Verdict::Restore(text) => {
                self.candidates += 1;
                Go::Decode { candidate: CandidateId(self.candidates), text }
            }
            Verdict::Reject(status, findings) => self.turned_away(candidate, status, findings, at),
        }
    }

    fn turned_away(&mut self, candidate: CandidateId, status: Status, findings: Findings, at: Duration) -> Go {
        let (reason, words) = match status {
            Status::Drifted => (MoveReason::Drifted, "the answer changed what it must not"),
            _ => (MoveReason::Ungrounded, "the answer says what the source does not"),
        };
        self.notes.push(Note::Rejected { candidate, status, findings: findings.clone() });
        self.note_round(&findings, words);
        self.undecodable = Some(findings);
        self.guard = Some(status);
        if self.move_on(reason) { self.ask(at) } else { self.give_up(status) }
    }
}
