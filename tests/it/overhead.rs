//! What a run allocates where nothing is to repair. The times are in `benches/overhead.rs`.

use std::{future::Future, pin::pin, task::Waker};

use repair::{WithRepair, prelude::*};

#[derive(Clone)]
struct Length {
    text: String,
}

#[repairable(input = "text")]
impl Op for Length {
    type Output = usize;

    async fn run(&self, _: &Context) -> Result<usize, OpError> {
        match self.text.len() {
            0 => None.or_repair("Write a text that is not empty."),
            length => Ok(length),
        }
    }
}

/// Counts inside a run, for there alone is a `Context`: bare, wrapped, by a runtime.
struct Count;

impl Op for Count {
    type Output = [u64; 3];

    async fn run(&self, cx: &Context) -> Result<[u64; 3], OpError> {
        let op = Length { text: "four".to_owned() };
        let wrapped = WithRepair(op.clone());
        let copy = op.clone();
        Ok([allocations(op.run(cx)), allocations(wrapped.run(cx)), allocations(cx.runtime().run(copy))])
    }
}

/// What a future allocates from its first poll to its drop, on this thread.
fn allocations<F: Future>(future: F) -> u64 {
    let counted = allocation_counter::measure(|| {
        let mut future = pin!(future);
        while future.as_mut().poll(&mut std::task::Context::from_waker(Waker::noop())).is_pending() {}
    });
    counted.count_total
}

#[test]
fn success_allocates_nothing_but_the_runs_context() -> Result<(), RepairError> {
    let counted = Runtime::builder().build().run_blocking(Count).into_result()?;
    assert_eq!(counted, [0, 0, 1], "bare, wrapped, by a runtime");
    Ok(())
}
