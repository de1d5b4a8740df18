//! What the machine wants done.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Note;
use crate::{Status, config::Rung, wire::Request};

/// Numbers a call within its run, from 1. Each request sent has its own, retries included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CallId(pub u32);

/// Numbers a candidate within its run: 0 is the input as it was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CandidateId(pub u32);

/// What the machine wants done next. Each is answered by an [`Event`](super::Event), `Finish`, `Cancel` and `Note` excepted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "effect", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Effect {
    /// Run the op on the candidate that is in its field.
    Run {
        /// Which candidate that is.
        candidate: CandidateId,
        /// Whether by its relaxed check, as the last resort.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        relaxed: bool,
    },
    /// Mend the candidate without a model.
    Mend {
        /// Which candidate.
        candidate: CandidateId,
        /// The number the mended one gets.
        mended: CandidateId,
    },
    /// Send a request.
    Call {
        /// The request's number.
        call: CallId,
        /// The rung it belongs to.
        rung: Rung,
        /// How often this rung was reached before: each time it looks at the input another way.
        view: u32,
        /// What to send.
        request: Box<Request>,
        /// How long to wait before.
        after: Duration,
        /// How long the answer may take.
        timeout: Duration,
    },
    /// Give up a call.
    Cancel {
        /// Which one.
        call: CallId,
    },
    /// Turn an answer into the input's type and put it into the field.
    Decode {
        /// The number it gets if that works.
        candidate: CandidateId,
        /// The answer.
        text: String,
    },
    /// Have the step's planner propose an input, and put it in. The calls it makes meanwhile are effects of their own.
    Plan {
        /// How often it was asked, this time included.
        n: u32,
        /// The number its input gets.
        candidate: CandidateId,
        /// How long to wait before.
        after: Duration,
        /// How long it may take, the wait excluded; `None` for as long as it likes.
        timeout: Option<Duration>,
    },
    /// Run the op's `commit`.
    Commit,
    /// Nothing: a decision, for the log.
    Note {
        /// What was decided.
        note: Note,
    },
    /// The run has ended.
    Finish {
        /// How.
        status: Status,
    },
}
