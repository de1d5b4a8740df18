//! What looks like another spelling of a value and is another value.

use repair::mend::{self, Options, Risk};
use serde_json::{Value, json};

fn typed(text: &str, schema: &Value) -> Option<String> {
    let options = Options::default().allow(Risk::Guess);
    mend::typed(text, schema, &options).ok().map(|mended| mended.text.into_owned())
}

#[test]
fn a_sign_makes_another_name_of_it() {
    let of = |values: &[&str]| json!({"type": "object", "properties": {"v": {"enum": values}}, "required": ["v"]});
    for (values, text) in [
        (&["10", "20"][..], "1.0"),
        (&["11", "12"], "1.1"),
        (&["A", "B"], "A-"),
        (&["active", "closed"], "!active"),
        (&["active", "closed"], "~closed"),
        (&["5", "10"], ">5"),
    ] {
        assert_eq!(typed(&json!({"v": text}).to_string(), &of(values)), None, "{text}");
    }
    for (values, text, right) in [
        (&["in_progress", "done"][..], "In-Progress", "in_progress"),
        (&["high", "low"], "**HIGH**", "high"),
        (&["high", "low"], "high.", "high"),
        (&["C++", "C"], "c++", "C++"),
        (&["St. Gallen", "Basel"], "st gallen", "St. Gallen"),
    ] {
        assert_eq!(typed(&json!({"v": text}).to_string(), &of(values)), Some(json!({"v": right}).to_string()), "{text}");
    }
}

#[test]
fn three_zeros_behind_a_point_are_not_read_for_an_integer() {
    let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]});
    for doubtful in ["1.000", "12.000", "€12.000"] {
        assert_eq!(typed(&json!({"n": doubtful}).to_string(), &schema), None, "{doubtful}");
    }
    for (text, right) in [("12.0", 12), ("12.00", 12), ("12,111", 12111), ("0.000", 0)] {
        assert_eq!(typed(&json!({"n": text}).to_string(), &schema), Some(json!({"n": right}).to_string()), "{text}");
    }
}

#[test]
fn what_is_made_of_a_number_is_json() {
    let schema = json!({"type": "object", "properties": {"n": {"type": "number"}}, "required": ["n"]});
    for text in ["1e+-5", "1e", "1e+", "--1", "+-1", "1e5e5", ".", "-.", "1.e", "０"] {
        let text = json!({"n": text}).to_string();
        let mended = mend::read(&text, &schema, &Options::default()).unwrap().mended.text.into_owned();
        assert!(serde_json::from_str::<Value>(&mended).is_ok(), "{mended}");
    }
    assert_eq!(typed(r#"{"n": "1e-5"}"#, &schema), Some(r#"{"n": 1e-5}"#.to_owned()));
}

#[test]
fn taking_out_a_null_does_not_bring_back_what_it_replaced() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "integer"}}});
    assert_eq!(typed(r#"{"a": null}"#, &schema), Some("{}".to_owned()));
    assert_eq!(typed(r#"{"a": 1, "a": null}"#, &schema), None);
}

#[test]
fn an_object_that_denies_its_value_is_not_unwrapped() {
    let schema = json!({"enum": ["high", "low"]});
    assert_eq!(typed(r#"{"not": "high"}"#, &schema), None);
    assert_eq!(typed(r#"{"priority": "high"}"#, &schema), Some("\"high\"".to_owned()));
}

#[test]
fn a_raw_string_with_backslashes_and_a_template_are_not_read_as_they_stand() {
    for doubtful in [r"{'p': r'C:\new'}", "{'p': f'{x}'}"] {
        let mended = mend::json(doubtful, &Options::default()).map(|mended| mended.text.into_owned());
        assert!(mended.is_err(), "{doubtful}: {mended:?}");
    }
    let mended = mend::json("{'p': r'new', 'q': u'old'}", &Options::default()).unwrap();
    assert_eq!(mended.text, r#"{"p": "new", "q": "old"}"#);
}

#[test]
fn many_items_under_two_schemas_take_no_longer_than_they_must() {
    let schema = json!({"type": "array", "items": {"type": "integer"}, "allOf": [{"items": {"type": "integer"}}]});
    let text = format!("[{}]", vec!["\"1\""; 20_000].join(","));
    let started = crate::support::Worked::now();
    assert!(typed(&text, &schema).is_some());
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}
