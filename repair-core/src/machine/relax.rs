//! The end of a run that found no way: the error, or the best candidate under a relaxed check.

use super::{
    CandidateId, Note,
    state::{Best, Run},
    step::Go,
};
use crate::{Status, config::OnExhausted};

impl Run {
    /// Remembers the candidate the op has run on, if it is the best so far; of equals, the later one.
    pub(super) fn note_best(&mut self, findings: usize) {
        // An error that names nothing says less than one that names a fault.
        let findings = findings.max(1);
        if self.config.on_exhausted == OnExhausted::Degrade && self.best.as_ref().is_none_or(|best| findings <= best.findings) {
            self.best = Some(Best { candidate: self.candidate, shown: self.base().to_owned(), findings });
        }
    }

    /// Ends the run, or tries the best candidate under the relaxed check.
    pub(super) fn give_up(&mut self, status: Status) -> Go {
        match self.best.take() {
            Some(best) if self.relaxing.is_none() && self.subject.is_ok() => {
                self.relaxing = Some(status);
                self.notes.push(Note::Relaxing { candidate: best.candidate, instead_of: status });
                // Only where nothing was ever put into the field is it sure to hold what was given.
                if self.candidate == CandidateId(0) && self.attempts == 0 && self.read_places.is_empty() {
                    return Go::Run { candidate: best.candidate, relaxed: true };
                }
                // The field holds a later answer, or one that was turned away.
                self.candidates += 1;
                Go::PutBack { candidate: CandidateId(self.candidates), text: best.shown }
            }
            _ => Go::Finish(status),
        }
    }
}
