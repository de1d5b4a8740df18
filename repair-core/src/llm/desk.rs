//! Where code within a run leaves what it wants a model asked, and the driver finds it.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
};

use tokio::sync::oneshot;

use super::AskError;
use crate::wire::{Answer, Request, Usage};

/// One request, and who waits for the answer.
#[derive(Debug)]
pub(crate) struct Ask {
    pub(crate) request: Request,
    pub(crate) reply: oneshot::Sender<Result<Answer, AskError>>,
}

/// Closed unless a driver attends to it.
#[derive(Debug, Default)]
pub(crate) struct Desk(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    open: bool,
    asks: VecDeque<Ask>,
    waker: Option<Waker>,
    /// What was taken since somebody last looked; `None` for nothing.
    usage: Option<Usage>,
}

impl Desk {
    /// Leaves a request, unless nobody attends.
    pub(crate) fn ask(&self, request: &Request) -> Option<oneshot::Receiver<Result<Answer, AskError>>> {
        let mut state = self.lock();
        if !state.open {
            return None;
        }
        let (reply, answer) = oneshot::channel();
        state.asks.push_back(Ask { request: request.clone(), reply });
        if let Some(waker) = state.waker.take() {
            waker.wake();
        }
        Some(answer)
    }

    pub(crate) fn poll_next(&self, cx: &Context<'_>) -> Poll<Ask> {
        let mut state = self.lock();
        match state.asks.pop_front() {
            Some(ask) => Poll::Ready(ask),
            None => {
                state.waker = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }

    /// Attends until the guard is dropped. Who still waits then gets no answer.
    pub(crate) fn attend(&self) -> Attending<'_> {
        self.lock().open = true;
        Attending(self)
    }

    /// Adds what a call took.
    pub(crate) fn spend(&self, usage: Usage) {
        let mut state = self.lock();
        state.usage = Some(state.usage.map_or(usage, |sum| sum.plus(usage)));
    }

    /// What calls took since this was last asked.
    pub(crate) fn take_usage(&self) -> Usage {
        self.lock().usage.take().unwrap_or(Usage { input_tokens: Some(0), output_tokens: Some(0) })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) struct Attending<'a>(&'a Desk);

impl Drop for Attending<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.open = false;
        let left = std::mem::take(&mut state.asks);
        drop(state);
        // Outside the lock: who wakes may ask again.
        drop(left);
    }
}
