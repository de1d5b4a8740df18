//! Planners made of planners.

use super::{Attempt, CannotPlan, RepairPlanner};
use crate::Context;

/// What [`RepairPlanner::or_else`] gives: the second planner is asked where the first can't.
#[derive(Clone, Debug)]
pub struct OrElse<A, B> {
    first: A,
    second: B,
}

impl<A, B> OrElse<A, B> {
    pub(super) const fn new(first: A, second: B) -> Self {
        Self { first, second }
    }
}

impl<I: Send + Sync, O: Sync, A: RepairPlanner<I, O>, B: RepairPlanner<I, O>> RepairPlanner<I, O> for OrElse<A, B> {
    async fn plan(&self, attempts: &[Attempt<I, O>], cx: &Context) -> Result<I, CannotPlan> {
        match self.first.plan(attempts, cx).await {
            Ok(input) => Ok(input),
            Err(first) => self.second.plan(attempts, cx).await.map_err(|second| first.and(second)),
        }
    }
}

/// What [`RepairPlanner::after`] gives: a planner that waits for so many rejected attempts.
#[derive(Clone, Debug)]
pub struct After<P> {
    planner: P,
    attempts: usize,
}

impl<P> After<P> {
    pub(super) const fn new(planner: P, attempts: usize) -> Self {
        Self { planner, attempts }
    }
}

impl<I: Send + Sync, O: Sync, P: RepairPlanner<I, O>> RepairPlanner<I, O> for After<P> {
    async fn plan(&self, attempts: &[Attempt<I, O>], cx: &Context) -> Result<I, CannotPlan> {
        if attempts.len() < self.attempts {
            return Err(CannotPlan::new(format!("not before {} attempts", self.attempts)));
        }
        self.planner.plan(attempts, cx).await
    }
}
