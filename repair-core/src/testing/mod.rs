//! Models and clocks for tests: nothing here needs a network, a key or time.

mod clock;
mod scripted;

pub use clock::TestClock;
pub use scripted::{Leftover, ScriptedModel};
