//! The loop's rules: from an event to what is to be done about it.

use std::time::Duration;

use super::{
    Blocked, CandidateId, Effect, Event, EventKind, Machine, MoveReason, Subject,
    asks::Asking,
    state::{Phase, Problem, Run},
};
use crate::{Finding, Findings, Status, config::Mode, format::span::pointer};

impl Machine {
    /// A machine that waits for the run to start.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes an event and says what to do. Nothing to do means: wait for the next event. An event that answers nothing
    /// outstanding changes nothing.
    pub fn step(&mut self, event: &Event) -> Vec<Effect> {
        let at = Duration::from_millis(event.at_ms);
        let effects = match (&event.kind, &mut self.run) {
            (EventKind::Started { nonce, config, commit, left_ms, step, .. }, none @ None) => {
                let run = none.insert(Run::new(config.clone(), *nonce));
                run.commit = *commit;
                run.shared_deadline = left_ms.map(Duration::from_millis);
                run.step = step.as_deref().map(|setup| run.begin_step(setup));
                Go::Run { candidate: run.candidate, relaxed: false }.into_effects(&mut self.phase)
            }
            (_, Some(_)) if matches!(self.phase, Phase::Done(_)) => return Vec::new(),
            (EventKind::Cancelled | EventKind::Dropped, Some(run)) => run.cancel().into_effects(&mut self.phase),
            (kind, Some(run)) => match run.asking(self.phase, kind, at) {
                // Whatever asks is still at work: what it was to do stays owed.
                Some(Asking::Waits(call)) => return run.owe(&mut self.outstanding, kind, call),
                Some(Asking::Ends(status)) => Go::Finish(status).into_effects(&mut self.phase),
                None => match run.decide(self.phase, kind, at) {
                    Some(go) => go.into_effects(&mut self.phase),
                    None => return Vec::new(),
                },
            },
            (_, None) => return Vec::new(),
        };
        let given_up = self.run.as_mut().map(Run::give_up_asks).unwrap_or_default();
        let effects: Vec<Effect> = given_up.into_iter().chain(effects).collect();
        self.outstanding.clone_from(&effects);
        let notes = self.run.as_mut().map(|run| std::mem::take(&mut run.notes)).unwrap_or_default();
        notes.into_iter().map(|note| Effect::Note { note }).chain(effects).collect()
    }

    /// What was asked for and is not yet answered.
    #[must_use]
    pub fn outstanding(&self) -> &[Effect] {
        &self.outstanding
    }

    /// How the run ended, once it has.
    #[must_use]
    pub fn status(&self) -> Option<Status> {
        match self.phase {
            Phase::Done(status) => Some(status),
            _ => None,
        }
    }

    /// Answers that counted as attempts.
    #[must_use]
    pub fn attempts(&self) -> u32 {
        self.run.as_ref().map_or(0, |run| run.attempts)
    }

    /// Requests sent, retries included.
    #[must_use]
    pub fn calls(&self) -> u32 {
        self.run.as_ref().map_or(0, |run| run.calls)
    }
}

/// Where the run goes next.
pub(super) enum Go {
    Run {
        candidate: CandidateId,
        relaxed: bool,
    },
    Mend {
        candidate: CandidateId,
        mended: CandidateId,
    },
    Call(Box<Effect>),
    Decode {
        candidate: CandidateId,
        text: String,
    },
    /// Puts the best candidate back, to be run under the relaxed check.
    PutBack {
        candidate: CandidateId,
        text: String,
    },
    Plan(Box<Effect>),
    Commit,
    Finish(Status),
    CancelAndFinish(super::CallId),
}

impl Go {
    fn into_effects(self, phase: &mut Phase) -> Vec<Effect> {
        let (next, effects) = match self {
            Self::Run { candidate, relaxed } => (Phase::Running, vec![Effect::Run { candidate, relaxed }]),
            Self::Mend { candidate, mended } => (Phase::Mending, vec![Effect::Mend { candidate, mended }]),
            Self::Call(call) => (Phase::Calling, vec![*call]),
            Self::Decode { candidate, text } => (Phase::Decoding, vec![Effect::Decode { candidate, text }]),
            Self::PutBack { candidate, text } => (Phase::Relaxing, vec![Effect::Decode { candidate, text }]),
            Self::Plan(plan) => (Phase::Planning, vec![*plan]),
            Self::Commit => (Phase::Committing, vec![Effect::Commit]),
            Self::Finish(status) => (Phase::Done(status), vec![Effect::Finish { status }]),
            Self::CancelAndFinish(call) => {
                let status = Status::Cancelled;
                (Phase::Done(status), vec![Effect::Cancel { call }, Effect::Finish { status }])
            }
        };
        *phase = next;
        effects
    }
}

