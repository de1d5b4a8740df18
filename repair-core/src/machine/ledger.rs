//! A budget of calls shared by nested ops. Attempts are counted by each machine for itself.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::wire::Usage;

/// What a run and the runs nested in it have spent, and what they may spend.
///
/// ```
/// use repair_core::machine::Ledger;
///
/// let mut ledger = Ledger::new(1);
/// assert!(ledger.reserve().is_ok());
/// assert_eq!(ledger.reserve().unwrap_err().to_string(), "1 of 1 calls are spent");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    max_calls: u32,
    calls: u32,
    usage: Usage,
}

/// A call the ledger has no budget for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Denial {
    /// Calls spent.
    pub spent: u32,
    /// Calls allowed.
    pub limit: u32,
}

impl Ledger {
    /// A ledger for so many calls.
    #[must_use]
    pub const fn new(max_calls: u32) -> Self {
        Self { max_calls, calls: 0, usage: Usage { input_tokens: Some(0), output_tokens: Some(0) } }
    }

    /// Debits a call before it is made. It stays debited whatever becomes of it.
    ///
    /// # Errors
    ///
    /// A [`Denial`] if there is no budget left.
    pub fn reserve(&mut self) -> Result<(), Denial> {
        if self.calls >= self.max_calls {
            return Err(Denial { spent: self.calls, limit: self.max_calls });
        }
        self.calls += 1;
        Ok(())
    }

    /// Adds what an answered call used.
    pub fn settle(&mut self, usage: Usage) {
        self.usage = self.usage.plus(usage);
    }

    /// Calls debited.
    #[must_use]
    pub const fn calls(&self) -> u32 {
        self.calls
    }

    /// Tokens used; unknown as soon as one call's are.
    #[must_use]
    pub const fn usage(&self) -> Usage {
        self.usage
    }
}

impl fmt::Display for Denial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} calls are spent", self.spent, self.limit)
    }
}

impl std::error::Error for Denial {}
