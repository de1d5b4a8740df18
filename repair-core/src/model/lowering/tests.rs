use schemars::{JsonSchema, schema_for};
use serde_json::{Value, json};

#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct Ticket {
    /// The id.
    #[schemars(regex(pattern = "^T-[0-9]+$"))]
    id: String,
    priority: Priority,
    contact: Option<String>,
    #[serde(default)]
    tags: Vec<String>,
    #[schemars(range(min = 1, max = 10))]
    weight: u8,
    route: Option<Route>,
}

#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
#[serde(rename_all = "lowercase")]
enum Priority {
    Low,
    High,
}

#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
#[serde(tag = "kind")]
enum Route {
    Mail { address: String },
    Phone { number: String, country: Option<String> },
}

#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct Tree {
    name: String,
    children: Vec<Tree>,
}

fn ticket() -> Value {
    schema_for!(Ticket).to_value()
}

fn tree() -> Value {
    schema_for!(Tree).to_value()
}

/// Calls `check` with each object schema inside.
fn each_object(schema: &Value, check: &mut impl FnMut(&Value)) {
    match schema {
        Value::Object(map) => {
            if schema["properties"].is_object() {
                check(schema);
            }
            map.values().for_each(|value| each_object(value, check));
        }
        Value::Array(items) => items.iter().for_each(|item| each_object(item, check)),
        _ => {}
    }
}

#[cfg(feature = "anthropic")]
mod anthropic {
    use super::{super::anthropic, *};

    #[test]
    fn a_usual_type_can_be_said() {
        let lowered = anthropic(&ticket()).unwrap();
        each_object(&lowered, &mut |object| assert_eq!(object["additionalProperties"], false, "{object}"));
        let text = lowered.to_string();
        for keyword in ["oneOf", "\"pattern\"", "\"minimum\"", "\"default\"", "$schema"] {
            assert!(!text.contains(keyword), "{keyword} in {text}");
        }
        assert_eq!(lowered["properties"]["weight"]["description"], "{format: \"uint8\", maximum: 10, minimum: 1}");
        assert_eq!(lowered["properties"]["id"]["description"], "The id.\n\n{pattern: \"^T-[0-9]+$\"}");
        assert_eq!(lowered["properties"]["contact"], json!({"anyOf": [{"type": "string"}, {"type": "null"}]}));
        assert_eq!(lowered["$defs"]["Priority"], json!({"enum": ["low", "high"]}));
        assert_eq!(lowered["required"], json!(["id", "priority", "weight"]));
    }

    #[test]
    fn a_reference_loses_its_neighbours() {
        let schema = json!({
            "type": "object",
            "properties": {"a": {"$ref": "#/$defs/A", "description": "gone"}},
            "required": ["a"],
            "$defs": {"A": {"type": "string", "format": "email"}, "Unused": {"type": "object"}},
        });
        let lowered = anthropic(&schema).unwrap();
        assert_eq!(lowered["properties"]["a"], json!({"$ref": "#/$defs/A"}));
        assert_eq!(lowered["$defs"], json!({"A": {"type": "string", "format": "email"}}));
    }

    #[test]
    fn what_would_come_out_wrong_is_not_constrained() {
        let object = |property: Value| json!({"type": "object", "properties": {"a": property}, "required": ["a"]});
        for schema in [
            tree(),
            json!(true),
            json!({"type": "object"}),
            object(json!({"type": "object", "additionalProperties": {"type": "string"}})),
            object(json!({"type": "object", "properties": {}, "additionalProperties": true})),
            object(json!({})),
            object(json!({"type": "array"})),
            object(json!({"type": "array", "prefixItems": [{"type": "string"}]})),
            object(json!({"type": "array", "items": true})),
            object(json!({"allOf": [{"type": "string"}, {"minLength": 3}]})),
            object(json!({"anyOf": [{"type": "object", "properties": {}}], "properties": {"b": {"type": "string"}}})),
            object(json!({"enum": []})),
            object(json!({"const": {"b": 1}})),
            object(json!({"$ref": "https://example.com/schema"})),
            object(json!({"not": {"type": "string"}, "type": "string"})),
            json!({"type": "object", "properties": {"/a/b": {"type": "string"}}}),
            json!({"type": "object", "properties": {"": {"type": "string"}}}),
            json!({"type": "object", "properties": {}, "required": ["b"]}),
        ] {
            assert_eq!(anthropic(&schema), None, "{schema}");
        }
    }

    #[test]
    fn the_limits_on_optional_properties_and_unions() {
        let properties = |count: usize, property: Value| {
            let properties: serde_json::Map<String, Value> = (0..count).map(|n| (format!("p{n}"), property.clone())).collect();
            let required: Vec<&String> = properties.keys().filter(|_| property.get("anyOf").is_some()).collect();
            json!({"type": "object", "properties": properties, "required": required})
        };
        let string = json!({"type": "string"});
        assert!(anthropic(&properties(24, string.clone())).is_some());
        assert!(anthropic(&properties(25, string)).is_none());
        let union = json!({"anyOf": [{"type": "string"}, {"type": "integer"}]});
        assert!(anthropic(&properties(16, union.clone())).is_some());
        assert!(anthropic(&properties(17, union)).is_none());
    }

    #[test]
    fn depth_and_recursion_are_bounded() {
        let mut deep = json!({"type": "string"});
        for _ in 0..100 {
            deep = json!({"type": "array", "items": deep});
        }
        assert_eq!(anthropic(&deep), None);
        let through_a_property_named_default = json!({
            "$ref": "#/$defs/A",
            "$defs": {"A": {"type": "object", "properties": {"default": {"$ref": "#/$defs/A"}}}},
        });
        assert_eq!(anthropic(&through_a_property_named_default), None);
        assert_eq!(anthropic(&json!({"type": "object", "properties": {"a": {"$ref": "#"}}})), None);
    }
}

