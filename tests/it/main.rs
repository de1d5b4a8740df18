//! What spans the crates: one binary, a module a theme.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, unreachable_pub, reason = "tests")]

mod acceptance;
mod checks;
mod examples;
mod machine;
mod macros;
mod mending;
mod overhead;
mod providers;
mod steps;
mod support;
mod ui;
