#![no_main]

use libfuzzer_sys::fuzz_target;
use repair::mend;
use repair_fuzz::holds;

fuzz_target!(|text: &str| holds(text, mend::text, |text| !text.trim().is_empty()));
