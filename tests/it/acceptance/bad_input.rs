use repair::{Json, RepairableInput, RunOptions, Status, testing::ScriptedModel};

use crate::support::{Bench, Sum, WantsDigit, WantsGood};

#[test]
fn an_answer_of_five_mebibytes_is_a_finding_and_nothing_is_lost() {
    let long = "9".repeat(5 * 1024 * 1024);
    let bench = Bench::new(ScriptedModel::new().answers([long.as_str(), "good"]));
    let outcome = bench.run(WantsGood::new("bad"));
    assert_eq!(outcome.status(), Status::Repaired);
    let first = &outcome.report.attempts()[0];
    assert_eq!(first.findings.iter().next().unwrap().rule, "too_long");
    assert_eq!(first.answer.len(), long.len());
}

#[test]
fn a_hundred_thousand_brackets_end_typed_on_a_small_stack() {
    for nested in ["[".repeat(100_000), "{\"a\":".repeat(100_000), format!("{}{}", "[".repeat(100_000), "]".repeat(100_000))] {
        let answer = nested.clone();
        std::thread::Builder::new()
            .stack_size(2 * 1024 * 1024)
            .spawn(move || {
                assert!(Json::<serde_json::Value>::unmarshal_repair(&answer).is_err());
                let bench = Bench::new(ScriptedModel::new().answers([answer.as_str(), "[1]"]));
                let outcome = bench.run(Sum::new("[1, x]"));
                assert_eq!(outcome.status(), Status::Repaired);
                assert!(!outcome.report.attempts()[0].accepted);
            })
            .unwrap()
            .join()
            .unwrap();
        let bench = Bench::new(ScriptedModel::new().answer("[1]"));
        let options = RunOptions::new().configure(|config| config.max_input_bytes(1_000_000));
        assert_eq!(bench.run_with(Sum::new(&nested), options).status(), Status::Repaired, "as an input, too");
    }
}

#[test]
fn a_nul_is_a_finding() {
    let bench = Bench::new(ScriptedModel::new().answers(["a\0b", "good"]));
    let outcome = bench.run(WantsGood::new("bad"));
    assert_eq!(outcome.report.attempts()[0].findings.iter().next().unwrap().rule, "nul");
    assert!(!bench.prompts()[1].contains('\0'));
    let bench = Bench::new(ScriptedModel::new().answers(["[1,\0 2]", "[3]"]));
    assert_eq!(bench.run(Sum::new("[\0]")).into_result().unwrap(), 3);
}

#[test]
fn an_empty_answer_is_a_finding_of_its_own() {
    for empty in ["", " \n\t "] {
        let bench = Bench::new(ScriptedModel::new().answers([empty, "7"]));
        let outcome = bench.run(WantsDigit::new("x"));
        assert_eq!(outcome.status(), Status::Repaired);
        assert_eq!(outcome.report.attempts()[0].findings.iter().next().unwrap().rule, "empty");
    }
}

#[test]
fn an_input_over_the_limit_is_not_sent() {
    let bench = Bench::new(ScriptedModel::new());
    let options = RunOptions::new().configure(|config| config.max_input_bytes(10));
    let error = bench.run_with(WantsDigit::new("eleven bytes"), options).into_result().unwrap_err();
    assert_eq!(error.status(), Status::BudgetExceeded);
    assert!(error.to_string().contains("12 bytes long, over the limit of 10"), "{error}");
    assert_eq!(bench.model.requests(), []);
}

#[test]
fn a_megabyte_of_open_tags_is_no_work_at_all() {
    use repair::{Finding, Findings};
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    #[derive(Debug, Serialize, Deserialize, JsonSchema, repair::RepairableInput)]
    #[repair(xml)]
    struct Note {
        text: String,
    }
    let started = std::time::Instant::now();
    let found: Findings = Note::unmarshal_repair(&"<a".repeat(500_000)).unwrap_err();
    assert!(found.iter().all(|finding: &Finding| finding.rule == "syntax"), "{found}");
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

#[test]
fn a_part_of_a_broken_value_is_not_taken_for_the_value() {
    for broken in [r#"{"name":"root","child":{"name":"leaf"}} }{"#, r#"{"name":"root","child":{"name":"leaf"},,:}"#] {
        let value = Json::<serde_json::Value>::unmarshal_repair(broken);
        assert_ne!(value.map(|value| value.0).ok(), Some(serde_json::json!({"name": "leaf"})), "{broken}");
    }
}
