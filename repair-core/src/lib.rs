//! The machine, the driver and the formats behind the crate `repair`. Use that crate: this one has no stable API of its own.

pub mod cancel;
pub mod check;
pub mod clock;
pub mod config;
mod context;
mod driver;
mod error;
mod escape;
mod fence;
pub mod finding;
mod format;
mod input;
pub mod llm;
pub mod log;
pub mod machine;
pub mod mend;
pub mod model;
mod op;
mod outcome;
mod parse;
pub mod price;
#[doc(hidden)]
pub mod private;
mod run_options;
mod runtime;
mod status;
pub mod step;
pub mod testing;
pub mod wire;
mod with_repair;

pub use cancel::CancelToken;
pub use config::{RepairConfig, Stall};
pub use context::{AttemptId, Context};
pub use error::{BoxError, OpError, OrRepair, Repairable};
pub use finding::{Finding, Findings};
pub use format::span;
pub use input::{Format, InputField, Json, Raw, RepairableInput, Shape, ShowError, check};
pub use log::report::Report;
pub use op::Op;
pub use outcome::{Outcome, RepairError};
pub use parse::{Parse, ParseValue, parse, parse_value};
pub use run_options::RunOptions;
pub use runtime::{Runtime, RuntimeBuilder, RuntimeError, is_enabled, set_enabled};
pub use status::Status;
pub use with_repair::WithRepair;

/// The crate whose `JsonSchema` inputs derive.
pub use schemars;
