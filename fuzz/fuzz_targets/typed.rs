#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use repair::mend;
use repair_fuzz::{holds, is_json};
use serde_json::{Value, json};

static SCHEMAS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let ticket = json!({"type": "object", "required": ["id", "full_name"], "additionalProperties": false, "properties": {
        "id": {"type": "integer", "minimum": 0}, "full_name": {"type": "string"}, "open": {"type": "boolean"},
        "priority": {"enum": ["low", "high", "not_set"]}, "score": {"type": ["number", "null"]},
        "tags": {"type": "array", "items": {"type": "string"}}, "next": {"$ref": "#"},
    }});
    let either = json!({"anyOf": [{"type": "integer"}, {"type": "array", "items": {"$ref": "#"}}, {"const": "none"}]});
    vec![ticket, either, json!({"enum": ["car", "car-2", "bus"]}), json!({"type": "boolean"}), json!({"type": "number"})]
});

fuzz_target!(|text: &str| {
    for schema in SCHEMAS.iter() {
        holds(text, |text, options| mend::typed(text, schema, options), is_json);
    }
});
