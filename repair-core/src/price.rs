//! What models cost: amounts of money, prices per token, and the prices known to this version.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::wire::Usage;

/// When the built-in prices were looked up.
pub const PRICES_AS_OF: &str = "2026-03-21";

/// An amount of US dollars, in millionths.
///
/// ```
/// use repair_core::price::Usd;
///
/// let limit = Usd::dollars(0.05);
/// assert_eq!((limit.micros(), limit.to_string()), (50_000, "$0.050000".to_owned()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Usd(u64);

impl Usd {
    /// So many millionths of a dollar.
    #[must_use]
    pub const fn of_micros(micros: u64) -> Self {
        Self(micros)
    }

    /// So many dollars, rounded to a millionth; less than nothing is nothing.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast from a float saturates")]
    pub fn dollars(dollars: f64) -> Self {
        Self((dollars * 1e6).round() as u64)
    }

    /// In millionths of a dollar.
    #[must_use]
    pub const fn micros(self) -> u64 {
        self.0
    }

    pub(crate) const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    pub(crate) const fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl fmt::Display for Usd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}.{:06}", self.0 / 1_000_000, self.0 % 1_000_000)
    }
}

/// What a model costs.
///
/// ```
/// use repair_core::price::{Price, Usd};
///
/// let price = Price::per_million(Usd::dollars(3.0), Usd::dollars(15.0));
/// assert_eq!(price.of(1000, 100), Usd::dollars(0.0045));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Price {
    input: Usd,
    output: Usd,
}

impl Price {
    /// The price of a million tokens read, and of a million written.
    #[must_use]
    pub const fn per_million(input: Usd, output: Usd) -> Self {
        Self { input, output }
    }

    /// What so many tokens cost, rounded up to a millionth of a dollar.
    #[must_use]
    pub fn of(&self, input_tokens: u64, output_tokens: u64) -> Usd {
        let of = |tokens: u64, price: Usd| u128::from(tokens) * u128::from(price.0);
        let micros = (of(input_tokens, self.input) + of(output_tokens, self.output)).div_ceil(1_000_000);
        Usd(u64::try_from(micros).unwrap_or(u64::MAX))
    }

    /// What a call cost; `None` where the provider did not say how many tokens it took.
    #[must_use]
    pub fn of_usage(&self, usage: Usage) -> Option<Usd> {
        Some(self.of(usage.input_tokens?, usage.output_tokens?))
    }
}

/// Provider, model, and the price in cents of a million tokens read and written. Discounts for batches and caches are left
/// out, so a budget errs on the dear side.
const KNOWN: [(&str, &str, u64, u64); 17] = [
    ("anthropic", "claude-opus-4-6", 500, 2500),
    ("anthropic", "claude-opus-4-5", 500, 2500),
    ("anthropic", "claude-opus-4-1", 1500, 7500),
    ("anthropic", "claude-sonnet-4-6", 300, 1500),
    ("anthropic", "claude-sonnet-4-5", 300, 1500),
    ("anthropic", "claude-haiku-4-5", 100, 500),
    ("openai", "gpt-5.4", 250, 1500),
    ("openai", "gpt-5.1", 125, 1000),
    ("openai", "gpt-5", 125, 1000),
    ("openai", "gpt-5-mini", 25, 200),
    ("openai", "gpt-5-nano", 5, 40),
    ("openai", "gpt-4.1", 200, 800),
    ("openai", "gpt-4.1-mini", 40, 160),
    ("openai", "gpt-4.1-nano", 10, 40),
    ("openai", "gpt-4o", 250, 1000),
    ("openai", "gpt-4o-mini", 15, 60),
    ("openai", "o3", 200, 800),
];

/// The price of a model as of [`PRICES_AS_OF`], from its providers' public lists; a dated name (`gpt-4o-2024-08-06`) has the
/// price of the name without. Add others with [`RuntimeBuilder::price`](crate::RuntimeBuilder::price).
#[must_use]
pub fn known(provider: &str, model: &str) -> Option<Price> {
    let is = |name: &str| {
        let date = model.strip_prefix(name);
        date.is_some_and(|date| date.is_empty() || date.strip_prefix('-').is_some_and(is_date))
    };
    let &(.., input, output) = KNOWN.iter().find(|(of, name, ..)| *of == provider && is(name))?;
    Some(Price::per_million(Usd(input * 10_000), Usd(output * 10_000)))
}

fn is_date(text: &str) -> bool {
    text.len() >= 8 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}
