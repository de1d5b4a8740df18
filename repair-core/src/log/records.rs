//! One call and one attempt of a report.

use serde::Serialize;

use crate::{
    Findings,
    config::Rung,
    machine::CallId,
    wire::{Answer, CallFailure, Request, Usage},
};

/// One request, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CallRecord {
    /// Its number.
    pub call: CallId,
    /// The rung it belonged to.
    pub rung: Rung,
    /// What was asked.
    pub request: Request,
    /// The answer, if one came.
    pub answer: Option<Answer>,
    /// Why none came, if none did. Both are `None` for a call given up.
    pub failure: Option<CallFailure>,
    /// Milliseconds from the decision to call to the answer, the wait before the call included; `None` for a call given up.
    pub latency_ms: Option<u64>,
    #[serde(skip)]
    pub(super) decided_ms: u64,
}

/// One answer that counted as an attempt.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AttemptRecord {
    /// Its number, from 1.
    pub number: u32,
    /// The call it was the answer of.
    pub call: CallId,
    /// The user turn that was answered.
    pub prompt: String,
    /// The answer as it came.
    pub answer: String,
    /// Whether it became the input, and the op was run on it.
    pub decoded: bool,
    /// What was wrong with it: why it did not decode, or what the op found. Empty if the op accepted it.
    pub findings: Findings,
    /// The op's error in words, if it failed on it.
    pub error: Option<String>,
    /// Whether the op accepted it.
    pub accepted: bool,
    /// Tokens of the call.
    pub usage: Usage,
    /// Milliseconds from the decision to call to the answer.
    pub latency_ms: Option<u64>,
}
