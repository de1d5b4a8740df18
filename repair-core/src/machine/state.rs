//! What the machine remembers.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{
    Blocked, CallId, CandidateId, Effect, Note, Subject, guard::Unconfirmed, plan::Plan, progress::Seen, rungs::Position,
    step_plan::StepRun,
};
use crate::{Findings, RepairConfig, Status, wire::Request};

/// The decisions of one run. See the [module](super).
///
/// It serialises, so a run can be looked at, stored and gone on with.
///
/// ```
/// use repair_core::machine::Machine;
///
/// let machine = Machine::new();
/// assert!(machine.outstanding().is_empty());
/// assert_eq!(machine.status(), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    pub(super) phase: Phase,
    pub(super) run: Option<Run>,
    pub(super) outstanding: Vec<Effect>,
}

/// What the machine waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Phase {
    #[default]
    Fresh,
    Running,
    Mending,
    Calling,
    Decoding,
    Planning,
    /// The best candidate is put back and run under the relaxed check.
    Relaxing,
    Committing,
    Done(Status),
}

/// The run's state, from its first event on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Run {
    pub(super) config: RepairConfig,
    pub(super) nonce: u64,
    pub(super) subject: Result<Subject, Blocked>,
    pub(super) commit: bool,
    /// The shared deadline, since the run started.
    pub(super) shared_deadline: Option<Duration>,
    /// When the op first asked for a repair: the configured deadline counts from there.
    pub(super) repair_began: Option<Duration>,
    pub(super) position: Position,
    pub(super) seen: Seen,
    pub(super) attempts: u32,
    pub(super) calls: u32,
    pub(super) candidate: CandidateId,
    /// The last number given to a candidate, decoded or not.
    pub(super) candidates: u32,
    /// The value in the field, as it shows.
    pub(super) current: Option<String>,
    /// Whether it is what mending made of another: mending it again would make nothing new.
    pub(super) mended: bool,
    /// Whether it was in the field before.
    pub(super) came_back: bool,
    /// What the op said of the value in the field.
    pub(super) problem: Option<Problem>,
    /// What the op said of the input as it was given.
    pub(super) first_problem: Option<Problem>,
    /// What was wrong with the last answer, if it did not get as far as the field.
    pub(super) undecodable: Option<Findings>,
    /// Whether the next request is the first of a second look.
    pub(super) afresh: bool,
    /// Whether there was a second look: it may undo what the first one changed.
    pub(super) looked_afresh: bool,
    /// Whether the candidate being decoded was put together from the old text and the answer.
    pub(super) restored: bool,
    /// Which guard turned the last answer away.
    pub(super) guard: Option<Status>,
    pub(super) unconfirmed: Unconfirmed,
    /// The places that were read off the source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) read_places: Vec<String>,
    /// The candidate with the fewest findings so far.
    pub(super) best: Option<Best>,
    /// How the run would have ended, while the best candidate is tried under the relaxed check.
    pub(super) relaxing: Option<Status>,
    /// What was decided since the last event.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<Note>,
    /// One line for each earlier round.
    pub(super) rounds: Vec<String>,
    pub(super) pending: Option<Pending>,
    /// The cap of answers, raised once when one was cut.
    pub(super) max_tokens: u32,
    pub(super) raised: bool,
    /// Providers and models that turned down a request with a schema: none is sent to them again.
    pub(super) unconstrained: Vec<(String, String)>,
    /// What only a step has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) step: Option<StepRun>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Problem {
    pub(super) findings: Findings,
    pub(super) prompt: Option<String>,
    pub(super) source: Option<String>,
}

/// A request that was sent and not yet answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Pending {
    pub(super) call: CallId,
    pub(super) request: Request,
    pub(super) retries: u32,
    /// The fields it asks for, if it asks for fields.
    pub(super) plan: Option<Plan>,
}

/// A candidate the op has run on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Best {
    pub(super) candidate: CandidateId,
    pub(super) shown: String,
    pub(super) findings: usize,
}

impl Run {
    pub(super) fn new(config: RepairConfig, nonce: u64) -> Self {
        Self {
            max_tokens: config.max_tokens,
            config,
            nonce,
            subject: Err(Blocked::NotAnnotated),
            commit: true,
            shared_deadline: None,
            repair_began: None,
            position: Position::default(),
            seen: Seen::default(),
            attempts: 0,
            calls: 0,
            candidate: CandidateId(0),
            candidates: 0,
            current: None,
            mended: false,
            came_back: false,
            problem: None,
            first_problem: None,
            undecodable: None,
            afresh: false,
            looked_afresh: false,
            restored: false,
            guard: None,
            unconfirmed: Unconfirmed::default(),
            read_places: Vec::new(),
            best: None,
            relaxing: None,
            notes: Vec::new(),
            rounds: Vec::new(),
            pending: None,
            raised: false,
            unconstrained: Vec::new(),
            step: None,
        }
    }

    /// The text of the input as it is now, as it shows.
    pub(super) fn base(&self) -> &str {
        let original = || self.subject.as_ref().map_or("", |subject| subject.original.as_str());
        self.current.as_deref().unwrap_or_else(original)
    }

    /// The text the truth can be read from.
    pub(super) fn source(&self) -> Option<&str> {
        [&self.problem, &self.first_problem].into_iter().flatten().find_map(|problem| problem.source.as_deref())
    }

    /// The time left until the nearer deadline, if there is one.
    pub(super) fn remaining(&self, at: Duration) -> Option<Duration> {
        let own = self.config.deadline.zip(self.repair_began).map(|(deadline, began)| began.saturating_add(deadline));
        [own, self.shared_deadline].into_iter().flatten().min().map(|deadline| deadline.saturating_sub(at))
    }

    pub(super) fn past_deadline(&self, at: Duration) -> bool {
        self.remaining(at).is_some_and(|left| left.is_zero())
    }
}
