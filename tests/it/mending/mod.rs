//! The menders: cases, public reports, and what holds for every text.

mod agree;
#[path = "../../../examples/mend_cases/case.rs"]
mod case;
mod coerce;
mod compose;
mod documentation;
mod doubt;
mod examples;
mod faults;
mod formats;
mod formats_bounds;
mod formats_properties;
mod linear;
mod own_cases;
mod properties;
mod reports;
mod shared_cases;
mod span;
mod tally;
mod typed_bounds;

use repair::mend::{Options, Risk};

fn options(allow: Risk) -> Options {
    let mut options = Options::default();
    options.allow = allow;
    options
}

/// How many texts a property is tried on: few by default, for it runs with every test. `CASES` says otherwise.
fn cases(few: u32) -> u32 {
    std::env::var("CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(few)
}
