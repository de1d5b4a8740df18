//! A step's planner at work.

use std::{pin::pin, time::Duration};

use futures_util::future::{Either, select};

use super::{
    attend::{Attendant, Worked},
    drive::Drive,
    subject::{Planned, Subject},
};
use crate::{
    Status,
    machine::{CandidateId, Effect, EventKind},
};

impl<'a> Drive<'a> {
    /// What is needed to attend to the subject's own calls, and the subject; only a step has such calls.
    pub(super) fn attendant(&mut self) -> (Option<Attendant<'a, '_>>, &mut dyn Subject) {
        let Self { subject, cx, recorder, errors, config, is_step, .. } = self;
        let asks = *is_step;
        (asks.then_some(Attendant { cx, recorder, errors, config }), &mut **subject)
    }

    /// Has the planner propose an input.
    pub(super) async fn plan(&mut self, candidate: CandidateId, after: Duration, timeout: Option<Duration>) -> Vec<Effect> {
        let cx = self.cx;
        if !after.is_zero() {
            let wait = cx.runtime().clock().sleep(after);
            match cx.cancel_token() {
                None => wait.await,
                Some(token) => {
                    if let Either::Right(_) = select(wait, pin!(token.cancelled())).await {
                        return self.recorder.step(EventKind::Cancelled);
                    }
                }
            }
        }
        let (Some(attendant), subject) = self.attendant() else {
            return self.recorder.step(EventKind::Cancelled);
        };
        let event = match attendant.work(subject.plan(cx), timeout, true).await {
            Worked::Done(Ok(Planned { fingerprint, value })) => EventKind::Planned { candidate, fingerprint, value },
            Worked::Done(Err(cannot)) => {
                let (reason, status) = (cannot.to_string(), cannot.status());
                self.errors.reason = Some(reason.clone());
                EventKind::CannotPlan { candidate, reason, status }
            }
            Worked::TimedOut => {
                let reason = format!("no plan within the {timeout:?} that were left", timeout = timeout.unwrap_or_default());
                self.errors.reason = Some(reason.clone());
                EventKind::CannotPlan { candidate, reason, status: Status::DeadlineExceeded }
            }
            Worked::Stopped(effects) => return effects,
            Worked::Cancelled => EventKind::Cancelled,
        };
        self.recorder.step(event)
    }
}
