//! The options inside an attribute, read so that one bad option does not hide the others.

mod crate_path;
mod entry;
mod parse;
mod slot;
mod suggest;
mod value;

pub(crate) use crate_path::CratePath;
pub(crate) use entry::{Entry, Value};
pub(crate) use parse::{entries, of_attributes};
pub(crate) use slot::Slot;
pub(crate) use suggest::{closest, meant, unknown};
pub(crate) use value::{is_constant, ungrouped};
