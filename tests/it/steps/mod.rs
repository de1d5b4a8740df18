//! Steps: a task, its checks, and a planner for when they find something.

#![allow(clippy::ptr_arg, reason = "tasks and checks take their values as they are")]

mod calls;
mod checks;
mod compose;
mod examples;
mod llm;
mod log;
mod machine;
mod planners;
mod retries;

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use repair::{Attempt, CannotPlan, Context, Finding, Findings, OpError, Runtime};

/// Counts, wherever it is cloned to.
#[derive(Clone, Debug, Default)]
pub struct Count(Arc<AtomicU32>);

impl Count {
    pub fn up(&self) -> u32 {
        self.0.fetch_add(1, Ordering::SeqCst) + 1
    }

    pub fn get(&self) -> u32 {
        self.0.load(Ordering::SeqCst)
    }
}

pub fn no_model() -> Runtime {
    Runtime::builder().build()
}

/// Ten hotels for each hundred of the limit.
pub async fn search(limit: &u32, _: &Context) -> Result<u32, OpError> {
    Ok(limit / 10)
}

/// At least thirty of them.
pub fn enough(found: &u32) -> Findings {
    match found {
        0..30 => Finding::whole().rule("too_few").expected("30 hotels").received(found.to_string()).into(),
        _ => Findings::new(),
    }
}

/// A hundred more.
pub async fn widen(attempts: &[Attempt<u32, u32>], _: &Context) -> Result<u32, CannotPlan> {
    match attempts.last() {
        Some(last) => Ok(last.input + 100),
        None => Err(CannotPlan::new("nothing was tried")),
    }
}
