//! Strict crates: the expansions set off no lint.
#![deny(warnings, missing_docs, unused_qualifications, unused_results, elided_lifetimes_in_paths, unreachable_pub)]
#![deny(single_use_lifetimes, missing_debug_implementations, trivial_casts, let_underscore_drop)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery, clippy::absolute_paths, clippy::allow_attributes)]
#![deny(clippy::indexing_slicing, clippy::missing_inline_in_public_items, clippy::impl_trait_in_params)]
#![deny(clippy::missing_docs_in_private_items, clippy::same_name_method, clippy::unwrap_used, clippy::unreachable)]

use std::{fmt, num::ParseIntError, str::FromStr};

use repair::{Context, Finding, Findings, Op, OpError, Raw, RepairableInput, at, repairable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Text, and deprecated.
#[derive(RepairableInput)]
#[deprecated = "for the lint"]
#[expect(dead_code, reason = "only its expansion is looked at")]
struct Note {
    /// The text.
    #[deprecated = "for the lint"]
    text: String,
}

/// A tree with fields of every kind.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, RepairableInput)]
#[repair(xml)]
#[expect(dead_code, reason = "only its expansion is looked at")]
struct Ticket<T> {
    /// Frozen.
    #[repair(frozen)]
    id: u32,
    /// Secret.
    #[repair(secret)]
    token: String,
    /// The rest.
    rest: T,
}

/// Read by `FromStr`.
#[derive(Clone, Debug, RepairableInput)]
#[repair(from_str)]
struct Number(u32);

impl FromStr for Number {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Read by a function.
#[derive(Clone, Debug, RepairableInput)]
#[repair(with = "Word::read", show = Word::written)]
struct Word(String);

impl Word {
    /// Reads it.
    fn read(text: &str) -> Result<Self, Findings> {
        let findings = if text.is_empty() { Finding::whole().into() } else { Findings::new() };
        findings.none_or(Self(text.to_owned()))
    }

    /// Shows it.
    fn written(&self) -> &str {
        &self.0
    }
}

/// Checked by a function.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, RepairableInput, garde::Validate)]
#[repair(garde, check = "Line::rules")]
struct Line {
    /// The number.
    #[garde(skip)]
    quantity: u32,
}

impl Line {
    /// Its rules.
    fn rules(&self) -> Findings {
        if self.quantity == 0 { Finding::at(at!(Self, quantity)).into() } else { Findings::new() }
    }
}

/// An op with every option.
#[derive(Clone, Debug)]
struct Total {
    /// What is repaired.
    raw: Raw<Vec<u32>>,
}

#[repairable(
    input = "raw",
    max_attempts = 2,
    prompt_prefix = "a",
    prompt_suffix = "b",
    provider = "c",
    model = "d",
    max_tokens = 512,
    stall = "stop"
)]
impl Op for Total {
    type Output = u32;

    async fn run(&self, _: &Context) -> Result<u32, OpError> {
        Ok(self.raw.parse()?.iter().sum())
    }
}

/// An op without options.
#[derive(Clone, Debug)]
struct Sum(Raw<Vec<u32>>);

#[repairable(input = "0")]
impl Op for Sum {
    type Output = u32;

    async fn run(&self, _: &Context) -> Result<u32, OpError> {
        Ok(self.0.parse()?.iter().sum())
    }
}

#[test]
fn the_types_are_of_use() {
    assert!(matches!(Number::unmarshal_repair("1"), Ok(Number(1))));
    assert!(Word::unmarshal_repair("1").is_ok_and(|word| word.written() == "1"));
    assert!(Line { quantity: 1 }.check().is_empty());
    let _ops = (Total { raw: Raw::new("[]") }, Sum(Raw::new("[]")));
}
