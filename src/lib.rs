//! Runs an op; if the op says precisely what is wrong with its input, obtains a corrected input and runs it again.
//!
//! Mark the op and name the field to repair. A field of type [`Raw<T>`](Raw) is text that should become a `T`:
//!
//! ```
//! use repair::{prelude::*, testing::ScriptedModel};
//!
//! #[derive(Clone)]
//! struct Total {
//!     raw: Raw<Vec<u32>>,
//! }
//!
//! #[repairable(input = "raw", max_attempts = 2)]
//! impl Op for Total {
//!     type Output = u32;
//!
//!     async fn run(&self, _: &Context) -> Result<u32, OpError> {
//!         Ok(self.raw.parse()?.iter().sum())
//!     }
//! }
//!
//! # fn main() -> Result<(), RepairError> {
//! let runtime = Runtime::builder().model(ScriptedModel::new().answer("[1, 2]")).build();
//! let outcome = runtime.run_blocking(Total { raw: Raw::new("[1, two]") });
//! assert_eq!(outcome.status(), Status::Repaired);
//! assert_eq!(outcome.into_result()?, 3);
//! # Ok(())
//! # }
//! ```
//!
//! [`parse`] does the same without an op: `repair::parse::<Vec<u32>>(text).run(&runtime).await?`.
//!
//! # What asks for a repair
//!
//! An error that `?` meets in [`Op::run`] is fatal and comes back as it was. Only these ask for a repair:
//!
//! - [`Raw::parse`], with what keeps the text from being the type;
//! - a [`Finding`] or [`Findings`]: where, which rule, what was expected, what is there;
//! - [`or_repair`](OrRepair::or_repair) on a `Result` or an `Option`, with a prompt of the op's own;
//! - a [`Repairable`], for findings together with a prompt, a cause or the source of the truth.
//!
//! ```
//! use repair::prelude::*;
//!
//! fn route(priority: &str, contact: Option<&str>) -> Result<(), Findings> {
//!     let mut findings = Findings::new();
//!     if priority == "urgent" && contact.is_none() {
//!         findings.push(Finding::at("/escalation_contact").rule("required").expected("an e-mail address"));
//!     }
//!     findings.none_or(())
//! }
//! assert_eq!(route("urgent", None).unwrap_err().len(), 1);
//! ```
//!
//! # What comes back
//!
//! Every entry point gives an [`Outcome`]: the result, and a [`Report`] of each run, attempt and call. A run that failed gives
//! a [`RepairError`] whose [`code`](Status::code) is stable and which keeps the op's own error. How often is tried, whom is
//! asked and for how long is [`RepairConfig`]; what one run may be told is [`RunOptions`].
//!
//! # Models
//!
//! [`Runtime::from_env`] takes those the environment has credentials for, if the features `anthropic` and `openai` are on;
//! [`model::LanguageModel`] is the trait for others; [`testing::ScriptedModel`] needs neither network nor key.
//!
//! # Features
//!
//! - `derive` (default): the macros [`repairable`] and [`RepairableInput`](derive@RepairableInput).
//! - `json` (default), `xml`, `yaml`, `toml`: the formats of inputs.
//! - `sql`: the check of generated SQL, on SQLite itself or by a grammar and a catalogue.
//! - `anthropic`, `openai`: clients for the providers. Without them there is no HTTP stack.

pub use repair_core::{
    BoxError, CancelToken, Context, Finding, Findings, Format, InputField, Json, Op, OpError, OrRepair, Outcome, Parse, Raw,
    RepairConfig, RepairError, Repairable, RepairableInput, Report, RunOptions, Runtime, RuntimeBuilder, RuntimeError, Shape,
    ShowError, Stall, Status, WithRepair, cancel, check, clock, config, finding, is_enabled, log, machine, mend, model, parse,
    schemars, set_enabled, span, testing, wire,
};
#[cfg(feature = "derive")]
pub use repair_derive::{RepairableInput, repairable};

#[doc(hidden)]
pub use repair_core::private as __private;

/// What most programs import.
pub mod prelude {
    #[cfg(feature = "derive")]
    pub use crate::repairable;
    pub use crate::{
        Context, Finding, Findings, Json, Op, OpError, OrRepair, Outcome, Raw, RepairError, Repairable, RepairableInput, Runtime,
        Status,
    };
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
