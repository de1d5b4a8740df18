use repair::{Json, RepairableInput, Status, testing::ScriptedModel};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::support::{Bench, Sum, WantsGood};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
struct Plan {
    title: String,
    pages: u32,
}

fn plan(answer: &str) -> Result<Plan, String> {
    Plan::unmarshal_repair(answer).map_err(|findings| findings.to_string())
}

#[test]
fn the_value_is_found_in_whatever_is_around_it() {
    let q3 = Plan { title: "Q3".into(), pages: 4 };
    for answer in [
        r#"{"title":"Q3","pages":4}"#,
        "  \n{\"title\":\"Q3\",\"pages\":4}\n",
        "Sure! Here is the corrected JSON:\n```json\n{\"title\":\"Q3\",\"pages\":4}\n```\nLet me know.",
        "~~~\n{\"title\":\"Q3\",\"pages\":4}\n~~~",
        r#"The answer is {"title":"Q3","pages":4}, as you asked."#,
        "<think>maybe {\"draft\":true}? no</think>\n{\"title\":\"Q3\",\"pages\":4}",
        "<think>maybe {\"title\":\"draft\",\"pages\":1}? no</think>\n{\"title\":\"Q3\",\"pages\":4}",
        "so I pick {\"title\":\"draft\",\"pages\":1} then stop</think>{\"title\":\"Q3\",\"pages\":4}",
        "<think>{\"title\":\"Q3\",\"pages\":4}",
        r#"See [1] and {"note": "not it"}: {"title":"Q3","pages":4}"#,
        r#"{"title":"Q3","pages":4} and once more {"title":"Q3","pages":4}"#,
    ] {
        assert_eq!(plan(answer).as_ref(), Ok(&q3), "{answer}");
    }
}

#[test]
fn valid_text_is_never_altered() {
    for (answer, title) in [
        (r#"{"title":"see\n```ts\nlet x = {a:1};\n```\nend","pages":1}"#, "see\n```ts\nlet x = {a:1};\n```\nend"),
        (r#"{"title":"a <think> b","pages":1}"#, "a <think> b"),
        (r#"{"title":"</think>{\"title\":\"x\",\"pages\":2}","pages":1}"#, "</think>{\"title\":\"x\",\"pages\":2}"),
        (r#"{"title":"{\"title\":\"inner\",\"pages\":3}","pages":1}"#, r#"{"title":"inner","pages":3}"#),
    ] {
        assert_eq!(plan(answer), Ok(Plan { title: title.into(), pages: 1 }), "{answer}");
    }
}

#[test]
fn two_values_that_fit_are_a_finding_not_a_pick() {
    let error = plan(r#"Either {"title":"A","pages":1} or {"title":"B","pages":2}"#).unwrap_err();
    assert!(error.contains("one value"), "{error}");
}

#[test]
fn prose_without_a_value_says_what_was_received() {
    let error = plan("I am afraid I can not do that").unwrap_err();
    assert!(error.contains("expected a JSON value") && error.contains("I am afraid"), "{error}");
}

#[test]
fn serde_findings_name_path_and_expectation() {
    let findings = Plan::unmarshal_repair(r#"{"title":"Q3"}"#).unwrap_err();
    let finding = findings.iter().next().unwrap();
    assert_eq!((finding.path.as_str(), finding.rule.as_ref()), ("/pages", "required"));
    let findings =
        Json::<Vec<Plan>>::unmarshal_repair(r#"[{"title":"Q3","pages":1},{"title":"Q3","pages":"a few"}]"#).unwrap_err();
    let finding = findings.iter().next().unwrap();
    assert_eq!((finding.path.as_str(), finding.rule.as_ref(), finding.expected.as_deref()), ("/1/pages", "type", Some("u32")));
}

#[test]
fn an_undecodable_answer_costs_an_attempt_and_the_op_is_not_run_on_it() {
    let bench = Bench::new(ScriptedModel::new().answers(["", "good"]));
    let op = WantsGood::new("bad");
    let seen = op.seen.clone();
    let outcome = bench.run(op);
    assert_eq!(outcome.status(), Status::Repaired);
    assert_eq!(outcome.report.attempts().len(), 2);
    assert_eq!(seen.all(), ["bad", "good"]);
    let prompts = bench.prompts();
    assert!(prompts[1].contains("The last answer could not be used") && prompts[1].contains("(whole input)"), "{}", prompts[1]);
    assert_ne!(prompts[0], prompts[1], "an empty answer gets another prompt");
}

#[test]
fn raw_text_takes_a_well_formed_answer_and_says_what_is_still_wrong_with_it() {
    let bench = Bench::new(ScriptedModel::new().answers(["Here: [1, \"some\"]", r#"{"field_1": 2}"#]));
    let outcome = bench.run(Sum::new("[1, some]"));
    assert_eq!(outcome.status(), Status::Repaired);
    assert_eq!(outcome.report.runs(), 3);
    assert!(bench.prompts()[1].contains(r#""path": "/1""#), "{}", bench.prompts()[1]);
    assert_eq!(outcome.into_result().unwrap(), 3);
}

#[test]
fn the_one_line_form_parses_and_repairs() {
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"title":"Q3","pages":4}"#));
    let plan: Plan = repair::parse(r#"{"title":"Q3","pages":"a few"}"#).run_blocking(&bench.runtime).unwrap();
    assert_eq!(plan.pages, 4);
    let request = &bench.model.requests()[0];
    assert!(request.system.contains(r#"- "pages": a whole number"#), "{}", request.system);
    assert_eq!(request.schema.as_ref().unwrap()["required"], serde_json::json!(["pages"]));
}
