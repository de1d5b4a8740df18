//! Public reports about other projects, section C: what was wrong there is right here.

use repair::mend::{self, EditKind, Mended, Options, Risk, Unmendable, UnmendableKind, coerce, read, typed};
use serde_json::{Value, json};

use super::options;

/// The mended text at the default risk.
#[track_caller]
fn mended(text: &str) -> Mended<'_> {
    mend::json(text, &Options::default()).unwrap()
}

fn refused(text: &str, allow: Risk) -> UnmendableKind {
    mend::json(text, &options(allow)).unwrap_err().kind
}

fn unchanged(text: &str) {
    for allow in [Risk::Exact, Risk::Guess, Risk::Loss] {
        let mended = mend::json(text, &options(allow)).unwrap();
        assert_eq!((&*mended.text, mended.edits.len()), (text, 0));
    }
}

fn object(properties: Value, required: &[&str]) -> Value {
    json!({"type": "object", "properties": properties, "required": required})
}

fn made(text: &str, schema: &Value) -> Option<String> {
    typed(text, schema, &Options::default()).ok().map(|mended| mended.text.into_owned())
}

fn rules(text: &str, schema: &Value) -> Vec<String> {
    let typed = read(text, schema, &Options::default()).unwrap();
    assert_eq!(typed.mended.text, text, "what can't be read is left alone");
    typed.findings.iter().map(|finding| format!("{}:{}", finding.path, finding.rule)).collect()
}

