//! What the machine decided, for the log: nothing that anybody has to do.

use serde::{Deserialize, Serialize};

use super::CandidateId;
use crate::{Findings, Status, config::LadderStep, wire::Request};

/// A decision that is worth knowing and asks nothing of the driver.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "note", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Note {
    /// The run went on to a further rung.
    Moved {
        /// From which step of the ladder.
        from: LadderStep,
        /// To which.
        to: LadderStep,
        /// Why. In a log it is `because`, since a `reason` is a text.
        #[serde(rename = "because")]
        reason: MoveReason,
    },
    /// A rung was passed over: it can't be used on what is at hand.
    PassedOver {
        /// Which one.
        step: LadderStep,
        /// What it lacks.
        why: PassedOver,
    },
    /// An answer was not taken, though it could be read: a guard objected.
    Rejected {
        /// Which candidate it would have been.
        candidate: CandidateId,
        /// `drifted` or `ungrounded`.
        status: Status,
        /// What the guard objected to.
        findings: Findings,
    },
    /// An answer did not hold a single one of the fields that were asked for.
    Unreadable {
        /// Which candidate it would have been.
        candidate: CandidateId,
        /// What kept it from being read.
        findings: Findings,
    },
    /// Places that no finding names were given back the value they had.
    Restored {
        /// Which ones, at most some dozens.
        paths: Vec<String>,
    },
    /// Fields were read off the source without a model: it offers just one value for each.
    ReadOff {
        /// Which candidate has them.
        candidate: CandidateId,
        /// Which fields.
        paths: Vec<String>,
    },
    /// Keys of an answer that nobody had asked for were left out.
    Ignored {
        /// Which ones.
        keys: Vec<String>,
    },
    /// New values that are not in the source were taken all the same.
    Flagged {
        /// Which ones.
        findings: Findings,
    },
    /// What the run would have asked, had it not merely observed.
    WouldAsk {
        /// On which step of the ladder.
        step: LadderStep,
        /// The request.
        request: Box<Request>,
    },
    /// The best candidate is tried under the relaxed check.
    Relaxing {
        /// Which candidate.
        candidate: CandidateId,
        /// How the run would have ended.
        instead_of: Status,
    },
}

/// Why a run went on to a further rung.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum MoveReason {
    /// The same findings or the same candidate came back.
    NoProgress,
    /// The model declined to answer.
    Refused,
    /// The answer was cut, and again at the raised cap.
    Truncated,
    /// A new value is not in the source, or a second view did not confirm it.
    Ungrounded,
    /// The answer changed what no finding names.
    Drifted,
    /// The model could not be reached, or turned the request down.
    ModelFailed,
}

/// What a rung lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PassedOver {
    /// A text whose parts can be told apart, and findings that name some of them.
    NoPlaces,
    /// A source to read from.
    NoSource,
    /// One value of the source that is clearly meant.
    NothingClear,
}
