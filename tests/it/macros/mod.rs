//! What the macros' expansions do.

mod checks;
mod config;
mod custom;
mod generic;
mod kept;
mod kept_xml;
mod lints;
mod names;
mod op;
mod paths;
mod text;
mod trees;

use repair::{Findings, InputField, RepairableInput};

/// Sets a value as the driver does.
fn set<T: RepairableInput>(value: &mut T, answer: &str) -> Result<(), Findings> {
    InputField::set(value, answer, repair::mend::Risk::Guess).map(drop)
}