#[cfg(feature = "openai")]
mod openai {
    use super::{
        super::{openai, without_added_nulls},
        *,
    };

    #[test]
    fn every_property_is_required_and_an_optional_one_may_be_null() {
        let lowered = openai(&ticket()).unwrap();
        each_object(&lowered, &mut |object| {
            assert_eq!(object["additionalProperties"], false, "{object}");
            let properties = object["properties"].as_object().unwrap();
            assert_eq!(object["required"].as_array().unwrap().len(), properties.len(), "{object}");
        });
        let properties = &lowered["properties"];
        assert_eq!(properties["contact"], json!({"type": ["string", "null"]}));
        assert_eq!(properties["tags"]["anyOf"][1], json!({"type": "null"}));
        assert_eq!(properties["id"]["pattern"], "^T-[0-9]+$");
        assert_eq!(properties["weight"]["description"], "{format: \"uint8\"}");
        assert_eq!(lowered["$defs"]["Priority"], json!({"type": "string", "enum": ["low", "high"]}));
        assert!(!lowered.to_string().contains("oneOf"));
    }

    #[test]
    fn a_reference_with_neighbours_is_inlined_unless_that_never_ends() {
        let schema = json!({
            "type": "object",
            "properties": {"a": {"$ref": "#/$defs/A", "description": "The first."}, "b": {"$ref": "#/$defs/B"}},
            "required": ["a", "b"],
            "$defs": {
                "A": {"type": "string", "description": "Any."},
                "B": {"type": "object", "properties": {"b": {"$ref": "#/$defs/B", "description": "The next."}}},
            },
        });
        let lowered = openai(&schema).unwrap();
        assert_eq!(lowered["properties"]["a"], json!({"type": "string", "description": "The first."}));
        let b = &lowered["$defs"]["B"]["properties"]["b"]["anyOf"][0];
        assert_eq!(b["description"], "The next.");
        assert_eq!(b["properties"]["b"]["anyOf"][0], json!({"$ref": "#/$defs/B"}));
        assert!(lowered["$defs"].get("A").is_none());
    }

    #[test]
    fn a_recursive_type_can_be_said() {
        let lowered = openai(&tree()).unwrap();
        assert_eq!(lowered["type"], "object");
        assert!(lowered["properties"]["children"]["items"]["$ref"].is_string(), "{lowered}");
    }

    #[test]
    fn only_closed_objects_at_the_root_and_below() {
        for schema in [
            json!({"type": "array", "items": {"type": "string"}}),
            json!({"anyOf": [{"type": "object", "properties": {}}]}),
            json!({"type": ["object", "null"], "properties": {}}),
            json!({"type": "object", "additionalProperties": {"type": "string"}}),
            json!({"type": "object", "properties": {"a": {}}}),
            json!({"type": "object", "properties": {"a": {"type": "object"}}}),
        ] {
            assert_eq!(openai(&schema), None, "{schema}");
        }
        let mut deep = json!({"type": "string"});
        for _ in 0..11 {
            deep = json!({"type": "object", "properties": {"a": deep}, "required": ["a"]});
        }
        assert_eq!(openai(&deep), None);
    }

    #[test]
    fn inlining_is_bounded() {
        let mut definitions = serde_json::Map::new();
        for n in 0..40 {
            let next = json!({"$ref": format!("#/$defs/D{}", n + 1), "description": "x"});
            let two = json!({"type": "array", "items": {"anyOf": [next.clone(), next]}});
            definitions.insert(format!("D{n}"), two);
        }
        definitions.insert("D40".to_owned(), json!({"type": "string"}));
        let schema = json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/D0", "title": "x"}}, "$defs": definitions});
        assert_eq!(openai(&schema), None);
    }

    #[test]
    fn added_nulls_leave_the_answer_and_nothing_else_changes() {
        let answer = r#"{"id":"T-1","priority":"low","contact":null,"tags":null,"weight":1.50,"route":{"kind":"Phone","number":"1","country":null},"note":null}"#;
        assert_eq!(
            without_added_nulls(answer, &ticket()).unwrap(),
            r#"{"id":"T-1","priority":"low","contact":null,"weight":1.50,"route":{"kind":"Phone","number":"1","country":null},"note":null}"#
        );
        let nested = json!({
            "type": "object",
            "properties": {"rows": {"type": "array", "items": {"$ref": "#/$defs/Row"}}},
            "required": ["rows"],
            "$defs": {"Row": {"type": "object", "properties": {"n": {"type": "integer"}, "m": {"type": "string"}}, "required": ["m"]}},
        });
        assert_eq!(
            without_added_nulls(r#" {"rows": [{"n": null, "m": null}, {"n": 90071992547409931234, "m": "x"}]} "#, &nested)
                .unwrap(),
            r#"{"rows":[{"m":null},{"n": 90071992547409931234, "m": "x"}]}"#
        );
        for unchanged in ["", "not json", "[]", "{}", r#"{"tags":[]}"#, r#"{"tags":null"#, r#"{"id":null}"#] {
            assert_eq!(without_added_nulls(unchanged, &ticket()), None, "{unchanged}");
        }
    }

    #[test]
    fn a_deep_answer_is_left_alone() {
        let deep = format!("{}null{}", r#"{"name":"x","children":["#.repeat(10_000), "]}".repeat(10_000));
        assert_eq!(without_added_nulls(&deep, &tree()), None);
    }
}
