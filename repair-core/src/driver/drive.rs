//! The loop around the machine: do what it says, tell it what came of it.

use std::{pin::pin, time::Duration};

use futures_util::future::{Either, select};

use super::{
    attend::Worked,
    budget::{Reserved, denied, settled},
    calls::{Call, perform},
    recorder::Recorder,
    scrub::Scrub,
    subject::{Begun, Subject},
};
use crate::{
    Context, Finding, Findings, Format, OpError, RepairConfig, ShowError, Status,
    config::Mode,
    format,
    log::Entry,
    machine::{self, Blocked, CandidateId, Effect, EventKind, Note},
    outcome::Errors,
    runtime,
};

/// One run under way.
pub(super) struct Drive<'a> {
    pub(super) subject: &'a mut dyn Subject,
    pub(super) cx: &'a Context,
    pub(super) recorder: Recorder<'a>,
    pub(super) config: RepairConfig,
    format: Format,
    scrub: Scrub,
    pub(super) errors: Errors,
    commit: bool,
    pub(super) is_step: bool,
    /// Whether the op has run; each further run is another attempt.
    ran: bool,
}

/// How a run ended.
pub(super) struct Ending {
    pub(super) status: Status,
    pub(super) entries: Vec<Entry>,
    pub(super) errors: Errors,
}

impl<'a> Drive<'a> {
    pub(super) fn new(subject: &'a mut dyn Subject, cx: &'a Context, commit: bool) -> Self {
        let config = configure(subject, cx);
        let recorder = Recorder::new(cx);
        let (format, scrub, errors) = (Format::Text, Scrub::default(), Errors::default());
        Self { subject, cx, recorder, config, format, scrub, errors, commit, is_step: false, ran: false }
    }

    /// Runs to the end; `first` is the error of a run that was made already.
    pub(super) async fn run(mut self, first: Option<OpError>) -> Ending {
        let started = self.start();
        let mut effects = self.recorder.step(started);
        if let Some(error) = first {
            self.ran = true;
            let event = self.failed(error);
            effects = self.recorder.step(event);
        }
        loop {
            // One call at a time for now, so one effect waits for an answer at a time.
            let mut next = None;
            for effect in effects {
                match effect {
                    Effect::Finish { status } => return self.end(status),
                    Effect::Cancel { .. } => {}
                    Effect::Note { note } => self.note(note),
                    effect => next = Some(effect),
                }
            }
            let Some(effect) = next else { return self.end(Status::Cancelled) };
            effects = if self.cx.is_cancelled() { self.recorder.step(EventKind::Cancelled) } else { self.perform(effect).await };
        }
    }

    fn start(&mut self) -> EventKind {
        let clock = self.cx.runtime().clock();
        let step = self.subject.step().map(|mut setup| {
            setup.plans &= runtime::is_enabled();
            Box::new(setup)
        });
        self.is_step = step.is_some();
        EventKind::Started {
            op: self.subject.name().to_owned(),
            wall_ms: millis(clock.wall()),
            nonce: clock.random(),
            config: self.config.clone(),
            commit: self.commit,
            left_ms: self.cx.deadline_at().map(|at| millis(at.saturating_sub(clock.now()))),
            step,
        }
    }

    /// The input as the machine may know it. What is secret in it is known from here on, and kept out of all that follows.
    fn begin(&mut self) -> Result<machine::Subject, Blocked> {
        let shown = match self.subject.begin() {
            Begun::NotAnnotated => return Err(Blocked::NotAnnotated),
            Begun::NotShown { secret, error } => {
                self.scrub = Scrub::blind(secret);
                let message = error.to_string();
                self.errors.show = Some(error);
                return Err(Blocked::NotShown { message });
            }
            Begun::Shown { secrets, subject } => {
                self.scrub = Scrub::new(secrets, subject.secret.clone());
                subject
            }
        };
        self.format = shown.format;
        if !runtime::is_enabled() {
            return Err(Blocked::SwitchedOff);
        }
        let (bytes, limit) = (shown.original.len(), self.config.max_input_bytes);
        if bytes > limit {
            let error = ShowError::TooLong { bytes, limit };
            let message = error.to_string();
            self.errors.show = Some(error);
            return Err(Blocked::TooLong { message });
        }
        Ok(shown)
    }

    /// Does it, and tells the machine what came of it; what the machine wants then.
    async fn perform(&mut self, effect: Effect) -> Vec<Effect> {
        let event = match effect {
            Effect::Run { relaxed, .. } => {
                if std::mem::replace(&mut self.ran, true) {
                    self.cx.next_attempt();
                }
                let cx = self.cx;
                let (attendant, subject) = self.attendant();
                let ran = match attendant {
                    None => Worked::Done(subject.run(cx, relaxed).await),
                    Some(attendant) => attendant.work(subject.run(cx, relaxed), None, false).await,
                };
                match ran {
                    Worked::Done(Ok(())) => EventKind::Succeeded,
                    Worked::Done(Err(error)) => self.failed(error),
                    Worked::Stopped(effects) => return effects,
                    Worked::Cancelled | Worked::TimedOut => EventKind::Cancelled,
                }
            }
            Effect::Mend { candidate, mended } => self.mend(candidate, mended),
            Effect::Call { call, request, after, timeout, .. } => {
                let max_bytes = self.config.max_answer_bytes;
                self.call(Call { call, request: *request, after, timeout, max_bytes }).await
            }
            Effect::Decode { candidate, text } => self.decode(candidate, &text),
            Effect::Plan { candidate, after, timeout, .. } => return self.plan(candidate, after, timeout).await,
            Effect::Commit => {
                let cx = self.cx;
                let (attendant, subject) = self.attendant();
                let committed = match attendant {
                    None => Worked::Done(subject.commit(cx).await),
                    Some(attendant) => attendant.work(subject.commit(cx), None, false).await,
                };
                match committed {
                    Worked::Done(Ok(())) => EventKind::Committed,
                    Worked::Done(Err(error)) => {
                        let message = self.scrub.text(error.to_string());
                        self.errors.commit_message = Some(message.clone());
                        self.errors.commit = Some(error);
                        EventKind::CommitFailed { message }
                    }
                    Worked::Stopped(effects) => return effects,
                    Worked::Cancelled | Worked::TimedOut => EventKind::Cancelled,
                }
            }
            Effect::Cancel { .. } | Effect::Finish { .. } | Effect::Note { .. } => EventKind::Cancelled,
        };
        self.recorder.step(event)
    }

