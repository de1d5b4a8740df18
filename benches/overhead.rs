//! What `repair` costs where there is nothing to repair: an op of about 1 µs, run bare, wrapped and by a runtime.
//!
//! ```text
//! cargo bench --bench overhead
//! ```
//!
//! The three are timed in turn, round by round, so that a slow moment of the machine hits all of them; what is compared are
//! the medians of one run. Allocations are counted on the measuring thread; the copy of the op that a runtime takes by value
//! is made beforehand.

use std::{
    future::Future,
    hint::black_box,
    pin::pin,
    task::{Poll, Waker},
    time::Instant,
};

use repair::{WithRepair, prelude::*};

/// Rounds, each of which times every candidate once.
const ROUNDS: usize = 501;
/// Runs a timing: about a millisecond.
const RUNS: u32 = 1000;

/// Sums numbers in a text: no allocation of its own that would hide one of ours.
#[derive(Clone)]
struct Sum {
    text: String,
}

#[repairable(input = "text")]
impl Op for Sum {
    type Output = u64;

    async fn run(&self, _: &Context) -> Result<u64, OpError> {
        sum(&self.text)
    }
}

// One copy of the work for all candidates, else they differ by its alignment.
#[inline(never)]
fn sum(text: &str) -> Result<u64, OpError> {
    let mut sum = 0;
    for number in text.split(' ') {
        sum += number.parse::<u64>().or_repair("Write whole numbers, separated by blanks.")?;
    }
    Ok(sum)
}

/// The op that measures: only inside a run there is a `Context`.
struct Overhead;

struct Figures {
    bare_ns: f64,
    wrapped_ns: f64,
    runtime_ns: f64,
    bare_allocations: u64,
    wrapped_allocations: u64,
    runtime_allocations: u64,
}

impl Op for Overhead {
    type Output = Figures;

    async fn run(&self, cx: &Context) -> Result<Figures, OpError> {
        let numbers: Vec<String> = (0..165).map(|n: u32| (n * 7919 % 1000).to_string()).collect();
        let op = Sum { text: numbers.join(" ") };
        let wrapped = WithRepair(op.clone());
        let bare = || ready(black_box(&op).run(cx));
        let wrapped = || ready(black_box(&wrapped).run(cx));
        let by_runtime = |op: Sum| ready(cx.runtime().run(op));

        let mut times = [const { Vec::new() }; 3];
        for _ in 0..ROUNDS {
            times[0].push(nanoseconds(0..RUNS, |_| bare()));
            times[1].push(nanoseconds(0..RUNS, |_| wrapped()));
            let copies: Vec<Sum> = (0..RUNS).map(|_| op.clone()).collect();
            times[2].push(nanoseconds(copies, by_runtime));
        }
        let [bare_ns, wrapped_ns, runtime_ns] = times.map(median);
        let copy = op.clone();
        Ok(Figures {
            bare_ns,
            wrapped_ns,
            runtime_ns,
            bare_allocations: allocations(bare),
            wrapped_allocations: allocations(wrapped),
            runtime_allocations: allocations(|| by_runtime(copy)),
        })
    }
}

/// The mean time of one run.
fn nanoseconds<I, T>(inputs: impl IntoIterator<Item = I>, mut run: impl FnMut(I) -> T) -> f64 {
    let started = Instant::now();
    for input in inputs {
        black_box(run(input));
    }
    started.elapsed().as_secs_f64() * 1e9 / f64::from(RUNS)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn allocations<T>(run: impl FnOnce() -> T) -> u64 {
    allocation_counter::measure(|| drop(black_box(run()))).count_total
}

/// The output of a future that waits for nothing.
fn ready<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut std::task::Context::from_waker(Waker::noop())) {
            return output;
        }
    }
}

fn main() -> Result<(), RepairError> {
    let figures = Runtime::builder().build().run_blocking(Overhead).into_result()?;
    let Figures { bare_ns, wrapped_ns, runtime_ns, bare_allocations, .. } = figures;
    println!("bare {bare_ns:.0} ns, wrapped {wrapped_ns:.0} ns, by a runtime {runtime_ns:.0} ns");
    println!(
        "bench overhead time_ratio={:.2} extra_allocations={} runtime_run_extra_allocations={}",
        wrapped_ns / bare_ns,
        figures.wrapped_allocations - bare_allocations,
        figures.runtime_allocations - bare_allocations,
    );
    Ok(())
}
