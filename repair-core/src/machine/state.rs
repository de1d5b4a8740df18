//! What the machine remembers.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Blocked, CallId, CandidateId, Effect, Subject, progress::Seen, rungs::Ladder};
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
    pub(super) ladder: Ladder,
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
    /// One line for each earlier round.
    pub(super) rounds: Vec<String>,
    pub(super) pending: Option<Pending>,
    /// The cap of answers, raised once when one was cut.
    pub(super) max_tokens: u32,
    pub(super) raised: bool,
    /// The provider turned down a request with a schema: none is sent again.
    pub(super) unconstrained: bool,
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
            ladder: Ladder::default(),
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
            rounds: Vec::new(),
            pending: None,
            raised: false,
            unconstrained: false,
        }
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
