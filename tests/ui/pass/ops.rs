//! An op and its input, from a crate that shadows what expansions use and denies what it can.
#![deny(warnings, missing_docs)]
#![no_implicit_prelude]

extern crate repair;
extern crate serde;

use ::std::clone::Clone;

/// Names that expansions use must be found by path.
#[allow(dead_code)]
mod shadows {
    /// Shadows the prelude's.
    pub struct Option;
    /// Shadows the prelude's.
    pub struct Result;
    /// Shadows the prelude's.
    pub struct String;
}

#[allow(unused_imports)]
use shadows::{Option, Result, String};

// schemars itself needs the prelude.
#[derive(Clone, serde::Serialize, serde::Deserialize, repair::RepairableInput)]
#[repair(schema = false)]
struct Ticket {
    #[repair(frozen)]
    id: u32,
    #[repair(secret)]
    token: ::std::string::String,
    #[serde(skip)]
    seen: bool,
}

#[derive(Clone, repair::RepairableInput)]
struct Note {
    text: ::std::string::String,
}

#[derive(Clone)]
struct Parse<T> {
    raw: repair::Raw<T>,
    note: Note,
}

#[repair::repairable(
    input = "raw",
    max_attempts = 2,
    stall = "stop",
    ladder = ["mend", "patch", "whole@anthropic/claude-opus-4-6"],
    drift = "reject",
    grounding = "flag",
    mode = "repair",
    on_exhausted = "fail"
)]
impl<T: repair::RepairableInput + Clone> repair::Op for Parse<T> {
    type Output = T;

    async fn run(&self, _: &repair::Context) -> ::core::result::Result<T, repair::OpError> {
        let _ = &self.note.text;
        self.raw.parse().map_err(::core::convert::Into::into)
    }
}

fn main() {
    let raw = repair::Raw::<Ticket>::new(r#"{"id": 1, "token": "a"}"#);
    let note = Note { text: ::std::string::String::new() };
    let runtime = repair::Runtime::builder().build();
    let ticket = runtime.run_blocking(Parse { raw, note }).into_result();
    ::std::assert!(ticket.is_ok_and(|ticket| ticket.id == 1 && ticket.token == "a" && !ticket.seen));
}
