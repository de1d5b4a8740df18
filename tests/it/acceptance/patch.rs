//! Only the failing fields are asked for, and only they change.

use repair::{
    Raw, RunOptions, Status,
    config::{Drift, Ladder, Rung},
    machine::{Effect, Note},
    testing::ScriptedModel,
};
use serde_json::{Value, json};

use super::tickets::{Priority, Route, URGENT};
use crate::support::Bench;

fn ladder(steps: &[&str]) -> RunOptions {
    let ladder = Ladder::parse(steps).unwrap();
    RunOptions::new().configure(move |config| config.ladder(ladder.clone()))
}

#[test]
fn a_patch_changes_its_path_and_leaves_every_other_byte() {
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"priority": "high"}"#));
    let text = r#"{ "id": "T-1",   "priority": "P1", "summary": "Pump \u006ceaks", "hours": 2 }"#;
    let outcome = bench.run(Route::new(text));
    assert_eq!(outcome.status(), Status::Repaired);
    let (ticket, text) = outcome.into_result().unwrap();
    assert_eq!(ticket.priority, Priority::High);
    assert_eq!(text, r#"{ "id": "T-1",   "priority": "high", "summary": "Pump \u006ceaks", "hours": 2 }"#);
}

#[test]
fn a_missing_field_is_added_at_the_end() {
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"escalation_contact": "bob@example.org"}"#));
    let (_, text) = bench.run(Route::new(URGENT)).into_result().unwrap();
    assert_eq!(text, format!(r#"{}, "escalation_contact": "bob@example.org"}}"#, &URGENT[..URGENT.len() - 1]));
}

#[test]
fn the_request_asks_for_just_these_fields() {
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"priority": "low", "summary": "Pump leaks"}"#));
    bench.run(Route::new(r#"{"id": "T-1", "priority": "P1", "hours": 2}"#)).into_result().unwrap();
    let request = &bench.model.requests()[0];
    let schema = request.schema.as_ref().unwrap();
    assert_eq!(schema["required"], json!(["priority", "summary"]));
    assert_eq!(schema["additionalProperties"], json!(false));
    let names: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["priority", "summary"]);
    assert!(request.system.contains(r#"- "priority": one of "low", "medium", "high", "urgent""#), "{}", request.system);
    assert!(request.max_tokens < 300, "the answer is short: {}", request.max_tokens);
    assert_eq!(bench.run(Route::new("{}")).report.calls()[0].rung, Rung::Patch);
}

#[test]
fn keys_nobody_asked_for_are_left_out_or_refused() {
    let answer = r#"{"priority": "low", "summary": "Something else", "id": "T-9", "owner": "eve"}"#;
    let text = r#"{"id": "T-1", "priority": "P1", "summary": "Pump leaks"}"#;
    let bench = Bench::new(ScriptedModel::new().answer(answer));
    let outcome = bench.run(Route::new(text));
    let ignored = outcome.report.notes().find_map(|note| match note {
        Note::Ignored { keys } => Some(keys.clone()),
        _ => None,
    });
    assert_eq!(ignored.unwrap(), ["summary", "id", "owner"]);
    let (ticket, _) = outcome.into_result().unwrap();
    assert_eq!((ticket.id.as_str(), ticket.summary.as_str()), ("T-1", "Pump leaks"));

    let bench = Bench::new(ScriptedModel::new().answer(answer));
    let ladder = Ladder::parse(["patch"]).unwrap();
    let options = RunOptions::new().configure(move |config| config.drift(Drift::Reject).ladder(ladder.clone()));
    let error = bench.run_with(Route::new(text), options).into_result().unwrap_err();
    assert_eq!(error.status(), Status::Drifted);
    assert!(error.decode_error().unwrap().to_string().contains("/summary"));
}

#[test]
fn an_answer_without_the_fields_is_no_answer() {
    let bench = Bench::new(ScriptedModel::new().answers([r#"{"urgency": 1}"#, "sorry", r#"{"priority": "low"}"#]));
    let outcome = bench.run(Route::new(r#"{"id": "T-1", "priority": "P1", "summary": "Pump leaks"}"#));
    assert_eq!((outcome.status(), outcome.report.runs()), (Status::Repaired, 2), "the op is not run on what is no patch");
    let attempts = outcome.report.attempts();
    assert!(!attempts[0].decoded && attempts[0].findings.iter().any(|finding| finding.rule == "unanswered"), "{attempts:?}");
    assert!(bench.prompts()[1].contains("unanswered"), "{}", bench.prompts()[1]);
}

#[test]
fn a_record_in_place_of_a_patch_is_cut_to_the_named_paths() {
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"lines": [{"qty": 9}, {"qty": 3}]}"#));
    let schema = json!({"type": "object", "properties": {"lines": {"type": "array", "items":
        {"type": "object", "properties": {"qty": {"type": "integer"}}, "required": ["qty"]}}}});
    let value = repair::parse_value(r#"{"lines": [{"qty": 1}, {"qty": "many"}]}"#, schema).run_blocking(&bench.runtime).unwrap();
    assert_eq!(value, json!({"lines": [{"qty": 1}, {"qty": 3}]}));
}

#[test]
fn one_row_of_forty_is_asked_for_and_the_others_stay() {
    let rows: Vec<Value> = (0..40).map(|n| json!({"name": format!("row {n}"), "qty": n})).collect();
    let mut record = json!({ "rows": rows });
    let right = record.clone();
    record["rows"][17]["qty"] = json!("several");
    let schema = json!({"type": "object", "properties": {"rows": {"type": "array", "items": {"type": "object",
        "properties": {"name": {"type": "string"}, "qty": {"type": "integer"}}, "required": ["name", "qty"]}}}});
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"qty": 17}"#));
    let value = repair::parse_value(record.to_string(), schema).run_blocking(&bench.runtime).unwrap();
    assert_eq!(value, right);
    assert_eq!(bench.model.requests()[0].schema.as_ref().unwrap()["required"], json!(["qty"]));
}

#[test]
fn null_is_offered_only_where_the_schema_allows_it() {
    let schema = json!({"type": "object", "properties": {"city": {"type": "string"}, "zip": {"type": ["string", "null"]}},
        "required": ["city", "zip"]});
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"city": "Bonn", "zip": null}"#));
    repair::parse_value(r"{}", schema).run_blocking(&bench.runtime).unwrap();
    let request = &bench.model.requests()[0];
    assert_eq!(request.schema.as_ref().unwrap()["properties"]["city"]["type"], "string");
    assert!(
        request.system.contains("- \"city\": text\n") && request.system.contains("- \"zip\": text, or null"),
        "{}",
        request.system
    );
}

#[test]
fn strings_of_an_answer_have_a_loose_bound_and_the_real_one_is_checked_after() {
    let schema = json!({"type": "object", "properties": {"code": {"type": "string", "maxLength": 4}, "note": {"type": "string"}},
        "required": ["code", "note"]});
    let bench = Bench::new(ScriptedModel::new().answers([r#"{"code": "ABCDEFG"}"#, r#"{"code": "ABCD"}"#]));
    let value = repair::parse_value(r#"{"code": "ABCDEF", "note": "n"}"#, schema).run_blocking(&bench.runtime).unwrap();
    assert_eq!(value["code"], "ABCD");
    let bound = bench.model.requests()[0].schema.as_ref().unwrap()["properties"]["code"]["maxLength"].as_u64().unwrap();
    assert!(bound >= 256, "it must not do the shortening: {bound}");
}

#[test]
fn one_field_a_call_without_the_soft_constraints_when_simplified() {
    let schema = json!({"type": "object", "properties": {
        "code": {"type": "string", "pattern": "^[A-Z]{2}$"}, "size": {"type": "integer", "minimum": 1}}, "required": ["code", "size"]});
    let bench = Bench::new(ScriptedModel::new().answers([r#"{"code": "AB"}"#, r#"{"size": 3}"#]));
    let steps = ladder(&["mend", "simplified"]);
    let parse = repair::parse_value("{}", schema).options(steps);
    assert_eq!(parse.run_blocking(&bench.runtime).unwrap(), json!({"code": "AB", "size": 3}));
    let schemas: Vec<Value> = bench.model.requests().into_iter().map(|request| request.schema.unwrap()).collect();
    assert_eq!((schemas[0]["required"].clone(), schemas[1]["required"].clone()), (json!(["code"]), json!(["size"])));
    assert!(
        schemas[0]["properties"]["code"].get("pattern").is_none() && schemas[1]["properties"]["size"].get("minimum").is_none()
    );
}

#[test]
fn a_second_reading_shows_the_source_and_neither_the_record_nor_the_bad_value() {
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"hours": 3}"#));
    let op =
        Route::of(r#"{"id": "T-1", "priority": "low", "summary": "Pump leaks", "hours": "a while"}"#, "It took three hours.");
    let (ticket, _) = bench.run_with(op, ladder(&["reread"])).into_result().unwrap();
    assert_eq!(ticket.hours, Some(3));
    let request = &bench.model.requests()[0];
    assert!(request.prompt.contains("It took three hours."), "{}", request.prompt);
    assert!(!request.prompt.contains("a while") && !request.prompt.contains("Pump leaks"), "{}", request.prompt);
}

#[test]
fn a_key_that_should_not_be_there_is_taken_out_with_the_patch() {
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"priority": "low"}"#));
    let text = r#"{"id": "T-1", "priority": "P1", "summary": "Pump leaks", "colour": "red"}"#;
    let (_, text) = bench.run(Route::new(text)).into_result().unwrap();
    assert_eq!(text, r#"{"id": "T-1", "priority": "low", "summary": "Pump leaks"}"#);
}

#[test]
fn text_without_a_tree_starts_with_the_whole() {
    let schema = json!({"type": "object", "properties": {"size": {"enum": ["s", "m"]}, "count": {"type": "integer"}},
        "required": ["size", "count"]});
    let (bench, log) = Bench::logged(ScriptedModel::new().answers([r#"{"size": "XL", "count": 2}"#, r#"{"size": "m"}"#]));
    let value = repair::parse_value("two medium ones", schema).run_blocking(&bench.runtime).unwrap();
    assert_eq!(value, json!({"size": "m", "count": 2}));
    let rungs = log.entries().into_iter().flat_map(|entry| entry.then).filter_map(|effect| match effect {
        Effect::Call { rung, .. } => Some(rung),
        _ => None,
    });
    assert_eq!(rungs.collect::<Vec<_>>(), [Rung::Whole, Rung::Patch]);
}

#[test]
fn findings_on_nothing_but_frozen_fields_are_not_repairable() {
    let bench = Bench::new(ScriptedModel::new());
    let error = bench.run(Route::new(r#"{"id": 7, "priority": "low", "summary": "s"}"#)).into_result().unwrap_err();
    assert_eq!((error.status(), bench.model.requests().len()), (Status::NotRepairable, 0));
}

#[test]
fn a_large_record_with_many_missing_keys_makes_a_request_little_larger() {
    let mut record = serde_json::Map::new();
    for n in 0..60 {
        record.insert(format!("note_{n}"), json!("what was said about this point ".repeat(5)));
    }
    let missing: Vec<String> = (0..20).map(|n| format!("missing_{n}")).collect();
    let text = Value::Object(record).to_string();
    let properties: serde_json::Map<String, Value> =
        missing.iter().map(|name| (name.clone(), json!({"type": "string"}))).collect();
    let bench = Bench::new(ScriptedModel::new().answer("{}"));
    let schema = json!({"type": "object", "properties": properties, "required": missing});
    repair::parse_value(text.as_str(), schema).run_blocking(&bench.runtime).unwrap_err();
    let request = &bench.model.requests()[0];
    let size = request.system.len() + request.prompt.len();
    assert!(text.len() > 9_000 && size * 10 < text.len() * 13, "{size} bytes for {}", text.len());
    assert_eq!(request.schema.as_ref().unwrap()["required"].as_array().unwrap().len(), 8);
    assert!(request.prompt.contains(r#""more_findings": 12"#), "{}", &request.prompt[..400]);
}

#[test]
fn a_raw_text_is_what_it_was_where_nothing_can_be_patched() {
    let bench = Bench::new(ScriptedModel::new());
    let raw = Raw::new("7");
    assert_eq!(repair::parse::<u8>("7").run_blocking(&bench.runtime).unwrap(), 7);
    assert_eq!(raw, Raw::<u8>::new("7"));
}

#[test]
fn fields_of_one_name_have_names_of_their_own() {
    let schema = json!({"type": "object", "properties": {"name": {"type": "string"},
        "contact": {"type": "object", "properties": {"name": {"type": "string"}}}}, "required": ["name"]});
    let answer = r#"{"contact_name": "Ada", "name": "Acme"}"#;
    let bench = Bench::new(ScriptedModel::new().answer(answer));
    let value = repair::parse_value(r#"{"contact": {"name": [5]}}"#, schema).run_blocking(&bench.runtime).unwrap();
    assert_eq!(value, json!({"contact": {"name": "Ada"}, "name": "Acme"}));
    assert_eq!(bench.model.requests()[0].schema.as_ref().unwrap()["required"], json!(["contact_name", "name"]));
}
