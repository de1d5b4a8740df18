//! What a planner gets to see.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::{Findings, wire::Usage};

/// One run of a step's task: what it was run on, what came of it, and what was found wrong with that.
///
/// A planner borrows all attempts so far; an error hands them out: [`RepairError::attempts`](crate::RepairError::attempts).
///
/// ```
/// use repair_core::step::Attempt;
///
/// /// The input whose output had the fewest faults.
/// fn best<I, O>(attempts: &[Attempt<I, O>]) -> Option<&I> {
///     attempts.iter().filter(|attempt| attempt.output.is_some()).min_by_key(|attempt| attempt.findings.len()).map(|a| &a.input)
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Attempt<I, O> {
    /// Its number, from 1.
    pub number: u32,
    /// What the task was run on.
    pub input: I,
    /// What it yielded; `None` if it failed.
    pub output: Option<O>,
    /// What was wrong, of all checks together, or what the task itself found. Empty if it was accepted.
    pub findings: Findings,
    /// The same check by check, in the order in which they were made; those that found nothing are among them, those that
    /// were not made are not.
    pub checks: Vec<Checked>,
    /// The task's error in words, where it failed.
    pub error: Option<String>,
    /// The prompt of the task's own, where its error brought one.
    pub prompt: Option<String>,
    /// The text the truth can be read from, where the task's error named one.
    pub source: Option<String>,
    /// Whether the output was accepted.
    pub accepted: bool,
    /// Tokens of the calls that went into it: its planner's, its task's and its checks'.
    pub usage: Usage,
}

impl<I, O> Attempt<I, O> {
    pub(crate) fn new(number: u32, input: I) -> Self {
        Self {
            number,
            input,
            output: None,
            findings: Findings::new(),
            checks: Vec::new(),
            error: None,
            prompt: None,
            source: None,
            accepted: false,
            usage: Usage::default(),
        }
    }
}

/// What one check said of one output.
///
/// ```
/// use repair_core::step::Checked;
///
/// fn failed(checks: &[Checked]) -> Vec<&str> {
///     checks.iter().filter(|checked| !checked.findings.is_empty()).map(|checked| &*checked.check).collect()
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Checked {
    /// The check's name.
    pub check: Cow<'static, str>,
    /// What it found.
    pub findings: Findings,
}
