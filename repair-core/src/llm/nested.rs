//! A call from where no step is under way: a nested run of its own, with a log and a report of its own.

use super::AskError;
use crate::{
    Context, OpError,
    driver::Boxed,
    step::Step,
    wire::{Answer, Request},
};

pub(super) fn ask(cx: &Context, request: Request) -> Boxed<'_, Result<Answer, AskError>> {
    Box::pin(async move {
        let task = async |request: &Request, cx: &Context| Ok::<_, OpError>(cx.llm().request(request.clone()).await);
        let step = Step::single("llm", task);
        let inner = cx.nest();
        let outcome = step.run_in(&inner, request).await;
        cx.keep_nested(&outcome.report);
        outcome.result.unwrap_or_else(|error| Err(AskError::Ended { status: error.status() }))
    })
}
