//! The fold of a log: for each run, which constraints were violated and which candidate put an end to it.

use std::collections::{BTreeMap, BTreeSet};

use super::{Entry, PARTS, RepairRate, RepairRates};
use crate::{
    Finding, Findings, RepairConfig, Status,
    config::{LadderStep, ModelName, Rung},
    finding::FINDINGS_SHOWN,
    format::span::pointer,
    machine::{CallId, CandidateId, Effect, EventKind, Note, Subject, general_path, is_unwanted},
    wire::{Request, Usage},
};

pub(super) fn rates(entries: &[Entry]) -> RepairRates {
    let mut open: BTreeMap<u64, Run> = BTreeMap::new();
    let mut ended = Vec::new();
    for entry in entries {
        // Under a clock for tests, runs one after the other may have the same number.
        if entry.seq == 0 {
            ended.extend(open.remove(&entry.run));
        }
        open.entry(entry.run).or_default().add(entry);
    }
    ended.into_iter().chain(open.into_values()).map(Run::rates).sum()
}

/// Path and rule.
type Constraint = (String, String);

/// One run, as far as it has come.
#[derive(Default)]
struct Run {
    op: String,
    config: RepairConfig,
    subject: Option<Subject>,
    /// What the op found in the value that is in the field.
    state: State,
    /// The same for each candidate the op was run on: a run may put one of them back.
    states: BTreeMap<CandidateId, State>,
    running: CandidateId,
    findings: Findings,
    /// What the last answer came from, and what the value in the field did.
    answered: Option<LadderStep>,
    origin: Option<LadderStep>,
    calls: BTreeMap<CallId, Call>,
    status: Option<Status>,
}

#[derive(Clone, Default)]
struct State {
    violated: BTreeSet<Constraint>,
    /// All that were violated so far, and what mended those that are not any more.
    mended: BTreeMap<Constraint, Option<LadderStep>>,
}

struct Call {
    step: LadderStep,
    asked: BTreeSet<Constraint>,
    usage: Usage,
}

impl Run {
    fn add(&mut self, entry: &Entry) {
        match &entry.event.kind {
            EventKind::Started { op, config, .. } => (self.op, self.config) = (op.clone(), config.clone()),
            EventKind::Repairable { findings, input, .. } => {
                if let Some(Ok(subject)) = input.as_deref() {
                    self.subject = Some(subject.clone());
                }
                self.found(findings);
            }
            EventKind::Mended { .. } => self.origin = Some(LadderStep { rung: Rung::Mend, model: None }),
            EventKind::Answered { call, answer } => {
                if let Some(call) = self.calls.get_mut(call) {
                    call.usage = answer.usage;
                    self.answered = Some(call.step.clone());
                }
            }
            EventKind::Denied { call, .. } => {
                self.calls.remove(call);
            }
            EventKind::Decoded { .. } => self.origin.clone_from(&self.answered),
            _ => {}
        }
        for effect in &entry.then {
            match effect {
                Effect::Run { candidate, relaxed: false } => self.running = *candidate,
                Effect::Call { call, rung, request, .. } => {
                    let sent = Call { step: self.step(*rung, request), asked: self.asked(*rung), usage: Usage::default() };
                    self.calls.insert(*call, sent);
                }
                Effect::Note { note: Note::ReadOff { .. } } => {
                    self.answered = Some(LadderStep { rung: Rung::Read, model: None });
                }
                Effect::Note { note: Note::Relaxing { candidate, .. } } => {
                    // What came after it has changed nothing in the end; that it was violated on the way stays.
                    let put_back = self.states.get(candidate).cloned().unwrap_or_default();
                    let later = std::mem::replace(&mut self.state, put_back);
                    for constraint in later.mended.into_keys() {
                        self.state.mended.entry(constraint).or_default();
                    }
                }
                Effect::Finish { status } => self.status = Some(*status),
                _ => {}
            }
        }
    }

    fn found(&mut self, findings: &Findings) {
        let violated: BTreeSet<Constraint> = findings.iter().map(|finding| self.constraint(finding)).collect();
        for gone in self.state.violated.difference(&violated) {
            self.state.mended.insert(gone.clone(), self.origin.clone());
        }
        for constraint in &violated {
            self.state.mended.insert(constraint.clone(), None);
        }
        self.state.violated = violated;
        self.states.insert(self.running, self.state.clone());
        self.findings.clone_from(findings);
    }

    fn constraint(&self, finding: &Finding) -> Constraint {
        let schema = self.subject.as_ref().and_then(|subject| subject.schema.as_ref());
        let mut path = general_path(schema, &finding.path);
        // The key is not one of the type's own.
        if let Some((holder, _)) = path.rsplit_once('/').filter(|_| is_unwanted(finding)) {
            path = format!("{holder}/*");
        }
        (path, finding.rule.to_string())
    }

    /// The constraints a call asks for: of those that a repair may touch, as many as are shown.
    fn asked(&self, rung: Rung) -> BTreeSet<Constraint> {
        let is_kept = |path: &str| {
            let kept = self.subject.iter().flat_map(|subject| subject.frozen.iter().chain(&subject.secret));
            kept.into_iter().any(|place| pointer::is_within(path, place))
        };
        let most = if rung == Rung::Simplified { 1 } else { FINDINGS_SHOWN };
        let asked = self.findings.iter().filter(|finding| !is_kept(&finding.path)).take(most);
        asked.map(|finding| self.constraint(finding)).collect()
    }

    fn step(&self, rung: Rung, request: &Request) -> LadderStep {
        let Request { provider, model, .. } = request;
        let is_own = self.config.provider.as_ref() == Some(provider) && self.config.model.as_ref() == Some(model);
        LadderStep { rung, model: (!is_own).then(|| ModelName { provider: provider.clone(), model: model.clone() }) }
    }

    fn rates(self) -> RepairRates {
        let is_success = self.status.is_some_and(Status::is_success);
        let degraded = self.status == Some(Status::Degraded);
        let mut rates: BTreeMap<Constraint, RepairRate> = BTreeMap::new();
        for (constraint, mended) in self.state.mended {
            let still_violated = self.state.violated.contains(&constraint);
            // The op said no more of the value it accepted, so the last one to be taken mended what was left.
            let by = mended.or_else(|| self.origin.clone().filter(|_| still_violated));
            let mut rate = RepairRate::new(&self.op, constraint.0.clone(), constraint.1.clone());
            rate.seen = 1;
            if is_success && !(degraded && still_violated) {
                rate.repaired = 1;
                rate.by.extend(by.map(|step| (step, 1)));
            }
            rates.insert(constraint, rate);
        }
        for call in self.calls.into_values() {
            let among = u64::try_from(call.asked.len()).unwrap_or(u64::MAX);
            for (nth, constraint) in (0..).zip(&call.asked) {
                let Some(rate) = rates.get_mut(constraint) else { continue };
                // In whole tokens, the first ones taking what is left over, so that the parts add up to the whole.
                let part = |tokens: Option<u64>| tokens.map(|tokens| tokens / among + u64::from(nth < tokens % among));
                let Usage { input_tokens, output_tokens } = call.usage;
                rate.parts += PARTS / among;
                rate.usage = rate.usage.plus(Usage { input_tokens: part(input_tokens), output_tokens: part(output_tokens) });
            }
        }
        rates.into_values().map(|rate| RepairRates(vec![rate])).sum()
    }
}
