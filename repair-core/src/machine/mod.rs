//! The decisions of a run, and nothing else: no await, no clock, no randomness, no I/O.
//!
//! [`Machine::step`] takes what happened and says what to do next. The driver does it and reports back. Folding the same
//! events into a fresh [`Machine`] gives the same effects, which is what replay and resume rest on.

mod answer;
mod asks;
mod effect;
mod event;
mod failure;
mod ground;
mod guard;
mod ledger;
mod note;
mod plan;
mod progress;
mod reading;
mod relax;
mod request;
mod rungs;
mod state;
mod step;
mod step_plan;
mod subschema;
mod wording;

pub use effect::{CallId, CandidateId, Effect};
pub use event::{Blocked, Event, EventKind, Subject};
pub use ledger::{Denial, Ledger, Limits, Reservation, Spent};
pub use note::{MoveReason, Note, PassedOver};
pub(crate) use progress::fingerprint;
pub use state::Machine;
pub use step_plan::StepSetup;

pub(crate) use plan::is_unwanted;
pub(crate) use subschema::general_path;

pub use crate::config::Rung;
