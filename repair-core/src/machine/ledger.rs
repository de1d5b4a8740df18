//! The budgets a run shares with the runs nested in it: calls, tokens, money. Attempts are counted by each machine for itself.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{
    price::{Price, Usd},
    wire::Usage,
};

/// What a run and the runs nested in it may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Limits {
    /// Requests, retries included.
    pub calls: u32,
    /// Tokens read and written.
    pub tokens: Option<u64>,
    /// Money. A model without a known price can then not be asked.
    pub cost: Option<Usd>,
}

/// What was spent so far. What a call took whose answer never came is not known: it counts as what was set aside for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Spent {
    /// Requests, retries included.
    pub calls: u32,
    /// Tokens read and written.
    pub tokens: u64,
    /// Money, for models whose price is known.
    pub cost: Usd,
    /// How many of the calls did not say what they took.
    pub unknown: u32,
}

/// What one call may take: set aside before it is made, settled after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reservation {
    tokens: u64,
    price: Option<Price>,
    cost: Usd,
}

/// What a run and the runs nested in it have spent, and what they may spend. Each call is reserved before it is made and
/// settled after; what it took beyond the reservation is spent all the same.
///
/// ```
/// use repair_core::machine::{Ledger, Limits};
///
/// let mut ledger = Ledger::new(Limits::calls(10).tokens(500));
/// let first = ledger.reserve("scripted", "m", 100, 100, None).unwrap();
/// ledger.settle(first, repair_core::wire::Usage { input_tokens: Some(150), output_tokens: Some(250) });
/// let denied = ledger.reserve("scripted", "m", 100, 100, None).unwrap_err();
/// assert_eq!(denied.to_string(), "400 of 500 tokens are spent, and the call may take 200");
/// assert_eq!(denied.code(), "tokens");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    limits: Limits,
    spent: Spent,
    /// Set aside for calls that are under way.
    held: (u64, Usd),
}

/// A call the ledger has no budget for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Denial {
    /// No further call.
    Calls {
        /// Calls spent.
        spent: u32,
        /// Calls allowed.
        limit: u32,
    },
    /// Not enough tokens.
    Tokens {
        /// Tokens spent or set aside.
        spent: u64,
        /// Tokens the call may take.
        wanted: u64,
        /// Tokens allowed.
        limit: u64,
    },
    /// Not enough money.
    Cost {
        /// Money spent or set aside.
        spent: Usd,
        /// What the call may cost.
        wanted: Usd,
        /// Money allowed.
        limit: Usd,
    },
    /// There is a limit on money, and nobody knows what this model costs.
    UnknownPrice {
        /// The model, as `provider/model`.
        model: String,
    },
}

impl Limits {
    /// So many calls, and as many tokens and as much money as they take.
    #[must_use]
    pub const fn calls(calls: u32) -> Self {
        Self { calls, tokens: None, cost: None }
    }

    /// At most so many tokens.
    #[must_use]
    pub const fn tokens(mut self, tokens: u64) -> Self {
        self.tokens = Some(tokens);
        self
    }

    /// At most so much money.
    #[must_use]
    pub const fn cost(mut self, cost: Usd) -> Self {
        self.cost = Some(cost);
        self
    }
}

impl Ledger {
    /// A ledger with nothing spent.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self { limits, spent: Spent { calls: 0, tokens: 0, cost: Usd::of_micros(0), unknown: 0 }, held: (0, Usd::of_micros(0)) }
    }

    /// Sets aside what a call may take. The call itself stays debited whatever becomes of it.
    ///
    /// # Errors
    ///
    /// A [`Denial`] if there is no budget left for it.
    pub fn reserve(
        &mut self,
        provider: &str,
        model: &str,
        input_tokens: u64,
        output_tokens: u64,
        price: Option<Price>,
    ) -> Result<Reservation, Denial> {
        if self.spent.calls >= self.limits.calls {
            return Err(Denial::Calls { spent: self.spent.calls, limit: self.limits.calls });
        }
        let (tokens, cost) =
            (input_tokens.saturating_add(output_tokens), price.map(|price| price.of(input_tokens, output_tokens)));
        let spent = self.spent.tokens.saturating_add(self.held.0);
        if let Some(limit) = self.limits.tokens.filter(|&limit| spent.saturating_add(tokens) > limit) {
            return Err(Denial::Tokens { spent, wanted: tokens, limit });
        }
        if let Some(limit) = self.limits.cost {
            let Some(wanted) = cost else { return Err(Denial::UnknownPrice { model: format!("{provider}/{model}") }) };
            let spent = self.spent.cost.plus(self.held.1);
            if spent.plus(wanted) > limit {
                return Err(Denial::Cost { spent, wanted, limit });
            }
        }
        let cost = cost.unwrap_or_default();
        self.spent.calls += 1;
        self.held = (self.held.0.saturating_add(tokens), self.held.1.plus(cost));
        Ok(Reservation { tokens, price, cost })
    }

    /// Replaces a reservation by what the call took, or keeps it where that is not known.
    pub fn settle(&mut self, reserved: Reservation, usage: Usage) {
        self.held = (self.held.0.saturating_sub(reserved.tokens), self.held.1.minus(reserved.cost));
        let (tokens, cost) = match usage.input_tokens.zip(usage.output_tokens) {
            Some((input, output)) => {
                (input.saturating_add(output), reserved.price.map_or(Usd::default(), |price| price.of(input, output)))
            }
            None => {
                self.spent.unknown += 1;
                (reserved.tokens, reserved.cost)
            }
        };
        self.spent.tokens = self.spent.tokens.saturating_add(tokens);
        self.spent.cost = self.spent.cost.plus(cost);
    }

    /// What was spent, what is set aside left out.
    #[must_use]
    pub const fn spent(&self) -> Spent {
        self.spent
    }

    /// What may be spent.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        self.limits
    }
}

impl Denial {
    /// A stable word to branch on.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Calls { .. } => "calls",
            Self::Tokens { .. } => "tokens",
            Self::Cost { .. } => "cost",
            Self::UnknownPrice { .. } => "unknown_price",
        }
    }
}

impl fmt::Display for Denial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Calls { spent, limit } => write!(f, "{spent} of {limit} calls are spent"),
            Self::Tokens { spent, wanted, limit } => {
                write!(f, "{spent} of {limit} tokens are spent, and the call may take {wanted}")
            }
            Self::Cost { spent, wanted, limit } => write!(f, "{spent} of {limit} are spent, and the call may cost {wanted}"),
            Self::UnknownPrice { model } => {
                write!(f, "the cost is limited and the price of {model} is not known: name it with `RuntimeBuilder::price`")
            }
        }
    }
}

impl std::error::Error for Denial {}