#[test]
fn r46_a_fence_in_a_string_is_no_fence() {
    unchanged(r#"{"decision":"no","body":"see\n```ts\nlet x = {a:1};\n```\nend"}"#);
    let answer = "```json\n{\"body\": \"see\\n```ts\\nlet x = {a:1};\\n```\\nend\"}\n```";
    assert_eq!(mended(answer).text, r#"{"body": "see\n```ts\nlet x = {a:1};\n```\nend"}"#);
}

#[test]
fn r48_a_draft_in_thinking_does_not_win() {
    assert_eq!(
        mended("<think>maybe {\"draft\":true}? no</think>\n{\"title\":\"Q3\",\"pages\":4}").text.trim(),
        r#"{"title":"Q3","pages":4}"#
    );
    assert_eq!(mended(r#"so I pick {"x":1} then stop</think>{"pick":"B"}"#).text, r#"{"pick":"B"}"#);
    unchanged(r#"{"s": "the tag <think> opens, {\"x\":1} and </think> closes"}"#);
}

#[test]
fn r51_inch_marks_and_quotes_before_a_comma() {
    let text = r#"{"title":"The 24" Monitor, refurbished","shop":"Nord"}"#;
    let kept = mended(text);
    assert_eq!(kept.text, r#"{"title":"The 24\" Monitor, refurbished","shop":"Nord"}"#);
    assert!(kept.edits.iter().all(|edit| edit.risk == Risk::Guess));
    let error = mend::json(text, &options(Risk::Exact)).unwrap_err();
    assert_eq!((error.kind, error.at), (UnmendableKind::TooRisky, 16), "where it is unsure is told");
    assert!(error.message.contains("The 24"), "with its context: {error}");
}

#[test]
fn r52_curly_quotes_are_replaced_as_delimiters_only() {
    assert_eq!(mended("{“name”: “Ada”, “age”: 3}").text, r#"{"name": "Ada", "age": 3}"#);
    assert_eq!(mended(r#"{"s":"She said “hi” twice",}"#).text, r#"{"s":"She said “hi” twice"}"#);
}

#[test]
fn r53_latex_is_kept_as_text() {
    let text = r#"{"f":"\frac{1}{2} + \alpha"}"#;
    let kept = mended(text);
    assert!(kept.text.contains(r"+ \\alpha"), "{}", kept.text);
    let kinds: Vec<_> = kept.edits.iter().map(|edit| edit.kind).collect();
    assert_eq!(kinds, [EditKind::ControlEscape, EditKind::Escape], "the form feed is kept and noted");
    assert!(kept.text.starts_with(r#"{"f":"\frac{1}{2}"#), "{}", kept.text);
    // alone, it is JSON
    unchanged(r#"{"f":"\frac{1}{2}"}"#);
}

#[test]
fn r55_raw_line_breaks_are_escaped() {
    let kept = mended("{\"msg\":\"line one\nline two\",\"n\":1}");
    assert_eq!(kept.text, r#"{"msg":"line one\nline two","n":1}"#);
    assert!(kept.edits.iter().all(|edit| (edit.kind, edit.risk) == (EditKind::LineBreak, Risk::Exact)));
}

#[test]
fn r56_unicode_escapes_keep_their_digits() {
    let kept = mended(r#"{"e":"\ud83d\ude00 ok","t":"\u00e9",}"#);
    let value: Value = serde_json::from_str(&kept.text).unwrap();
    assert_eq!(value, json!({"e": "😀 ok", "t": "é"}));
    assert_eq!(refused(r#"{"e":"\ud83d ok",}"#, Risk::Loss), UnmendableKind::Unreadable);
    let half = read(r#"{"e":"\ud83d ok"}"#, &json!({"type": "object"}), &Options::default()).unwrap();
    assert_eq!(half.findings.len(), 1, "a lone surrogate is a finding: {:?}", half.findings);
}

#[test]
fn r58_structure_is_neither_invented_nor_hidden() {
    let nested = r#"[{"t":"a","c":{"x":[{"d":1}],"y":[{"d":2}}]},{"t":"b"}]"#;
    assert_eq!(refused(nested, Risk::Exact), UnmendableKind::TooRisky);
    let kept = mended(nested);
    let value: Value = serde_json::from_str(&kept.text).unwrap();
    assert_eq!(value, json!([{"t": "a", "c": {"x": [{"d": 1}], "y": [{"d": 2}]}}, {"t": "b"}]));
    assert!(kept.edits.iter().all(|edit| edit.risk == Risk::Guess));
    for (text, at) in [(r#"{"cheat": false, "kinds": }"#, 26), (r#"{"name":"Jo","ci": "#, 19)] {
        let error = mend::json(text, &Options::default()).unwrap_err();
        assert_eq!((error.kind, error.at), (UnmendableKind::TooRisky, at));
        let kept = mend::json(text, &options(Risk::Loss)).unwrap();
        assert!(kept.edits.iter().any(|edit| edit.risk == Risk::Loss && edit.span.start == at), "{:?}", kept.edits);
    }
}

#[test]
fn r59_no_hang_and_no_crash() {
    for text in ["[".repeat(100_000), "{\"a\":".repeat(50_000)] {
        assert_eq!(refused(&text, Risk::Loss), UnmendableKind::TooDeep);
    }
    let commas = format!("{{\"a\": \"{}", "one, two, ".repeat(20_000));
    assert!(mend::json(&commas, &options(Risk::Loss)).is_ok());
    let mut few = options(Risk::Loss);
    few.max_bytes = 100;
    assert_eq!(mend::json(&commas, &few).unwrap_err().kind, UnmendableKind::TooLong);
}

#[test]
fn r38_an_enum_is_matched_by_case_and_a_refusal_lists_the_set() {
    let schema = object(json!({"stage": {"type": "string", "enum": ["lead", "customer", "lost"]}}), &["stage"]);
    assert_eq!(made(r#"{"stage":"Customer"}"#, &schema).unwrap(), r#"{"stage":"customer"}"#);
    let text = r#"{"stage":"custmer!"}"#;
    let typed = read(text, &schema, &Options::default()).unwrap();
    let finding = typed.findings.iter().next().unwrap();
    assert_eq!((finding.path.as_str(), &*finding.rule), ("/stage", "enum"));
    assert_eq!(finding.allowed, ["lead", "customer", "lost"]);
    assert_eq!(finding.hint.as_deref(), Some("the nearest is `customer`"));
}

#[test]
fn r61_cheap_mismatches_are_coerced_and_logged() {
    let cases = [
        (r#"{"limit":"500"}"#, json!({"limit": {"type": "integer"}}), "limit", r#"{"limit":500}"#, EditKind::Scalar),
        (r#"{"ok":"yes"}"#, json!({"ok": {"type": "boolean"}}), "ok", r#"{"ok":true}"#, EditKind::Scalar),
        (
            r#"{"status":"Active"}"#,
            json!({"status": {"enum": ["ACTIVE", "CLOSED"]}}),
            "status",
            r#"{"status":"ACTIVE"}"#,
            EditKind::Choice,
        ),
        (
            r#"{"Full Name":"A"}"#,
            json!({"full_name": {"type": "string"}}),
            "full_name",
            r#"{"full_name":"A"}"#,
            EditKind::FieldName,
        ),
        (r#"{"result":{"id":1}}"#, json!({"id": {"type": "integer"}}), "id", r#"{"id":1}"#, EditKind::Unwrapped),
    ];
    for (text, properties, name, expected, kind) in cases {
        let mended = typed(text, &object(properties, &[name]), &Options::default()).unwrap();
        assert_eq!(mended.text, expected);
        assert!(mended.edits.iter().all(|edit| edit.kind == kind && edit.risk < Risk::Loss), "{:?}", mended.edits);
    }
    let schema = object(json!({"n": {"type": "integer"}}), &["n"]);
    for text in [r#"{"n":"abc"}"#, r#"{"n":""}"#, r#"{"n":"n/a"}"#, r#"{"n":null}"#, r#"{"n":"12 or 13"}"#, r#"{"n":"007"}"#] {
        assert_eq!(rules(text, &schema), ["/n:type"], "{text}");
    }
}

#[test]
fn r62_null_and_absent() {
    let schema = object(
        json!({"limit": {"type": "integer", "default": 10}, "nick": {"type": "string"}, "id": {"type": "integer"}}),
        &["id"],
    );
    assert_eq!(made(r#"{"id": 1, "limit": null}"#, &schema).unwrap(), r#"{"id": 1}"#);
    assert_eq!(made(r#"{"nick": null, "id": 1}"#, &schema).unwrap(), r#"{"id": 1}"#);
    assert_eq!(made(r#"{"nick": null, "id": 1, "limit": null}"#, &schema).unwrap(), r#"{"id": 1}"#);
    assert_eq!(rules(r#"{"id": null}"#, &schema), ["/id:type"]);
    assert_eq!(made(r#"{"id": 1, "nick": "None"}"#, &schema).unwrap(), r#"{"id": 1, "nick": "None"}"#);
    let needed = object(json!({"limit": {"type": "integer", "default": 10}}), &["limit"]);
    assert_eq!(made(r#"{"limit": null}"#, &needed).unwrap(), r#"{"limit": 10}"#);
    let nullable = object(json!({"nick": {"type": ["string", "null"]}}), &[]);
    assert_eq!(made(r#"{"nick": null}"#, &nullable).unwrap(), r#"{"nick": null}"#);
}

#[test]
fn r63_names_that_contain_each_other() {
    let schema = json!({"type": "string", "enum": ["car", "car-2"]});
    let refused = |text| typed(text, &schema, &Options::default()).unwrap_err().kind;
    assert_eq!(refused("The answer is not car or car-2!"), UnmendableKind::Ambiguous);
    assert_eq!(refused("The answer is car or car-2!"), UnmendableKind::Ambiguous);
    assert_eq!(refused("It is not car-2."), UnmendableKind::Ambiguous);
    assert_eq!(made("The answer is car-2!", &schema).unwrap(), r#""car-2""#);
    assert_eq!(made("The answer is car!", &schema).unwrap(), r#""car""#);
}

#[test]
fn r63_digits_of_big_integers_are_exact() {
    let open = object(json!({"id": {"type": "integer"}}), &["id"]);
    let text = r#"{"id":90071992547409931234}"#;
    assert_eq!(made(text, &open).unwrap(), text);
    assert_eq!(made(r#"{"id":"90071992547409931234"}"#, &open).unwrap(), text);
    let narrow = object(json!({"id": {"type": "integer", "format": "int64"}}), &["id"]);
    assert_eq!(rules(text, &narrow), ["/id:range"]);
}

#[test]
fn r63_not_a_number_is_null_only_where_null_may_stand() {
    let text = r#"{"ratio":"NaN","max":"Infinity"}"#;
    let nullable = object(
        json!({"ratio": {"type": ["number", "null"]}, "max": {"anyOf": [{"type": "number"}, {"type": "null"}]}}),
        &["ratio", "max"],
    );
    // where null stands beside the number in one type, the word can only mean that there is none
    assert_eq!(
        coerce(r#"{"ratio":"NaN"}"#, &object(json!({"ratio": {"type": ["number", "null"]}}), &[]), Risk::Guess).edits.len(),
        1
    );
    assert_eq!(made(text, &nullable).unwrap(), r#"{"ratio":null,"max":null}"#);
    let strict = object(json!({"ratio": {"type": "number"}, "max": {"type": "number"}}), &["ratio", "max"]);
    assert_eq!(rules(text, &strict), ["/ratio:type", "/max:type"]);
}

#[test]
fn r63_a_raw_not_a_number_is_never_a_string() {
    let strict = object(json!({"ratio": {"type": "number"}, "max": {"type": "number"}}), &["ratio", "max"]);
    let text = r#"{"ratio":NaN,"max":Infinity}"#;
    assert!(typed(text, &strict, &options(Risk::Loss)).is_err());
    let nullable = object(json!({"ratio": {"type": ["number", "null"]}, "max": {"type": ["number", "null"]}}), &["ratio", "max"]);
    assert_eq!(typed(text, &nullable, &options(Risk::Loss)).unwrap().text, r#"{"ratio":null,"max":null}"#);
}

fn xml(text: &str) -> Result<Mended<'_>, Unmendable> {
    mend::xml(text, &Options::default())
}

#[test]
fn r64_xml_text_that_holds_code() {
    assert_eq!(xml("<cmd>cd a && ls</cmd>").unwrap().text, "<cmd>cd a &amp;&amp; ls</cmd>");
    assert_eq!(xml("<code>fn f<T>(x: T)</code>").unwrap().text, "<code>fn f&lt;T>(x: T)</code>");
    for text in ["<x>&amp;lt;</x>", "<x><![CDATA[a && b < c]]></x>"] {
        assert_eq!(xml(text).unwrap().edits.len(), 0, "{text}");
    }
}

#[test]
fn r64_yaml_scalars_with_a_colon() {
    let kept = mend::yaml("title: Part 1: start", &Options::default()).unwrap();
    assert_eq!(kept.text, r#"title: "Part 1: start""#);
}

#[test]
fn r64_a_refusal_is_no_json() {
    assert_eq!(refused("I'm sorry, I can't help", Risk::Loss), UnmendableKind::Nothing);
}
