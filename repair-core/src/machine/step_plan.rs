//! A step's rules: how often its task may run, and when its planner is asked.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{CallId, CandidateId, Effect, asks::Ask, state::Run, step::Go};
use crate::{Findings, Stall, Status, config::Mode};

/// The longest wait before a plan.
const LONGEST_BACKOFF: Duration = Duration::from_secs(60);

/// What the machine knows of a step. Its input and its output it does not know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StepSetup {
    /// How often its task may run.
    pub runs: u32,
    /// Whether there is a planner, and repairs are on.
    pub plans: bool,
    /// The wait before the first plan; each further one doubles it, up to a minute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backoff: Option<Duration>,
    /// Whether it gives up when findings come back, and not only when an input does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stops_on_same_findings: bool,
    /// The fingerprint of the input it was given, if it takes one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<u64>,
    /// The input it was given, if it writes it down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<serde_json::Value>,
}

impl StepSetup {
    /// A task that may run so often.
    #[must_use]
    pub const fn new(runs: u32, plans: bool) -> Self {
        Self { runs, plans, backoff: None, stops_on_same_findings: false, fingerprint: None, value: None }
    }
}

/// What the machine remembers of a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct StepRun {
    setup: StepSetup,
    /// Runs of the task that were rejected.
    rejected: u32,
    /// Calls of the step's own that are under way.
    pub(super) asks: Vec<Ask>,
}

impl Run {
    pub(super) fn begin_step(&mut self, setup: &StepSetup) -> StepRun {
        if let Some(print) = setup.fingerprint {
            self.seen.repeats_print(print);
        }
        StepRun { setup: StepSetup { value: None, ..setup.clone() }, rejected: 0, asks: Vec::new() }
    }

    /// The task asked for another input, or its output did not pass the checks.
    pub(super) fn rejected(&mut self, findings: &Findings, at: Duration) -> Go {
        self.repair_began.get_or_insert(at);
        let repeated = self.seen.repeats_set(findings);
        let Some(step) = &mut self.step else { return Go::Finish(Status::NotRepairable) };
        step.rejected += 1;
        let (n, setup) = (step.rejected, &step.setup);
        if !setup.plans || self.config.mode == Mode::Observe {
            return Go::Finish(Status::NotRepairable);
        }
        if n >= setup.runs {
            return Go::Finish(Status::Exhausted);
        }
        if repeated && setup.stops_on_same_findings {
            return Go::Finish(Status::NotConverging);
        }
        let after = setup.backoff.map_or(Duration::ZERO, |base| wait(base, n, self.nonce));
        let left = self.remaining(at);
        if left.is_some_and(|left| left <= after) {
            return Go::Finish(Status::DeadlineExceeded);
        }
        self.candidates += 1;
        let timeout = left.map(|left| left.saturating_sub(after));
        Go::Plan(Box::new(Effect::Plan { n, candidate: CandidateId(self.candidates), after, timeout }))
    }

    pub(super) fn planned(&mut self, candidate: CandidateId, fingerprint: Option<u64>, at: Duration) -> Go {
        self.candidate = candidate;
        let came_back = fingerprint.is_some_and(|print| self.seen.repeats_print(print));
        if came_back && self.config.stall != Stall::Ignore {
            return Go::Finish(Status::NotConverging);
        }
        if self.past_deadline(at) {
            return Go::Finish(Status::DeadlineExceeded);
        }
        Go::Run { candidate, relaxed: false }
    }

    pub(super) fn cannot_plan(&self, status: Status, at: Duration) -> Go {
        if self.past_deadline(at) {
            return Go::Finish(Status::DeadlineExceeded);
        }
        let by_a_model = matches!(status, Status::ModelFailed | Status::Refused | Status::Truncated);
        Go::Finish(if by_a_model { status } else { Status::CannotPlan })
    }

    pub(super) fn asks_mut(&mut self) -> Option<&mut Vec<Ask>> {
        self.step.as_mut().map(|step| &mut step.asks)
    }

    /// Calls that nobody waits for any more.
    pub(super) fn give_up_asks(&mut self) -> Vec<Effect> {
        let asks = self.asks_mut().map(std::mem::take).unwrap_or_default();
        asks.into_iter().map(|Ask { call, .. }: Ask| Effect::Cancel { call }).collect()
    }

    pub(super) fn next_call(&mut self) -> CallId {
        self.calls += 1;
        CallId(self.calls)
    }
}

/// `base · 2ⁿ⁻¹`, at most a minute, less up to a quarter of it. The log's own random number is the jitter: a replay waits as
/// long.
fn wait(base: Duration, n: u32, nonce: u64) -> Duration {
    let doubled = 1_u32.checked_shl(n - 1).and_then(|times| base.checked_mul(times));
    let mixed = (nonce ^ u64::from(n)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56;
    let longest = doubled.unwrap_or(LONGEST_BACKOFF).min(LONGEST_BACKOFF);
    longest - longest / 1024 * u32::try_from(mixed).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_a_minute_and_are_the_same_in_a_replay() {
        let base = Duration::from_secs(2);
        let waits: Vec<Duration> = (1..=40).map(|n| wait(base, n, 7)).collect();
        for (n, waited) in waits.iter().enumerate() {
            let whole = base.saturating_mul(1 << n.min(20)).min(LONGEST_BACKOFF);
            assert!(*waited <= whole && *waited >= whole.mul_f64(0.74), "{n}: {waited:?} of {whole:?}");
        }
        assert_eq!(wait(base, 3, 7), waits[2]);
        assert_eq!(wait(Duration::ZERO, 3, 7), Duration::ZERO);
    }
}