    /// What a guard or the machine itself objected to is the last that was wrong with an answer.
    fn note(&mut self, note: Note) {
        if let Note::Rejected { findings, .. } | Note::Unreadable { findings, .. } = note {
            self.errors.undecodable = Some(findings);
        }
    }

    /// An op's error as an event; the error itself is kept for the caller.
    fn failed(&mut self, error: OpError) -> EventKind {
        let is_first = self.errors.first.is_none();
        // A step's input is put in by its planner, and shown to nobody here.
        let shows = is_first && !self.is_step;
        let input = shows.then(|| Box::new(self.begin()));
        let event = match error.repairable() {
            None => EventKind::Failed { message: self.scrub.text(error.to_string()) },
            Some(repairable) => {
                let findings = self.scrub.findings(repairable.findings.clone());
                let source = repairable.source.as_deref().or(self.cx.source()).map(str::to_owned);
                // The findings' own words are cut and escaped, which no scrubbing of the whole would see through.
                let message = if findings.is_empty() { self.scrub.text(error.to_string()) } else { findings.to_string() };
                EventKind::Repairable {
                    findings,
                    prompt: repairable.prompt.clone().map(|prompt| self.scrub.text(prompt)),
                    source: source.map(|source| self.scrub.text(source)),
                    message,
                    input,
                }
            }
        };
        if let EventKind::Failed { message } | EventKind::Repairable { message, .. } = &event {
            self.errors.message = Some(message.clone());
        }
        if !error.is_repairable() {
            self.errors.show = None;
        }
        // A later run's error says what is wrong now; the last answer was read, or there was none.
        self.errors.undecodable = None;
        let slot = if is_first { &mut self.errors.first } else { &mut self.errors.last };
        *slot = Some(error);
        event
    }

    fn mend(&mut self, candidate: CandidateId, mended: CandidateId) -> EventKind {
        match self.subject.mend(self.config.allow, self.config.mode == Mode::Observe) {
            Ok(None) => EventKind::NothingToMend { candidate, reason: None },
            Ok(Some(changed)) => {
                // What was too broken to hide its secrets in is readable now.
                self.scrub.learn(changed.secrets);
                let edits = self.scrub.edits(changed.edits);
                EventKind::Mended { candidate: mended, shown: changed.text, edits }
            }
            Err(unmendable) => {
                let reason = Some(self.scrub.reason(&unmendable));
                EventKind::NothingToMend { candidate, reason }
            }
        }
    }

    async fn call(&mut self, call: Call) -> EventKind {
        let reserved = match Reserved::of(self.cx, &call.request) {
            Ok(reserved) => reserved,
            Err(denial) => return denied(&mut self.errors, call.call, &denial),
        };
        let answered = perform(self.cx.runtime().clone(), call);
        let (call, result) = match self.cx.cancel_token() {
            None => answered.await,
            Some(token) => match select(pin!(answered), pin!(token.cancelled())).await {
                Either::Left((answered, _)) => answered,
                Either::Right(((), _)) => return EventKind::Cancelled,
            },
        };
        settled(&mut self.errors, call, reserved, result).0
    }

    fn decode(&mut self, candidate: CandidateId, text: &str) -> EventKind {
        let limit = self.config.max_answer_bytes;
        let result = if text.trim().is_empty() {
            Err(format::empty(self.format).into())
        } else if text.len() > limit {
            Err(too_long(text.len(), limit))
        } else {
            self.subject.set(text, self.config.allow)
        };
        match result {
            Ok(changed) => {
                let edits = self.scrub.edits(changed.edits);
                EventKind::Decoded { candidate, shown: changed.text, edits }
            }
            Err(findings) => {
                let findings = self.scrub.findings(findings);
                self.errors.undecodable = Some(findings.clone());
                EventKind::Undecodable { candidate, findings }
            }
        }
    }

    fn end(self, status: Status) -> Ending {
        let (status, entries) = self.recorder.finish(status);
        Ending { status, entries, errors: self.errors }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn too_long(bytes: usize, limit: usize) -> Findings {
    Finding::whole().rule("too_long").expected(format!("at most {limit} bytes")).received(format!("{bytes} bytes")).into()
}

/// The op's configuration with the run's changes, the model's name filled in.
fn configure(subject: &dyn Subject, cx: &Context) -> RepairConfig {
    let mut config = cx.configured(subject.config());
    let (provider, model) = cx.runtime().choose(config.provider.as_deref(), config.model.as_deref());
    config.provider = Some(provider);
    config.model = Some(model);
    config
}
