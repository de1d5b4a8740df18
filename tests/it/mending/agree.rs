//! What coercion says of a value is what JSON Schema says of it.

use proptest::prelude::*;
use repair::{
    mend::{Options, Risk, coerce, replay, typed},
    span::Tree,
};
use serde_json::{Value, json};

fn schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!({"type": "integer"})),
        Just(json!({"type": "number", "minimum": 2})),
        Just(json!({"type": "string", "maxLength": 4})),
        Just(json!({"type": "boolean"})),
        Just(json!({"type": ["integer", "null"]})),
        Just(json!({"enum": ["A", "b_c", "5", 5, null]})),
        Just(json!({"const": "true"})),
        Just(json!({"$ref": "#/$defs/node"})),
        Just(json!(true)),
        Just(json!(false)),
        Just(json!({})),
    ];
    let nested = leaf.prop_recursive(3, 16, 3, |inner| {
        let object = (prop::collection::btree_map("[a-c]", inner.clone(), 0..3), prop::collection::vec("[a-c]", 0..2), 0..3u8);
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..3).prop_map(|all| json!({"anyOf": all})),
            prop::collection::vec(inner.clone(), 1..3).prop_map(|all| json!({"oneOf": all})),
            prop::collection::vec(inner.clone(), 1..3).prop_map(|all| json!({"allOf": all})),
            inner.clone().prop_map(|items| json!({"type": "array", "items": items})),
            (inner.clone(), inner)
                .prop_map(|(first, rest)| json!({"type": "array", "prefixItems": [first], "items": rest, "maxItems": 2})),
            object.prop_map(|(properties, mut required, closed)| {
                required.sort();
                required.dedup();
                let more = [json!(true), json!(false), json!({"type": "integer"})][usize::from(closed)].clone();
                json!({"type": "object", "properties": properties, "required": required, "additionalProperties": more})
            }),
        ]
    });
    nested.prop_map(|mut schema| {
        if let Some(keywords) = schema.as_object_mut() {
            let node = json!({"type": "object", "properties": {"a": {"type": "integer"}, "b": {"$ref": "#/$defs/node"}}, "required": ["a"]});
            keywords.insert("$defs".to_owned(), json!({"node": node}));
        } else {
            schema = json!({"allOf": [schema], "$defs": {"node": true}});
        }
        schema
    })
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        (-1..7i32).prop_map(Value::from),
        Just(json!(2.5)),
        Just(json!(5.0)),
        prop::sample::select(vec![
            "",
            "A",
            "a",
            "B C",
            "5",
            "true",
            "yes",
            "1/2",
            "1,000",
            "NaN",
            "[1]",
            "{\"a\": \"1\"}",
            "abc def",
            "a or b-c"
        ])
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[a-dA]", inner, 0..3).prop_map(|members| json!(members)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: super::cases(150), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn exact_is_valid(schema in schema(), value in value()) {
        let coerced = coerce(&value.to_string(), &schema, Risk::Guess);
        prop_assume!(!coerced.gave_up);
        let valid = jsonschema::validator_for(&schema).unwrap().is_valid(&value);
        prop_assert_eq!(coerced.is_exact(), valid, "{:?}", coerced);
    }

    #[test]
    fn typed_is_valid_and_stays(schema in schema(), value in value(), loss in any::<bool>()) {
        let text = value.to_string();
        let mut options = Options::default();
        options.allow = if loss { Risk::Loss } else { Risk::Guess };
        if let Ok(mended) = typed(&text, &schema, &options) {
            prop_assert_eq!(&replay(&text, &mended.edits), &*mended.text);
            let value: Value = serde_json::from_str(&mended.text).unwrap();
            prop_assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&value), "{} -> {}", text, mended.text);
            let again = typed(&mended.text, &schema, &options).unwrap();
            prop_assert!(again.edits.is_empty());
        }
    }

    #[test]
    fn edits_make_json(schema in schema(), value in value(), pretty in any::<bool>()) {
        let text = if pretty { format!("{value:#}") } else { value.to_string() };
        let coerced = coerce(&text, &schema, Risk::Loss);
        let made = replay(&text, &coerced.edits);
        prop_assert!(Tree::parse(&made, 128).is_ok(), "{} -> {}", text, made);
        let ordered = coerced.edits.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start);
        prop_assert!(ordered, "{:?}", coerced.edits);
        for finding in &coerced.findings {
            let parent = finding.path.rsplit_once('/').map_or("", |(parent, _)| parent);
            prop_assert!(value.pointer(parent).is_some(), "{}", finding.path);
        }
    }
}
