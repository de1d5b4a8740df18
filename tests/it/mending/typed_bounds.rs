//! Work and stack are bounded.

use std::time::Duration;

use repair::mend::{Options, Risk, coerce, typed};
use serde_json::{Value, json};

fn timed<T>(limit: Duration, run: impl FnOnce() -> T) -> T {
    let start = crate::support::Worked::now();
    let made = run();
    assert!(start.elapsed() < limit, "{:?}", start.elapsed());
    made
}

fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}

/// Every level can be any of eight kinds of node.
fn union_of_nodes() -> Value {
    let branch = |n: usize| json!({"type": "object", "properties": {"tag": {"const": format!("t{n}")}, "next": {"$ref": "#/$defs/node"}}, "required": ["tag"]});
    json!({"$ref": "#/$defs/node", "$defs": {"node": {"anyOf": (0..8).map(branch).collect::<Vec<_>>()}}})
}

#[test]
fn unions_within_unions_do_not_explode() {
    on_a_small_stack(|| {
        let schema = union_of_nodes();
        let deep = |depth: usize, tag: &str| {
            format!("{}{{\"tag\": \"{tag}\"}}{}", "{\"tag\": \"T3\", \"next\": ".repeat(depth), "}".repeat(depth))
        };
        let mended = timed(Duration::from_secs(5), || coerce(&deep(40, "T4"), &schema, Risk::Guess));
        assert!(mended.findings.is_empty(), "{:?}", mended.findings);
        assert_eq!(mended.edits.len(), 41);
        let lost = timed(Duration::from_secs(5), || coerce(&deep(40, "none"), &schema, Risk::Guess));
        assert!(!lost.findings.is_empty());
        timed(Duration::from_secs(5), || coerce(&deep(127, "T4"), &schema, Risk::Guess));
    });
}

#[test]
fn deep_texts_and_schemas_use_little_stack() {
    on_a_small_stack(|| {
        let list = json!({"type": "array", "items": {"$ref": "#"}});
        for schema in [
            list,
            json!({"type": "integer"}),
            json!({"anyOf": [{"type": "integer"}, {"type": "array", "items": {"$ref": "#"}}]}),
            json!({"allOf": [{"type": "integer"}, {"minimum": 0}]}),
        ] {
            let deep = format!("{}\"1\"{}", "[".repeat(128), "]".repeat(128));
            let _ = coerce(&deep, &schema, Risk::Guess);
            let wrapped = format!("{}\"1\"{}", "{\"a\":".repeat(128), "}".repeat(128));
            let _ = coerce(&wrapped, &schema, Risk::Guess);
            let _ = typed(&"[".repeat(100_000), &schema, &Options::default());
            let mut nested = "[1]".to_owned();
            for _ in 0..12 {
                nested = json!([nested]).to_string();
            }
            let _ = coerce(&nested, &schema, Risk::Guess);
        }
        let mut schema = json!({"type": "integer"});
        for _ in 0..100 {
            schema = json!({"allOf": [schema, {"minimum": 0}]});
        }
        let _ = coerce("\"1\"", &schema, Risk::Guess);
    });
}

#[test]
fn time_is_linear_in_the_text() {
    let names: Vec<String> = (0..100).map(|n| format!("name_{n}")).collect();
    let label = json!({"enum": names});
    let items = json!({"type": "array", "items": {"type": "object", "properties": {"a": {"type": "integer"}, "b": label}, "required": ["a"]}});
    let cases: [(&str, &str, &str, Value); 6] = [
        ("[", "{\"a\": \"1\", \"b\": \"Name 7\"},", "{\"a\": 1}]", items.clone()),
        ("[", "{\"b\": 1},", "1]", items),
        ("\"", "name_1 ", "\"", label.clone()),
        ("", "name_1 ", "", label),
        ("", "true, ", "", json!({"type": "boolean"})),
        (
            "{",
            "\"a\": null,",
            "\"b\": 1}",
            json!({"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": false}),
        ),
    ];
    for (start, unit, end, schema) in cases {
        let time = |n: usize| {
            let text = format!("{start}{}{end}", unit.repeat(n));
            let best = (0..3).map(|_| {
                let start = crate::support::Worked::now();
                let _ = typed(&text, &schema, &Options::default());
                start.elapsed()
            });
            best.min().unwrap()
        };
        // a busy machine slows single runs down: what looks steep is measured again
        let ratio = |n| time(4 * n).as_secs_f64() / time(n).as_secs_f64().max(50e-6);
        assert!([250, 500, 250, 1000].into_iter().any(|n| ratio(n) <= 5.0), "{unit}");
    }
}
