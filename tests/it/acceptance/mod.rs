//! What the loop promises, behaviour by behaviour.

mod alternatives;
mod answers;
mod attempts;
mod bad_input;
mod cancellation;
mod findings;
mod first_run;
mod mending;
mod nesting;
mod prompts;
mod records;
mod round_trip;
mod secrets;
mod transport;
mod traps;
mod truncation;
