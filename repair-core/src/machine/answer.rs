//! What a model answered: to the end, cut, or not at all.

use std::time::Duration;

use super::{
    CallId, CandidateId,
    state::{Pending, Run},
    step::Go,
};
use crate::{
    Status,
    wire::{Answer, Finish},
};

/// How far the cap is raised when an answer was cut.
const RAISE: u32 = 4;

impl Run {
    pub(super) fn awaits(&self, call: CallId) -> bool {
        self.pending.as_ref().is_some_and(|pending| pending.call == call)
    }

    pub(super) fn answered(&mut self, answer: &Answer, at: Duration) -> Go {
        let Some(pending) = self.pending.take() else { return Go::Finish(Status::ModelFailed) };
        match answer.finish {
            Finish::Length => self.truncated(pending, at),
            Finish::Refused => Go::Finish(Status::Refused),
            Finish::Stop | Finish::Other(_) => self.attempted(&answer.text),
        }
    }

    /// Asks the same with a higher cap, once; the cut text is not looked at.
    fn truncated(&mut self, pending: Pending, at: Duration) -> Go {
        let ceiling = self.config.max_tokens_ceiling;
        if self.raised || pending.request.max_tokens >= ceiling {
            return Go::Finish(Status::Truncated);
        }
        self.raised = true;
        self.max_tokens = pending.request.max_tokens.saturating_mul(RAISE).min(ceiling);
        let mut request = pending.request;
        request.max_tokens = self.max_tokens;
        self.send(request, 0, Duration::ZERO, at)
    }

    fn attempted(&mut self, text: &str) -> Go {
        self.attempts += 1;
        self.candidates += 1;
        Go::Decode { candidate: CandidateId(self.candidates), text: text.to_owned() }
    }
}
