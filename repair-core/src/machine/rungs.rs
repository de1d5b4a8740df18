//! The ways to obtain a new input, and their order.

use serde::{Deserialize, Serialize};

/// One way to obtain a new input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Rung {
    /// Fix it without a model.
    Mend,
    /// Ask a model for the entire value.
    Whole,
}

/// Where a run stands on its ladder. No progress moves it on; it never goes back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Ladder {
    rungs: Vec<Rung>,
    at: usize,
}

impl Default for Ladder {
    /// The whole value; and once more, looked at another way.
    fn default() -> Self {
        Self { rungs: vec![Rung::Whole, Rung::Whole], at: 0 }
    }
}

impl Ladder {
    pub(super) fn rung(&self) -> Rung {
        self.rungs.get(self.at).copied().unwrap_or(Rung::Whole)
    }

    /// How often the present rung stands lower on the ladder.
    pub(super) fn view(&self) -> u32 {
        let here = self.rung();
        let before = self.rungs.iter().take(self.at).filter(|&&rung| rung == here).count();
        u32::try_from(before).unwrap_or(u32::MAX)
    }

    /// Goes to the next rung, if there is one.
    pub(super) fn advance(&mut self) -> bool {
        let next = self.at + 1 < self.rungs.len();
        self.at += usize::from(next);
        next
    }
}
