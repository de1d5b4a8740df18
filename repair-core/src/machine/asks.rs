//! Calls of a step's own, made while its task, a check or its planner is at work. They are bounded and retried like any other,
//! and are no attempts.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{
    CallId, Effect, EventKind,
    answer::RAISE,
    failure::{INPUTS_A_REQUEST, LONGEST_WAIT, backoff},
    state::{Phase, Run},
};
use crate::{
    Status,
    config::Rung,
    wire::{CallFailure, FailureKind, Finish, Request},
};

/// A call that somebody in the step waits for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Ask {
    pub(super) call: CallId,
    request: Request,
    retries: u32,
    raised: bool,
}

/// What becomes of a step that asks.
pub(super) enum Asking {
    /// It waits for this call; without one, it has its answer.
    Waits(Option<Effect>),
    /// The run ends, whatever the step would make of it.
    Ends(Status),
}

impl Run {
    /// What to do about an event that is about a call of the step's own; `None` if it is about something else.
    pub(super) fn asking(&mut self, phase: Phase, event: &EventKind, at: Duration) -> Option<Asking> {
        self.step.as_ref()?;
        if !matches!(phase, Phase::Running | Phase::Planning | Phase::Committing) {
            return None;
        }
        match event {
            EventKind::Asked { request } => {
                let ask = Ask { call: CallId(0), request: (**request).clone(), retries: 0, raised: false };
                Some(self.send_ask(ask, Duration::ZERO, at))
            }
            EventKind::Answered { call, answer } => {
                let ask = self.take_ask(*call)?;
                let ceiling = self.config.max_tokens_ceiling;
                if answer.finish != Finish::Length || ask.raised || ask.request.max_tokens >= ceiling {
                    return Some(Asking::Waits(None));
                }
                let mut request = ask.request;
                request.max_tokens = request.max_tokens.saturating_mul(RAISE).min(ceiling);
                Some(self.send_ask(Ask { request, raised: true, retries: 0, ..ask }, Duration::ZERO, at))
            }
            EventKind::CallFailed { call, failure, jitter } => {
                let ask = self.take_ask(*call)?;
                Some(self.ask_failed(ask, failure, *jitter, at))
            }
            EventKind::Denied { call, .. } => self.take_ask(*call).map(|_| Asking::Ends(Status::BudgetExceeded)),
            _ => None,
        }
    }

    /// Notes what is owed while the step is at work, and says what is to be done.
    pub(super) fn owe(&mut self, outstanding: &mut Vec<Effect>, event: &EventKind, next: Option<Effect>) -> Vec<Effect> {
        if let EventKind::Answered { call: done, .. } | EventKind::CallFailed { call: done, .. } = event {
            outstanding.retain(|effect| !matches!(effect, Effect::Call { call, .. } if call == done));
        }
        outstanding.extend(next.clone());
        next.into_iter().collect()
    }

    fn take_ask(&mut self, call: CallId) -> Option<Ask> {
        let asks = self.asks_mut()?;
        let place = asks.iter().position(|ask| ask.call == call)?;
        Some(asks.remove(place))
    }

    fn ask_failed(&mut self, mut ask: Ask, failure: &CallFailure, jitter: f64, at: Duration) -> Asking {
        if self.past_deadline(at) {
            return Asking::Ends(Status::DeadlineExceeded);
        }
        let turned_down = failure.kind == FailureKind::BadRequest && failure.status == Some(400) && !failure.unconstrained;
        if turned_down && ask.request.schema.take().is_some() {
            return self.send_ask(ask, Duration::ZERO, at);
        }
        let wait = failure.retry_after.filter(|wait| !wait.is_zero()).unwrap_or_else(|| backoff(ask.retries, jitter));
        let too_long = self.remaining(at).is_none() && wait > LONGEST_WAIT;
        if failure.retryable && ask.retries < self.config.transport_retries && !too_long {
            ask.retries += 1;
            return self.send_ask(ask, wait, at);
        }
        Asking::Waits(None)
    }

    fn send_ask(&mut self, mut ask: Ask, after: Duration, at: Duration) -> Asking {
        let longest = self.config.max_input_bytes.saturating_mul(INPUTS_A_REQUEST);
        if self.calls >= self.config.max_calls || ask.request.prompt.len() > longest {
            return Asking::Ends(Status::BudgetExceeded);
        }
        let left = self.remaining(at);
        if left.is_some_and(|left| left <= after) {
            return Asking::Ends(Status::DeadlineExceeded);
        }
        ask.call = self.next_call();
        let timeout = left.map_or(self.config.call_timeout, |left| self.config.call_timeout.min(left.saturating_sub(after)));
        let (call, request) = (ask.call, Box::new(ask.request.clone()));
        if let Some(asks) = self.asks_mut() {
            asks.push(ask);
        }
        Asking::Waits(Some(Effect::Call { call, rung: Rung::Step, view: 0, request, after, timeout }))
    }
}
