//! One line of the log.

use serde::{Deserialize, Serialize};

use crate::machine::{Effect, Event};

/// One event of a run, and what the machine made of it. The events alone are enough to build the machine again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Which run, a random number.
    pub run: u64,
    /// Its place in the run, from 0.
    pub seq: u32,
    /// What happened, and when.
    #[serde(flatten)]
    pub event: Event,
    /// What is to be done about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Effect>,
}
