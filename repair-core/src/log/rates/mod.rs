//! How often each constraint is violated, how often a repair mends it, on which rung, and what that costs.

mod fold;
mod table;

use std::{collections::BTreeMap, iter::Sum, slice};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Entry;
use crate::{config::LadderStep, wire::Usage};

/// A call is shared in whole parts of this many: as many as can be parted by each number of fields one call asks for.
const PARTS: u64 = 840;

/// What became of each constraint, over any number of runs: which to word better, which to check earlier, which to let go.
///
/// A constraint is an op, a path and a rule. Numbers of items and keys that the data chose are `*` in its path, so there are
/// no more of them than the op has constraints. What an op says of its input counts, the given one or one it was run on; what
/// kept an answer from becoming the input does not. An error without findings names no constraint and is not counted.
///
/// Read off a [`Report`](crate::Report::rates), or off any part of a log; those of several runs add up.
///
/// ```
/// use repair_core::{Runtime, log::{MemoryLog, RepairRates}, parse, testing::ScriptedModel};
/// use std::sync::Arc;
///
/// let log = MemoryLog::new();
/// let model = ScriptedModel::new().answers(["[2]", "[4]"]);
/// let runtime = Runtime::builder().model(model).sink(Arc::new(log.clone())).build();
/// for text in ["[x]", "[y]"] {
///     parse::<Vec<u32>>(text).run_blocking(&runtime)?;
/// }
/// let rates = RepairRates::of(&log.entries());
/// let rate = rates.iter().next().unwrap();
/// assert_eq!((rate.seen, rate.repaired, rate.calls()), (2, 2, 2.0));
/// # Ok::<(), repair_core::RepairError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<RepairRate>", into = "Vec<RepairRate>")]
pub struct RepairRates(Vec<RepairRate>);

/// What became of one constraint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RepairRate {
    /// The op's type.
    pub op: String,
    /// The place, with `*` for what the data chose: `/lines/*/qty`. Empty for the whole input.
    pub path: String,
    /// The rule.
    pub rule: String,
    /// In how many runs it was violated at any time.
    pub seen: u64,
    /// In how many of them it holds in the input that was accepted in the end.
    pub repaired: u64,
    /// Which step of the ladder mended it for good; the step names a model only if that is not the run's own. What went away
    /// because an earlier candidate was put back has no step.
    pub by: BTreeMap<LadderStep, u64>,
    /// In parts of a call.
    #[serde(rename = "calls", serialize_with = "write_calls", deserialize_with = "read_calls")]
    parts: u64,
    /// Its part of the tokens of these calls, unknown as soon as one call's are.
    pub usage: Usage,
}

impl RepairRates {
    /// Of no run.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Of the runs of a log, which may be interleaved. A run that has not ended has repaired nothing.
    #[must_use]
    pub fn of(entries: &[Entry]) -> Self {
        fold::rates(entries)
    }

    /// By op, path and rule.
    pub fn iter(&self) -> slice::Iter<'_, RepairRate> {
        self.0.iter()
    }

    /// Whether no constraint was violated.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds those of other runs.
    pub fn merge(&mut self, other: Self) {
        for rate in other.0 {
            match self.0.binary_search_by(|known| known.constraint().cmp(&rate.constraint())) {
                Ok(at) => self.0[at].add(rate),
                Err(at) => self.0.insert(at, rate),
            }
        }
    }
}

impl RepairRate {
    fn new(op: &str, path: String, rule: String) -> Self {
        let usage = Usage { input_tokens: Some(0), output_tokens: Some(0) };
        Self { op: op.to_owned(), path, rule, seen: 0, repaired: 0, by: BTreeMap::new(), parts: 0, usage }
    }

    /// How many of the runs that violated it repaired it, from 0 to 1.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "a rate is read by people")]
    pub fn rate(&self) -> f64 {
        if self.seen == 0 { 0.0 } else { self.repaired as f64 / self.seen as f64 }
    }

    /// Its part of the calls that asked for it, retries included: a call that asks for three constraints is a third of one
    /// for each. A call asks for the findings it shows, at most eight.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "a cost is read by people")]
    pub fn calls(&self) -> f64 {
        self.parts as f64 / PARTS as f64
    }

    fn constraint(&self) -> (&str, &str, &str) {
        (&self.op, &self.path, &self.rule)
    }

    fn add(&mut self, other: Self) {
        self.seen = self.seen.saturating_add(other.seen);
        self.repaired = self.repaired.saturating_add(other.repaired);
        self.parts = self.parts.saturating_add(other.parts);
        self.usage = self.usage.plus(other.usage);
        for (step, times) in other.by {
            let known = self.by.entry(step).or_default();
            *known = known.saturating_add(times);
        }
    }
}

impl Extend<Self> for RepairRates {
    fn extend<I: IntoIterator<Item = Self>>(&mut self, rates: I) {
        rates.into_iter().for_each(|rates| self.merge(rates));
    }
}

impl Sum for RepairRates {
    fn sum<I: Iterator<Item = Self>>(rates: I) -> Self {
        let mut sum = Self::new();
        sum.extend(rates);
        sum
    }
}

impl<'a> IntoIterator for &'a RepairRates {
    type Item = &'a RepairRate;
    type IntoIter = slice::Iter<'a, RepairRate>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl From<Vec<RepairRate>> for RepairRates {
    fn from(rates: Vec<RepairRate>) -> Self {
        rates.into_iter().map(|rate| Self(vec![rate])).sum()
    }
}

impl From<RepairRates> for Vec<RepairRate> {
    fn from(rates: RepairRates) -> Self {
        rates.0
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, clippy::cast_precision_loss, reason = "serde passes a reference")]
fn write_calls<S: Serializer>(parts: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(*parts as f64 / PARTS as f64)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "`as` saturates")]
fn read_calls<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    f64::deserialize(deserializer).map(|calls| (calls * PARTS as f64).round() as u64)
}
