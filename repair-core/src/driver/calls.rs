//! One call: the wait before it, its time limit, and whom it is sent to.

use std::{pin::pin, time::Duration};

use futures_util::future::{Either, select};

use crate::{
    Runtime,
    machine::CallId,
    model::CallLimits,
    wire::{Answer, CallFailure, FailureKind, Request},
};

pub(super) struct Call {
    pub(super) call: CallId,
    pub(super) request: Request,
    pub(super) after: Duration,
    pub(super) timeout: Duration,
    pub(super) max_bytes: usize,
}

/// Waits, asks, and gives up in time, whatever the client does.
pub(super) async fn perform(runtime: Runtime, call: Call) -> (CallId, Result<Answer, CallFailure>) {
    let Call { call, request, after, timeout, max_bytes } = call;
    let Some(model) = runtime.model(&request.provider) else {
        return (call, Err(no_model(&runtime, &request.provider)));
    };
    if !after.is_zero() {
        runtime.clock().sleep(after).await;
    }
    let answer = pin!(model.complete(&request, CallLimits::new(timeout, max_bytes)));
    let result = match select(answer, runtime.clock().sleep(timeout)).await {
        Either::Left((result, _)) => result,
        Either::Right(((), _)) => {
            let message = format!("no answer within {timeout:?}; it may have been billed");
            Err(CallFailure::new(FailureKind::Timeout, message))
        }
    };
    (call, result)
}

fn no_model(runtime: &Runtime, provider: &str) -> CallFailure {
    let known = runtime.providers();
    let message = if known.is_empty() {
        format!("a model of `{provider}` is needed, and the runtime has none; register one with `Runtime::builder().model(..)`")
    } else {
        format!("the runtime has no provider `{provider}`; it has {}", known.join(", "))
    };
    CallFailure::new(FailureKind::NoModel, message)
}
