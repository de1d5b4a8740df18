//! A step's own code at work, and the calls it has made meanwhile.

use std::{
    future::{Future, poll_fn},
    pin::{Pin, pin},
    task::Poll,
    time::Duration,
};

use futures_util::stream::{FuturesUnordered, StreamExt};

use super::{
    budget::{Reserved, denied, settled},
    calls::{Call, perform},
    recorder::Recorder,
    subject::Boxed,
};
use crate::{
    Context, RepairConfig,
    llm::{Ask, AskError},
    machine::{CallId, Effect, EventKind},
    outcome::Errors,
    wire::{Answer, CallFailure, Request},
};

/// Who attends to the calls: everything of a run but its subject, which is at work.
pub(super) struct Attendant<'a, 'b> {
    pub(super) cx: &'a Context,
    pub(super) recorder: &'b mut Recorder<'a>,
    pub(super) errors: &'b mut Errors,
    pub(super) config: &'b RepairConfig,
}

/// How the work ended.
pub(super) enum Worked<T> {
    /// By itself.
    Done(T),
    /// It took too long.
    TimedOut,
    /// The run was cancelled.
    Cancelled,
    /// The machine had enough of its calls, and wants this instead.
    Stopped(Vec<Effect>),
}

/// A call under way, and who waits for it.
struct Waiting<'a> {
    call: CallId,
    reply: tokio::sync::oneshot::Sender<Result<Answer, AskError>>,
    reserved: Reserved<'a>,
}

enum Turn<T> {
    Done(T),
    Asked(Ask),
    Answered(CallId, Result<Answer, CallFailure>),
    Cancelled,
    TimedOut,
}

type Calls = FuturesUnordered<Boxed<'static, (CallId, Result<Answer, CallFailure>)>>;

impl<'a> Attendant<'a, '_> {
    /// Does the work; cut short by the timeout and, where it may be, by a cancellation. Calls are cut by one in any case.
    pub(super) async fn work<T>(mut self, work: impl Future<Output = T>, timeout: Option<Duration>, cut: bool) -> Worked<T> {
        let cx = self.cx;
        let _attending = cx.desk().attend();
        let mut work = pin!(work);
        let mut calls = Calls::new();
        let mut waiting: Vec<Waiting<'a>> = Vec::new();
        let mut cancelled = pin!(async {
            match cx.cancel_token() {
                Some(token) => token.cancelled().await,
                None => std::future::pending().await,
            }
        });
        let mut too_late = pin!(async {
            match timeout {
                Some(timeout) => cx.runtime().clock().sleep(timeout).await,
                None => std::future::pending().await,
            }
        });
        loop {
            let may_cut = cut || !waiting.is_empty();
            let turn = poll_fn(|task| {
                if let Poll::Ready(done) = work.as_mut().poll(task) {
                    return Poll::Ready(Turn::Done(done));
                }
                if let Poll::Ready(ask) = cx.desk().poll_next(task) {
                    return Poll::Ready(Turn::Asked(ask));
                }
                if may_cut && cancelled.as_mut().poll(task).is_ready() {
                    return Poll::Ready(Turn::Cancelled);
                }
                if let Poll::Ready(Some((call, result))) = calls.poll_next_unpin(task) {
                    return Poll::Ready(Turn::Answered(call, result));
                }
                // Last, since some clocks let time pass where somebody waits for it.
                Pin::as_mut(&mut too_late).poll(task).map(|()| Turn::TimedOut)
            })
            .await;
            let effects = match turn {
                Turn::Done(done) => return Worked::Done(done),
                Turn::Cancelled => return Worked::Cancelled,
                Turn::TimedOut => return Worked::TimedOut,
                Turn::Asked(Ask { request, reply }) => {
                    let request = Box::new(self.complete(request));
                    let effects = self.recorder.step(EventKind::Asked { request });
                    self.go_on(effects, reply, None, &calls, &mut waiting)
                }
                Turn::Answered(call, result) => {
                    let Some(place) = waiting.iter().position(|waiting| waiting.call == call) else { continue };
                    let Waiting { reply, reserved, .. } = waiting.swap_remove(place);
                    let effects = self.settle(call, reserved, &result);
                    self.go_on(effects, reply, Some(result), &calls, &mut waiting)
                }
            };
            if let Some(effects) = effects {
                return Worked::Stopped(effects);
            }
        }
    }

    /// The request with what it leaves to the run.
    fn complete(&self, mut request: Request) -> Request {
        let named = |name: &str| (!name.is_empty()).then(|| name.to_owned());
        let (provider, model) = match named(&request.provider) {
            Some(provider) => self.cx.runtime().choose(Some(&provider), named(&request.model).as_deref()),
            None => (
                self.config.provider.clone().unwrap_or_default(),
                named(&request.model).or_else(|| self.config.model.clone()).unwrap_or_default(),
            ),
        };
        (request.provider, request.model) = (provider, model);
        if request.max_tokens == 0 {
            request.max_tokens = self.config.max_tokens;
        }
        request
    }

    fn settle(&mut self, call: CallId, reserved: Reserved<'_>, result: &Result<Answer, CallFailure>) -> Vec<Effect> {
        let (event, usage) = settled(self.errors, call, reserved, result.clone());
        self.cx.desk().spend(usage);
        self.recorder.step(event)
    }

    /// Makes the call the machine wants, or hands over the answer; what it wants instead, if it wants the run to end.
    fn go_on(
        &mut self,
        effects: Vec<Effect>,
        reply: tokio::sync::oneshot::Sender<Result<Answer, AskError>>,
        result: Option<Result<Answer, CallFailure>>,
        calls: &Calls,
        waiting: &mut Vec<Waiting<'a>>,
    ) -> Option<Vec<Effect>> {
        if effects.iter().any(|effect| matches!(effect, Effect::Finish { .. })) {
            return Some(effects);
        }
        let next = effects.into_iter().find_map(|effect| match effect {
            Effect::Call { call, request, after, timeout, .. } => Some((call, request, after, timeout)),
            _ => None,
        });
        let Some((call, request, after, timeout)) = next else {
            // Who asked may have given up waiting.
            if let Some(result) = result {
                drop(reply.send(AskError::judge(result)));
            }
            return None;
        };
        match Reserved::of(self.cx, &request) {
            Err(denial) => {
                let event = denied(self.errors, call, &denial);
                Some(self.recorder.step(event))
            }
            Ok(reserved) => {
                let max_bytes = self.config.max_answer_bytes;
                let performed = Call { call, request: *request, after, timeout, max_bytes };
                calls.push(Box::pin(perform(self.cx.runtime().clone(), performed)));
                waiting.push(Waiting { call, reply, reserved });
                None
            }
        }
    }
}
