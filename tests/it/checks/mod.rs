//! Checks of candidates beyond a schema.

#[cfg(target_os = "linux")]
mod command;
mod sql;
