#![no_main]

use libfuzzer_sys::fuzz_target;
use quick_xml::{Reader, events::Event};
use repair::mend;
use repair_fuzz::holds;
use serde_json::json;

fn is_xml(text: &str) -> bool {
    let mut reader = Reader::from_str(text);
    loop {
        match reader.read_event() {
            Ok(Event::Eof) => return true,
            Ok(_) => {}
            Err(_) => return false,
        }
    }
}

fuzz_target!(|text: &str| {
    holds(text, mend::xml, is_xml);
    let schema = json!({"type": "object", "properties": {"name": {"type": "string"}, "@id": {"type": "string"}}});
    holds(text, |text, options| mend::xml_with_schema(text, Some(&schema), options), is_xml);
});
