#![no_main]

use libfuzzer_sys::fuzz_target;
use repair::mend::{self, Options};
use repair_fuzz::{holds, is_json};

fuzz_target!(|text: &str| {
    holds(text, mend::json, is_json);
    if is_json(text) {
        let mended = mend::json(text, &Options::default()).expect("it is valid");
        assert_eq!((mended.text.as_ref(), mended.edits.len()), (text, 0), "valid text was changed");
    }
});
