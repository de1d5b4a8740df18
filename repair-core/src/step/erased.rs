//! The parts of a step without their types, so that a step has but two.

use std::borrow::Cow;

use super::{Attempt, CannotPlan, Materialiser, RepairPlanner, Task};
use crate::{BoxError, Context, Findings, OpError, check::Check, driver::Boxed};

pub(crate) trait DynTask<I, O>: Send + Sync {
    fn run<'a>(&'a self, input: &'a I, cx: &'a Context) -> Boxed<'a, Result<O, OpError>>;
}

impl<I: Sync, O: 'static, T: Task<I, O>> DynTask<I, O> for T {
    fn run<'a>(&'a self, input: &'a I, cx: &'a Context) -> Boxed<'a, Result<O, OpError>> {
        Box::pin(Task::run(self, input, cx))
    }
}

pub(crate) trait DynCheck<O>: Send + Sync {
    fn check<'a>(&'a self, output: &'a O, cx: &'a Context) -> Boxed<'a, Result<Findings, BoxError>>;
    fn name(&self) -> Cow<'static, str>;
    fn stops(&self) -> bool;
}

impl<O: Sync, C: Check<O>> DynCheck<O> for C {
    fn check<'a>(&'a self, output: &'a O, cx: &'a Context) -> Boxed<'a, Result<Findings, BoxError>> {
        Box::pin(Check::check(self, output, cx))
    }

    fn name(&self) -> Cow<'static, str> {
        Check::name(self)
    }

    fn stops(&self) -> bool {
        Check::stops(self)
    }
}

pub(crate) trait DynMaterialiser<O>: Send + Sync {
    fn materialise<'a>(&'a self, output: &'a O, cx: &'a Context) -> Boxed<'a, Result<(), BoxError>>;
}

impl<O: Sync, M: Materialiser<O>> DynMaterialiser<O> for M {
    fn materialise<'a>(&'a self, output: &'a O, cx: &'a Context) -> Boxed<'a, Result<(), BoxError>> {
        Box::pin(Materialiser::materialise(self, output, cx))
    }
}

pub(crate) trait DynPlanner<I, O>: Send + Sync {
    fn plan<'a>(&'a self, attempts: &'a [Attempt<I, O>], cx: &'a Context) -> Boxed<'a, Result<I, CannotPlan>>;
}

impl<I: Sync, O: Sync, P: RepairPlanner<I, O>> DynPlanner<I, O> for P {
    fn plan<'a>(&'a self, attempts: &'a [Attempt<I, O>], cx: &'a Context) -> Boxed<'a, Result<I, CannotPlan>> {
        Box::pin(RepairPlanner::plan(self, attempts, cx))
    }
}
