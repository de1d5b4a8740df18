//! The wrapped op: an op itself.

use std::{
    future::Future,
    ops::{Deref, DerefMut},
};

use serde::{Deserialize, Serialize};

use crate::{BoxError, Context, Op, OpError, Outcome, RepairError, driver};

/// An op whose [`run`](Op::run) repairs its input where it must: the same fields (serde sees through it), the same output.
///
/// A runtime repairs an annotated op without it. It is for places that want an op and know no runtime's rules: a registry, a
/// graph, code that calls `run` itself. Its error never asks for a repair.
///
/// ```
/// use repair_core::{Context, Op, OpError, Runtime, WithRepair};
///
/// #[derive(Clone)]
/// struct Length { text: String }
/// impl Op for Length {
///     type Output = usize;
///     async fn run(&self, _: &Context) -> Result<usize, OpError> {
///         Ok(self.text.len())
///     }
/// }
/// let op = WithRepair(Length { text: "four".into() });
/// assert_eq!(op.text, "four");
/// assert_eq!(Runtime::builder().build().run_blocking(op).into_result().unwrap(), 4);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WithRepair<O>(
    /// The op.
    pub O,
);

impl<O: Op> Op for WithRepair<O> {
    type Output = O::Output;

    async fn run(&self, cx: &Context) -> Result<O::Output, OpError> {
        match self.0.run(cx).await {
            Err(error) if error.is_repairable() => {
                let inner = cx.nest();
                let outcome = Box::pin(driver::repair(&self.0, &inner, Some(error), false)).await;
                cx.keep_nested(&outcome.report);
                outcome.result.map_err(RepairError::into_op_error)
            }
            result => result,
        }
    }

    fn commit(&self, output: &O::Output, cx: &Context) -> impl Future<Output = Result<(), BoxError>> + Send {
        self.0.commit(output, cx)
    }

    fn __supervised(&self, cx: &Context) -> impl Future<Output = Outcome<O::Output>> + Send {
        self.0.__supervised(cx)
    }
}

impl<O> Deref for WithRepair<O> {
    type Target = O;
    fn deref(&self) -> &O {
        &self.0
    }
}

impl<O> DerefMut for WithRepair<O> {
    fn deref_mut(&mut self) -> &mut O {
        &mut self.0
    }
}
