//! The ways to repair a record that are compared.

use std::{str::FromStr, time::Duration};

use repair::{
    RepairConfig, Report, Runtime,
    config::{Drift, Grounding, Ladder, LadderStep, Rung},
    parse_value,
};
use serde_json::Value;

use crate::{case::Case, naive};

/// No right value is nearly as long.
const MAX_TOKENS: u32 = 512;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// "Fix this JSON", the errors and the source; again until it is valid, as hand-written loops do.
    Naive,
    /// Rules alone, no model.
    Mend,
    /// Rules, and what the source clearly says; no model.
    Read,
    /// The whole value, guarded.
    Whole,
    /// The failing fields.
    Patch,
    /// The failing fields, from the source alone.
    Reread,
    /// The default ladder.
    Ladder,
}

/// What came of one record.
pub struct Run {
    pub value: Option<Value>,
    pub report: Report,
}

impl Strategy {
    pub const ALL: [Self; 7] = [Self::Naive, Self::Mend, Self::Read, Self::Whole, Self::Patch, Self::Reread, Self::Ladder];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Naive => "naive",
            Self::Mend => "mend",
            Self::Read => "read",
            Self::Whole => "whole",
            Self::Patch => "patch",
            Self::Reread => "reread",
            Self::Ladder => "ladder",
        }
    }

    pub async fn run(self, runtime: &Runtime, case: &Case) -> Run {
        if self == Self::Naive {
            return naive::run(runtime, case).await;
        }
        let further = case.clone();
        let outcome = parse_value(case.record.as_str(), case.schema.clone())
            .check(move |value| further.further(value))
            .source(case.source.as_str())
            .configure(move |config| self.configure(config))
            .outcome(runtime)
            .await;
        Run { value: outcome.result.ok(), report: outcome.report }
    }

    fn configure(self, config: RepairConfig) -> RepairConfig {
        let steps = |rungs: &[Rung]| rungs.iter().map(|&rung| LadderStep { rung, model: None }).collect::<Ladder>();
        let config = match self {
            Self::Mend => config.ladder(steps(&[Rung::Mend])),
            Self::Read => config.ladder(steps(&[Rung::Mend, Rung::Read])),
            Self::Whole => config.ladder(steps(&[Rung::Mend, Rung::Whole, Rung::Whole])),
            Self::Patch => config.ladder(steps(&[Rung::Mend, Rung::Patch])),
            Self::Reread => config.ladder(steps(&[Rung::Mend, Rung::Reread])),
            Self::Ladder => config,
            Self::Naive => config.drift(Drift::Off).grounding(Grounding::Off),
        };
        limited(config)
    }
}

/// The limits of all strategies alike: records are short, and a small model on a busy machine is slow.
pub fn limited(config: RepairConfig) -> RepairConfig {
    config.max_tokens(MAX_TOKENS).max_tokens_ceiling(MAX_TOKENS).call_timeout(Duration::from_secs(300))
}

impl FromStr for Strategy {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL.map(Self::name).join(", ");
        Self::ALL
            .into_iter()
            .find(|strategy| strategy.name() == name)
            .ok_or(format!("`{name}` is not a strategy; they are {known}"))
    }
}
