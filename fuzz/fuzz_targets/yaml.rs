#![no_main]

use libfuzzer_sys::fuzz_target;
use repair::mend;
use repair_fuzz::holds;

fuzz_target!(|text: &str| holds(text, mend::yaml, |text| serde_saphyr::from_str::<serde_json::Value>(text).is_ok()));