impl Run {
    /// The answer to an event, `None` if the event answers nothing that is outstanding.
    fn decide(&mut self, phase: Phase, event: &EventKind, at: Duration) -> Option<Go> {
        match (phase, event) {
            (Phase::Running, EventKind::Succeeded) if self.commit => Some(Go::Commit),
            (Phase::Running, EventKind::Succeeded) | (Phase::Committing, EventKind::Committed) => {
                Some(Go::Finish(self.success()))
            }
            (Phase::Running, EventKind::Failed { .. } | EventKind::Repairable { .. }) if self.relaxing.is_some() => {
                Some(Go::Finish(self.relaxing.unwrap_or(Status::NotRepairable)))
            }
            (Phase::Relaxing, EventKind::Decoded { candidate, .. }) => Some(Go::Run { candidate: *candidate, relaxed: true }),
            (Phase::Relaxing, EventKind::Undecodable { .. }) => Some(Go::Finish(self.relaxing.unwrap_or(Status::NotRepairable))),
            (Phase::Running, EventKind::Failed { .. }) => Some(Go::Finish(Status::NotRepairable)),
            (Phase::Running, EventKind::Repairable { findings, .. }) if self.step.is_some() => Some(self.rejected(findings, at)),
            (Phase::Planning, EventKind::Planned { candidate, fingerprint, .. }) if self.awaits_candidate(*candidate) => {
                Some(self.planned(*candidate, *fingerprint, at))
            }
            (Phase::Planning, EventKind::CannotPlan { candidate, status, .. }) if self.awaits_candidate(*candidate) => {
                Some(self.cannot_plan(*status, at))
            }
            (Phase::Running, EventKind::Repairable { findings, prompt, source, input, .. }) => {
                if let Some(input) = input {
                    self.take(input);
                }
                let problem = Problem { findings: findings.clone(), prompt: prompt.clone(), source: source.clone() };
                Some(self.repairable(problem, at))
            }
            (Phase::Mending, EventKind::NothingToMend { candidate, .. }) if *candidate == self.candidate => Some(self.ask(at)),
            (Phase::Calling, EventKind::Answered { call, answer }) if self.awaits(*call) => Some(self.answered(answer, at)),
            (Phase::Calling, EventKind::CallFailed { call, failure, jitter }) if self.awaits(*call) => {
                Some(self.call_failed(failure, *jitter, at))
            }
            (Phase::Calling, EventKind::Denied { call, .. }) if self.awaits(*call) => Some(self.give_up(Status::BudgetExceeded)),
            (Phase::Mending, EventKind::Mended { candidate, shown, .. }) if self.awaits_candidate(*candidate) => {
                Some(self.replaced(*candidate, shown, true, at))
            }
            (Phase::Decoding, EventKind::Decoded { candidate, shown, .. }) if self.awaits_candidate(*candidate) => {
                Some(self.decoded(*candidate, shown, at))
            }
            (Phase::Decoding, EventKind::Undecodable { candidate, findings }) if self.awaits_candidate(*candidate) => {
                Some(self.undecodable(findings.clone(), at))
            }
            (Phase::Committing, EventKind::CommitFailed { .. }) => Some(Go::Finish(Status::CommitFailed)),
            _ => None,
        }
    }

    fn awaits_candidate(&self, candidate: CandidateId) -> bool {
        candidate.0 == self.candidates
    }

    /// The input as it was given.
    fn take(&mut self, input: &Result<Subject, Blocked>) {
        if let Ok(subject) = input {
            self.seen.repeats_candidate(&subject.original);
        }
        self.subject.clone_from(input);
    }

    /// Another value is in the field: the op decides.
    pub(super) fn replaced(&mut self, candidate: CandidateId, shown: &str, mended: bool, at: Duration) -> Go {
        self.candidate = candidate;
        self.mended = mended;
        self.came_back = self.seen.repeats_candidate(shown);
        self.current = Some(shown.to_owned());
        self.undecodable = None;
        if self.past_deadline(at) {
            return self.give_up(Status::DeadlineExceeded);
        }
        if self.config.mode == Mode::Observe {
            return self.ask(at);
        }
        Go::Run { candidate, relaxed: false }
    }

    fn success(&self) -> Status {
        if self.relaxing.is_some() {
            return Status::Degraded;
        }
        if self.candidate.0 == 0 { Status::Clean } else { Status::Repaired }
    }

    fn repairable(&mut self, problem: Problem, at: Duration) -> Go {
        self.repair_began.get_or_insert(at);
        let stalled = self.seen.repeats_set(&problem.findings) || self.came_back;
        let repaired_before = self.candidate.0 > 0;
        if repaired_before && !self.mended {
            self.note_round(&problem.findings, "the answer was taken, and the program still objects");
        }
        self.first_problem.get_or_insert_with(|| problem.clone());
        let can_change = problem.findings.is_empty() || problem.findings.iter().any(|finding| self.may_change(finding));
        self.note_best(problem.findings.len());
        self.problem = Some(problem);
        if matches!(self.subject, Err(Blocked::NotAnnotated | Blocked::SwitchedOff))
            || self.config.max_attempts == 0
            || !can_change
        {
            return Go::Finish(Status::NotRepairable);
        }
        if self.mended {
            return self.ask(at);
        }
        if stalled && repaired_before && !self.move_on(MoveReason::NoProgress) {
            return self.give_up(Status::NotConverging);
        }
        if !self.config.ladder.mends() {
            return self.ask(at);
        }
        self.candidates += 1;
        Go::Mend { candidate: self.candidate, mended: CandidateId(self.candidates) }
    }

    /// An answer that did not become the input: its findings count like the op's.
    pub(super) fn undecodable(&mut self, findings: Findings, at: Duration) -> Go {
        let stalled = self.seen.repeats_set(&findings);
        self.note_round(&findings, "the answer could not be read");
        self.undecodable = Some(findings);
        if stalled && !self.move_on(MoveReason::NoProgress) {
            return self.give_up(Status::NotConverging);
        }
        self.ask(at)
    }

    /// Whether a repair may touch what a finding names: something in it is neither frozen nor secret.
    fn may_change(&self, finding: &Finding) -> bool {
        let Ok(subject) = &self.subject else { return true };
        let is_kept = |path: &String| subject.kept().any(|kept| pointer::is_within(path, kept));
        finding.also.iter().chain([&finding.path]).any(|path| !is_kept(path))
    }

    pub(super) fn note_round(&mut self, findings: &Findings, what: &str) {
        self.rounds.push(super::wording::round(self.attempts, what, findings));
    }

    fn cancel(&mut self) -> Go {
        match self.pending.take() {
            Some(pending) => Go::CancelAndFinish(pending.call),
            None => Go::Finish(Status::Cancelled),
        }
    }
}
