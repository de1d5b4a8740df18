//! How often a task is run, and how long is waited in between.

use std::time::Duration;

/// How often a step's task may run.
///
/// # Default
///
/// 3 runs, without a wait, given up early only if an input comes back.
///
/// ```
/// use repair_core::step::RetryPolicy;
/// use std::time::Duration;
///
/// let policy = RetryPolicy::new(4).backoff(Duration::from_millis(200));
/// assert_eq!(policy.runs(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct RetryPolicy {
    pub(crate) runs: u32,
    pub(crate) backoff: Option<Duration>,
    pub(crate) stops_on_same_findings: bool,
}

impl RetryPolicy {
    /// So many runs of the task, the first one included: `3` are two repairs. `0` is an error when the step is built.
    pub const fn new(runs: u32) -> Self {
        Self { runs, backoff: None, stops_on_same_findings: false }
    }

    /// A wait before each plan: this long before the first, twice as long before each further one, a minute at most, less up
    /// to a quarter at random.
    pub const fn backoff(mut self, first: Duration) -> Self {
        self.backoff = Some(first);
        self
    }

    /// Gives up as `not_converging` as soon as the same findings come back, by path and rule, and does not wait for the same
    /// input. For checks whose findings say how far off the output is; a single finding `too few` is the same until it is gone.
    pub const fn stop_on_same_findings(mut self) -> Self {
        self.stops_on_same_findings = true;
        self
    }

    /// How often the task may run.
    #[must_use]
    pub const fn runs(&self) -> u32 {
        self.runs
    }
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self::new(3)
    }
}
