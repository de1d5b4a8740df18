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
//! let outcome = runtime.run_blocking(Total { raw: Raw::new("[1, many]") });
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
//! # Steps
//!
//! A [`Step`] has its whole input replaced rather than a field of it corrected, by a planner of your own or by a model:
//!
//! ```
//! use repair::{Attempt, CannotPlan, RetryPolicy, Step, prelude::*};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let step = Step::builder(async |limit: &u32, _: &Context| Ok::<u32, OpError>(limit / 50))
//!     .validate(|found: &u32| match found {
//!         0..3 => Findings::from(Finding::whole().rule("too_few").expected("3 hotels").received(found.to_string())),
//!         _ => Findings::new(),
//!     })
//!     .repair_with(async |attempts: &[Attempt<u32, u32>], _: &Context| match attempts.last() {
//!         Some(last) => Ok(last.input * 2),
//!         None => Err(CannotPlan::new("nothing was tried")),
//!     })
//!     .retry_policy(RetryPolicy::new(3))
//!     .build()?;
//! assert_eq!(step.run_blocking(&Runtime::builder().build(), 80).into_result()?, 3);
//! # Ok(())
//! # }
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
//! - `garde`: checks of values by `garde::Validate`, for types that ask for it.
//! - `command`: checks by a tool, see [`check::Check`].
//! - `sql`: the check of generated SQL, on SQLite itself or by a grammar and a catalogue; see [`mod@check`].
//! - `anthropic`, `openai`: clients for the providers. Without them there is no HTTP stack.

pub use repair_core::step::{Attempt, CannotPlan, LlmRepairPlanner, Materialiser, RepairPlanner, RetryPolicy, Step, Task};
pub use repair_core::{
    AttemptId, BoxError, CancelToken, Context, Finding, Findings, Format, InputField, Json, Op, OpError, OrRepair, Outcome,
    Parse, ParseValue, Raw, RepairConfig, RepairError, Repairable, RepairableInput, Report, RunOptions, Runtime, RuntimeBuilder,
    RuntimeError, Shape, ShowError, Stall, Status, WithRepair, cancel, check, clock, config, finding, is_enabled, llm, log,
    machine, mend, model, parse, parse_value, price, schemars, set_enabled, span, step, testing, wire,
};
#[cfg(feature = "derive")]
pub use repair_derive::{RepairableInput, repairable};

#[cfg(feature = "derive")]
#[doc(hidden)]
pub use repair_derive::__at;

#[doc(hidden)]
pub use repair_core::private as __private;

/// The JSON Pointer of a field, for [`Finding::at`]: by the field's name in Rust, so that a field that is not there does
/// not compile, and one that is renamed is found under its new name.
///
/// ```
/// use repair::prelude::*;
/// use schemars::JsonSchema;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize, JsonSchema, RepairableInput)]
/// #[serde(rename_all = "camelCase")]
/// struct Order {
///     order_id: String,
///     customer: Option<Customer>,
///     lines: Vec<Line>,
/// }
///
/// #[derive(Serialize, Deserialize, JsonSchema, RepairableInput)]
/// struct Customer {
///     #[serde(rename = "e-mail")]
///     email: String,
///     phone: String,
/// }
///
/// #[derive(Serialize, Deserialize, JsonSchema, RepairableInput)]
/// struct Line {
///     quantity: u32,
///     unit: String,
/// }
///
/// assert_eq!(at!(Order, order_id), "/orderId");
/// assert_eq!(at!(Order, customer.email), "/customer/e-mail");
/// let n = 3;
/// let finding = Finding::at(at!(Order, lines[n].quantity)).expected("at least 1");
/// assert_eq!(finding.path, "/lines/3/quantity");
/// ```
///
/// The type derives [`RepairableInput`](derive@RepairableInput), and so do the types of the fields on the way. `Option`,
/// `Box`, `Rc`, `Arc` and [`Json`] are looked through; the items of lists (`Vec`, `VecDeque`, arrays) are named by number,
/// those of maps with a key: `labels["en"]`. Names are those that serde *reads*. A field that serde flattens stands for its
/// struct's own place, so what is in it is found beside the struct's other fields; one that serde skips has no place. The
/// fields of an enum and of a type that is not derived, or has a notation of its own, can't be named: name the field that
/// holds it. A field is as visible here as it is elsewhere.
#[cfg(feature = "derive")]
#[macro_export]
macro_rules! at {
    ($($path:tt)*) => { $crate::__at!($crate; $($path)*) };
}

/// What most programs import.
pub mod prelude {
    pub use crate::{
        Context, Finding, Findings, Json, Op, OpError, OrRepair, Outcome, Raw, RepairError, Repairable, RepairableInput, Runtime,
        Status,
    };
    #[cfg(feature = "derive")]
    pub use crate::{at, repairable};
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
