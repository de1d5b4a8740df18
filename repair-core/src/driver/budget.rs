//! What is set aside for a call, and what becomes of it.

use super::jitter;
use crate::{
    Context,
    machine::{CallId, Denial, EventKind, Reservation},
    outcome::Errors,
    wire::{Answer, CallFailure, FailureKind, Request, Usage},
};

/// What was set aside for a call. Dropped, it stays spent: nobody knows what a call took that was given up.
pub(super) struct Reserved<'a> {
    cx: &'a Context,
    reserved: Option<Reservation>,
}

impl<'a> Reserved<'a> {
    pub(super) fn of(cx: &'a Context, request: &Request) -> Result<Self, Denial> {
        let price = cx.runtime().price(&request.provider, &request.model);
        let (input, output) = (request.estimated_tokens(), u64::from(request.max_tokens));
        let reserved = cx.ledger().reserve(&request.provider, &request.model, input, output, price)?;
        Ok(Self { cx, reserved: Some(reserved) })
    }

    pub(super) fn settle(mut self, usage: Usage) {
        if let Some(reserved) = self.reserved.take() {
            self.cx.ledger().settle(reserved, usage);
        }
    }

    /// For a call that failed: free where the provider turned the request away before reading it.
    pub(super) fn settle_failed(self, failure: &CallFailure) -> Usage {
        use FailureKind::{Auth, BadRequest, NoModel, RateLimited, SpendLimit, Unscripted};
        if matches!(failure.kind, Auth | BadRequest | NoModel | RateLimited | SpendLimit | Unscripted) {
            let nothing = Usage { input_tokens: Some(0), output_tokens: Some(0) };
            self.settle(nothing);
            return nothing;
        }
        Usage::default()
    }
}

/// A call for which there is no budget, as an event.
pub(super) fn denied(errors: &mut Errors, call: CallId, denial: &Denial) -> EventKind {
    let reason = denial.to_string();
    errors.reason = Some(reason.clone());
    EventKind::Denied { call, reason }
}

/// What came of a call, as an event, and what it took; what was set aside for it is settled.
pub(super) fn settled(
    errors: &mut Errors,
    call: CallId,
    reserved: Reserved<'_>,
    result: Result<Answer, CallFailure>,
) -> (EventKind, Usage) {
    match result {
        Ok(answer) => {
            errors.failure = None;
            let usage = answer.usage;
            reserved.settle(usage);
            (EventKind::Answered { call, answer }, usage)
        }
        Err(failure) => {
            errors.failure = Some(failure.clone());
            let jitter = jitter(reserved.cx);
            let usage = reserved.settle_failed(&failure);
            (EventKind::CallFailed { call, failure, jitter }, usage)
        }
    }
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        if let Some(reserved) = self.reserved.take() {
            self.cx.ledger().settle(reserved, Usage::default());
        }
    }
}
