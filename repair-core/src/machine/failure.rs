//! Calls that gave no answer: what may be tried again, when, and what ends the run.

use std::time::Duration;

use super::{
    Blocked, CallId, Effect, MoveReason, Note,
    rungs::Usable,
    state::{Pending, Run},
    step::Go,
};
use crate::{
    Status,
    config::Mode,
    wire::{CallFailure, FailureKind},
};

/// How many inputs of full length one request may hold: the original, the latest and a source.
pub(super) const INPUTS_A_REQUEST: usize = 3;
/// Without a deadline, a longer wait than this ends the call.
pub(super) const LONGEST_WAIT: Duration = Duration::from_secs(60);

impl Run {
    /// Asks the model for a new input, if attempts are left.
    pub(super) fn ask(&mut self, at: Duration) -> Go {
        match self.subject {
            Err(Blocked::TooLong { .. }) => return self.give_up(Status::BudgetExceeded),
            Err(_) => return Go::Finish(Status::NotRepairable),
            Ok(_) => {}
        }
        if self.attempts >= self.config.max_attempts {
            return self.give_up(self.guarded(Status::Exhausted));
        }
        let (usable, passed) = self.usable(self.position.from);
        self.notes.extend(passed);
        let Some(Usable { index, plan, read }) = usable else { return self.give_up(self.guarded(Status::NotConverging)) };
        self.position.used = index;
        if let (Some(plan), Some(answer), Mode::Repair) = (&plan, read, self.config.mode) {
            return self.read_off(plan, &answer, at);
        }
        let step = self.step_at(index);
        let request = self.request(&step, plan.as_ref());
        let longest = self.config.max_input_bytes.saturating_mul(INPUTS_A_REQUEST);
        if request.prompt.len() > longest {
            return self.give_up(Status::BudgetExceeded);
        }
        if self.config.mode == Mode::Observe {
            self.notes.push(Note::WouldAsk { step, request: Box::new(request) });
            return Go::Finish(Status::NotRepairable);
        }
        self.afresh = false;
        self.send(Pending { call: CallId(self.calls), request, retries: 0, plan }, Duration::ZERO, at)
    }

    /// Sends a request after a wait, if calls and time are left.
    pub(super) fn send(&mut self, mut pending: Pending, after: Duration, at: Duration) -> Go {
        if self.calls >= self.config.max_calls {
            return self.give_up(Status::BudgetExceeded);
        }
        let left = self.remaining(at);
        if left.is_some_and(|left| left <= after) {
            return self.give_up(Status::DeadlineExceeded);
        }
        self.calls += 1;
        let call = CallId(self.calls);
        pending.call = call;
        let request = Box::new(pending.request.clone());
        self.pending = Some(pending);
        let timeout = left.map_or(self.config.call_timeout, |left| self.config.call_timeout.min(left - after));
        let (rung, view) = (self.step_at(self.position.used).rung, self.view(self.position.used));
        Go::Call(Box::new(Effect::Call { call, rung, view, request, after, timeout }))
    }

    pub(super) fn call_failed(&mut self, failure: &CallFailure, jitter: f64, at: Duration) -> Go {
        let Some(mut pending) = self.pending.take() else { return Go::Finish(Status::ModelFailed) };
        if self.past_deadline(at) {
            return self.give_up(Status::DeadlineExceeded);
        }
        // Only the wording of a 400 tells a schema the provider can't take from other faults, so it is asked once without.
        let turned_down = failure.kind == FailureKind::BadRequest && failure.status == Some(400) && !failure.unconstrained;
        if turned_down && pending.request.schema.take().is_some() {
            self.unconstrained.push((pending.request.provider.clone(), pending.request.model.clone()));
            return self.send(pending, Duration::ZERO, at);
        }
        let retries = pending.retries;
        let wait = failure.retry_after.filter(|wait| !wait.is_zero()).unwrap_or_else(|| backoff(retries, jitter));
        let too_long = self.remaining(at).is_none() && wait > LONGEST_WAIT;
        if failure.retryable && retries < self.config.transport_retries && !too_long {
            pending.retries += 1;
            return self.send(pending, wait, at);
        }
        if self.move_on(MoveReason::ModelFailed) { self.ask(at) } else { self.give_up(Status::ModelFailed) }
    }
}

/// `min(0.5 · 2ⁿ, 8) · (1 − 0.25 · jitter)` seconds, as the providers' own clients wait.
pub(super) fn backoff(retries: u32, jitter: f64) -> Duration {
    // Not every platform has the same `powf`, and a replay compares waits. NaN is read as no jitter.
    let jitter = if jitter > 0.0 { jitter.min(1.0) } else { 0.0 };
    Duration::from_millis((500 << retries.min(4)).min(8000)).mul_f64(1.0 - 0.25 * jitter)
}

#[cfg(test)]
mod tests {
    use super::backoff;

    #[test]
    fn backoff_follows_the_official_clients() {
        let seconds = |n, jitter| backoff(n, jitter).as_secs_f64();
        assert_eq!(
            [seconds(0, 0.0), seconds(1, 0.0), seconds(2, 0.0), seconds(4, 0.0), seconds(1100, 0.0)],
            [0.5, 1.0, 2.0, 8.0, 8.0]
        );
        assert_eq!(seconds(0, 1.0), 0.375);
        assert_eq!(seconds(0, f64::NAN), 0.5);
        assert_eq!([seconds(0, -1.0), seconds(0, 7.0)], [0.5, 0.375]);
    }
}
