//! What the loop promises, behaviour by behaviour.

mod alternatives;
mod answers;
mod attempts;
mod bad_input;
mod budgets;
mod cancellation;
mod findings;
mod first_run;
mod guards;
mod hostile;
mod ladder;
mod mending;
mod nesting;
mod patch;
mod prompts;
mod rates;
mod records;
mod round_trip;
mod secrets;
mod tickets;
mod transport;
mod traps;
mod truncation;
