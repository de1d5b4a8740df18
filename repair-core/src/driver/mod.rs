//! Performs what the machine wants done: the only code that awaits.

mod attend;
mod blocking;
mod budget;
mod calls;
mod drive;
mod plan;
mod recorder;
pub(crate) mod scrub;
mod step;
mod subject;

use std::any::type_name;

pub(crate) use blocking::block_on;
pub(crate) use step::run_step;
pub(crate) use subject::Boxed;
use subject::OpSubject;

use crate::{
    Context, Op, Outcome, RepairError, Report, Status,
    driver::drive::{Drive, Ending},
    outcome::Errors,
};

/// Runs an op and, if it asks for it, repairs its input. A run that succeeds at once costs nothing but the op.
pub(crate) async fn supervise<O: Op>(op: &O, cx: &Context) -> Outcome<O::Output> {
    let name = type_name::<O>();
    if cx.is_cancelled() {
        return ended(name, cx, Status::Cancelled, Errors::default());
    }
    if !cx.runtime().sinks().is_empty() {
        return Box::pin(repair(op, cx, None, true)).await;
    }
    match op.run(cx).await {
        Ok(_) if cx.is_cancelled() => ended(name, cx, Status::Cancelled, Errors::default()),
        Ok(output) => match op.commit(&output, cx).await {
            Ok(()) => Outcome { result: Ok(output), report: Report::unlogged(name, Status::Clean, cx.take_nested()) },
            Err(error) => ended(name, cx, Status::CommitFailed, Errors { commit: Some(error), ..Errors::default() }),
        },
        Err(error) if error.is_repairable() => Box::pin(repair(op, cx, Some(error), true)).await,
        Err(error) => ended(name, cx, Status::NotRepairable, Errors { last: Some(error), ..Errors::default() }),
    }
}

/// The loop, from the beginning or from the repairable error of a first run.
pub(crate) async fn repair<O: Op>(op: &O, cx: &Context, first: Option<crate::OpError>, commit: bool) -> Outcome<O::Output> {
    let mut subject = OpSubject::new(op);
    let Ending { status, entries, errors } = Drive::new(&mut subject, cx, commit).run(first).await;
    let report = Report::of(type_name::<O>(), status, entries, cx.take_nested());
    match subject.into_output() {
        Some(output) if status.is_success() => Outcome { result: Ok(output), report },
        _ => Outcome { result: Err(RepairError::new(report.clone(), errors)), report },
    }
}

/// A random number from 0 to 1: 53 bits of it.
#[allow(clippy::cast_precision_loss, reason = "53 bits fit")]
fn jitter(cx: &Context) -> f64 {
    (cx.runtime().clock().random() >> 11) as f64 / (1_u64 << 53) as f64
}

fn ended<T>(op: &'static str, cx: &Context, status: Status, errors: Errors) -> Outcome<T> {
    let report = Report::unlogged(op, status, cx.take_nested());
    Outcome { result: Err(RepairError::new(report.clone(), errors)), report }
}
