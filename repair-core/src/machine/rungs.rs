//! Where a run stands on its ladder, and which rung can be used on what is at hand.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{MoveReason, Note, PassedOver, ground::Source, plan::Plan, reading::Reading, state::Run};
use crate::{
    Stall, Status,
    config::{Grounding, LadderStep, Rung},
    finding::FINDINGS_SHOWN,
    format::{self, span::Tree},
};

/// The longest source and record that are read without a model, in bytes.
const READ: usize = 32 * 1024;

/// Where a run stands on its ladder. It never goes back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Position {
    /// The first step that may be used.
    pub(super) from: usize,
    /// The step that was used last.
    pub(super) used: usize,
}

/// A step that can be used, and the fields it asks for if it asks for fields.
pub(super) struct Usable {
    pub(super) index: usize,
    pub(super) plan: Option<Plan>,
    /// The answer that the source gives without a model.
    pub(super) read: Option<Value>,
}

impl Run {
    pub(super) fn step_at(&self, index: usize) -> LadderStep {
        self.config.ladder.steps().get(index).cloned().unwrap_or(LadderStep { rung: Rung::Whole, model: None })
    }

    /// The provider and the model that a step asks.
    pub(super) fn model_of(&self, step: &LadderStep) -> (String, String) {
        match &step.model {
            Some(name) => (name.provider.clone(), name.model.clone()),
            None => (
                self.config.provider.clone().unwrap_or_else(|| crate::config::DEFAULT_PROVIDER.to_owned()),
                self.config.model.clone().unwrap_or_default(),
            ),
        }
    }

    /// How often a step stands lower on the ladder: each time it looks at the input another way.
    pub(super) fn view(&self, index: usize) -> u32 {
        let step = self.step_at(index);
        let before = self.config.ladder.steps().iter().take(index).filter(|&earlier| *earlier == step).count();
        u32::try_from(before).unwrap_or(u32::MAX)
    }

    /// The first step from there on that can be used.
    pub(super) fn usable(&self, from: usize) -> (Option<Usable>, Vec<Note>) {
        let mut passed = Vec::new();
        for (index, step) in self.config.ladder.steps().iter().enumerate().skip(from) {
            let found = match step.rung {
                Rung::Mend | Rung::Step => continue,
                Rung::Whole => Ok(None),
                Rung::Read => match self.read() {
                    Ok((plan, answer)) => return (Some(Usable { index, plan: Some(plan), read: Some(answer) }), passed),
                    Err(why) => Err(why),
                },
                Rung::Patch => self.plan(FINDINGS_SHOWN).map(Some).ok_or(PassedOver::NoPlaces),
                Rung::Simplified => self.plan(1).map(Some).ok_or(PassedOver::NoPlaces),
                Rung::Reread if self.source().is_none() => Err(PassedOver::NoSource),
                Rung::Reread => self.plan(FINDINGS_SHOWN).map(Some).ok_or(PassedOver::NoPlaces),
            };
            match found {
                Ok(plan) => return (Some(Usable { index, plan, read: None }), passed),
                Err(why) => passed.push(Note::PassedOver { step: step.clone(), why }),
            }
        }
        (None, passed)
    }

    /// The fields to ask for, if findings name any and there is a tree to put them into.
    fn plan(&self, findings: usize) -> Option<Plan> {
        let subject = self.subject.as_ref().ok().filter(|subject| subject.format == crate::Format::Json)?;
        let problem = self.problem.as_ref()?;
        let tree = Tree::parse(self.base(), format::json::MAX_DEPTH).ok()?;
        Plan::of(&problem.findings, &tree, subject, findings)
    }

    /// The failing fields for which the source clearly has one value, and these values.
    fn read(&self) -> Result<(Plan, Value), PassedOver> {
        let mut plan = self.plan(FINDINGS_SHOWN).ok_or(PassedOver::NoPlaces)?;
        // Where new values need no source, a model may know better than the source.
        let source = self.source().filter(|_| self.config.grounding == Grounding::Require).ok_or(PassedOver::NoSource)?;
        // Among so much text no single value is clearly meant.
        if source.len() > READ || self.base().len() > READ {
            return Err(PassedOver::NothingClear);
        }
        let root = self.subject.as_ref().ok().and_then(|subject| subject.schema.as_ref()).ok_or(PassedOver::NoPlaces)?;
        let record: Value = serde_json::from_str(self.base()).map_err(|_| PassedOver::NoPlaces)?;
        let source = Source::new(source);
        let reading = Reading::new(&source, root, &record);
        let mut answer = serde_json::Map::new();
        plan.asks.retain(|ask| {
            // What was read off and did not satisfy the op is left to a model.
            let is_open = ask.required && !self.read_places.contains(&ask.path);
            let value = ask.schema.as_ref().filter(|_| is_open).and_then(|schema| reading.value(&ask.path, schema));
            value.map(|value| answer.insert(ask.alias.clone(), value)).is_some()
        });
        if plan.asks.is_empty() { Err(PassedOver::NothingClear) } else { Ok((plan, Value::Object(answer))) }
    }

    /// Goes to the next rung; `false` if there is none, or this is no reason to.
    pub(super) fn move_on(&mut self, reason: MoveReason) -> bool {
        if reason == MoveReason::NoProgress && self.config.stall == Stall::Ignore {
            return true;
        }
        let switches = self.config.move_on;
        let (is_on, needs_another_model) = match reason {
            MoveReason::NoProgress => (switches.no_progress, false),
            MoveReason::Refused => (switches.refused, true),
            MoveReason::Truncated => (switches.truncated, false),
            MoveReason::Ungrounded => (switches.ungrounded, false),
            MoveReason::Drifted => (switches.drifted, false),
            MoveReason::ModelFailed => (switches.model_failed, true),
        };
        if !is_on {
            return false;
        }
        let from = self.position.used;
        let mut to = from + 1;
        if needs_another_model {
            let failed = self.model_of(&self.step_at(from));
            while to < self.config.ladder.steps().len() && self.model_of(&self.step_at(to)) == failed {
                to += 1;
            }
        }
        let Some(next) = self.usable(to).0 else { return false };
        self.notes.push(Note::Moved { from: self.step_at(from), to: self.step_at(next.index), reason });
        self.position.from = next.index;
        self.afresh = self.view(next.index) > 0 && self.step_at(next.index).rung == Rung::Whole;
        self.looked_afresh |= self.afresh;
        true
    }

    /// The status of a run that a guard ended.
    pub(super) fn guarded(&self, otherwise: Status) -> Status {
        self.guard.unwrap_or(otherwise)
    }
}
