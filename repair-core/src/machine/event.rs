//! What happened.

use serde::{Deserialize, Serialize};

use super::{CallId, CandidateId, StepSetup};
use crate::{
    Findings, Format, RepairConfig, Status,
    mend::Edit,
    wire::{Answer, CallFailure, Request},
};

/// Something that happened in a run, and when.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Milliseconds since the run started.
    pub at_ms: u64,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[non_exhaustive]
pub enum EventKind {
    /// The run began. Always the first event.
    Started {
        /// The op's name.
        op: String,
        /// Milliseconds since 1970.
        wall_ms: u64,
        /// Random, for the tags that fence data in prompts.
        nonce: u64,
        /// The limits and choices, provider and model filled in.
        config: RepairConfig,
        /// Whether to commit in the end.
        commit: bool,
        /// Milliseconds until the deadline shared with other runs, if there is one.
        left_ms: Option<u64>,
        /// What there is to know of a step; `None` for an op.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step: Option<Box<StepSetup>>,
    },
    /// The op succeeded.
    Succeeded,
    /// The op returned a repairable error.
    Repairable {
        /// What it found.
        findings: Findings,
        /// Its own prompt.
        prompt: Option<String>,
        /// The text the truth can be read from.
        source: Option<String>,
        /// The error, for people.
        message: String,
        /// The input, or why there can be no repair of it; with the first repairable error of a run.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        input: Option<Box<Result<Subject, Blocked>>>,
    },
    /// The op returned a fatal error.
    Failed {
        /// The error, for people.
        message: String,
    },
    /// The input was mended without a model.
    Mended {
        /// Which candidate it is now.
        candidate: CandidateId,
        /// How it shows, secrets hidden.
        shown: String,
        /// What was done.
        edits: Vec<Edit>,
    },
    /// There was nothing to mend.
    NothingToMend {
        /// In which candidate.
        candidate: CandidateId,
        /// Why it could not be mended, where it is broken.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// A model answered to the end of the call, whatever it answered.
    Answered {
        /// Which call.
        call: CallId,
        /// The answer.
        answer: Answer,
    },
    /// A call gave no answer.
    CallFailed {
        /// Which call.
        call: CallId,
        /// Why.
        failure: CallFailure,
        /// Between 0 and 1, for the backoff.
        jitter: f64,
    },
    /// A budget shared with other runs denied a call.
    Denied {
        /// Which call.
        call: CallId,
        /// Which budget, and how far it is used.
        reason: String,
    },
    /// An answer was turned into the input's type.
    Decoded {
        /// Which candidate it is now.
        candidate: CandidateId,
        /// How it shows, secrets hidden.
        shown: String,
        /// What was done to the answer before it could be read.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        edits: Vec<Edit>,
    },
    /// An answer could not be turned into the input's type.
    Undecodable {
        /// Which candidate it would have been.
        candidate: CandidateId,
        /// Why not.
        findings: Findings,
    },
    /// A step's own code wants a model asked: its planner, its task or a check of it.
    Asked {
        /// What to send, provider and model filled in.
        request: Box<Request>,
    },
    /// The planner proposed an input, and it is put in.
    Planned {
        /// Which candidate it is now.
        candidate: CandidateId,
        /// Of the input, if the step takes it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fingerprint: Option<u64>,
        /// The input, if the step writes it down.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<serde_json::Value>,
    },
    /// The planner has no input to propose.
    CannotPlan {
        /// Which candidate it would have been.
        candidate: CandidateId,
        /// Why not.
        reason: String,
        /// How the run ends: `cannot_plan`, or as the model's failure says that kept it from planning.
        status: Status,
    },
    /// The op's `commit` succeeded.
    Committed,
    /// The op's `commit` failed.
    CommitFailed {
        /// The error, for people.
        message: String,
    },
    /// The run's token was cancelled.
    Cancelled,
    /// The run's future was dropped.
    Dropped,
}

/// The input under repair, as it may be shown: secrets are hidden already.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Subject {
    /// Its format.
    pub format: Format,
    /// Its JSON Schema.
    pub schema: Option<serde_json::Value>,
    /// The input as it was given.
    pub original: String,
    /// Whether something in it is hidden.
    pub hidden: bool,
    /// Its frozen fields, as JSON Pointers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frozen: Vec<String>,
    /// Its secret fields.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub secret: Vec<String>,
    /// The fields whose values need not be found in a source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ungrounded_ok: Vec<String>,
}

impl Subject {
    /// An input without schema and without special fields.
    #[must_use]
    pub fn new(format: Format, original: impl Into<String>) -> Self {
        Self {
            format,
            schema: None,
            original: original.into(),
            hidden: false,
            frozen: Vec::new(),
            secret: Vec::new(),
            ungrounded_ok: Vec::new(),
        }
    }

    /// Frozen and secret fields: what keeps its value.
    pub(super) fn kept(&self) -> impl Iterator<Item = &str> {
        self.frozen.iter().chain(&self.secret).map(String::as_str)
    }
}

/// Why an input can't be repaired, should the op ask for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "blocked", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Blocked {
    /// The op is not annotated with `#[repairable]`.
    NotAnnotated,
    /// Repairs are switched off in this process.
    SwitchedOff,
    /// The input can't be shown to a model.
    NotShown {
        /// Why not.
        message: String,
    },
    /// The input is longer than the configuration allows.
    TooLong {
        /// How long, and how long it may be.
        message: String,
    },
}
