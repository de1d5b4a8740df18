use repair::{Context, Finding, Op, OpError, RepairableInput, Status, repairable, testing::ScriptedModel};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::support::Bench;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
struct Asymmetric {
    #[serde(rename(serialize = "a", deserialize = "b"), default)]
    a: String,
    n: f64,
}

#[derive(Clone)]
struct Uses {
    input: Asymmetric,
}

#[repairable(input = "input")]
impl Op for Uses {
    type Output = f64;
    async fn run(&self, _: &Context) -> Result<f64, OpError> {
        if self.input.n > 0.0 { Ok(self.input.n) } else { Err(Finding::at("/n").expected("a positive number").into()) }
    }
}

#[test]
fn a_field_that_serde_would_lose_is_found_before_a_model_is_asked() {
    let bench = Bench::new(ScriptedModel::new());
    let error = bench.run(Uses { input: Asymmetric { a: "kept".into(), n: -1.0 } }).into_result().unwrap_err();
    assert_eq!(error.status(), Status::NotRepairable);
    assert_eq!(error.show_error().unwrap().code(), "not_round_trip");
    assert_eq!(bench.model.requests(), []);
}

#[derive(Clone)]
struct Reads {
    input: Asymmetric,
}

#[repairable(input = "input")]
impl Op for Reads {
    type Output = String;
    async fn run(&self, _: &Context) -> Result<String, OpError> {
        Ok(self.input.a.clone())
    }
}

#[test]
fn a_log_changes_nothing_of_what_is_run() {
    let (bench, _) = Bench::logged(ScriptedModel::new());
    let outcome = bench.run(Reads { input: Asymmetric { a: "kept".into(), n: 1.0 } });
    assert_eq!((outcome.status(), outcome.result.unwrap().as_str()), (Status::Clean, "kept"));
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
struct Measured {
    unit: std::collections::HashMap<String, f64>,
    n: f64,
    #[serde(skip)]
    cache: Vec<u8>,
}

#[derive(Clone)]
struct Measure {
    input: Measured,
}

#[repairable(input = "input")]
impl Op for Measure {
    type Output = Measured;
    async fn run(&self, _: &Context) -> Result<Measured, OpError> {
        if self.input.n > 0.0 { Ok(self.input.clone()) } else { Err(Finding::at("/n").expected("a positive number").into()) }
    }
}

#[test]
fn floats_maps_and_skipped_fields_survive_a_repair() {
    let unit: std::collections::HashMap<_, _> = [0.1 + 0.2, 5e-324, 1.797_693_134_862_315_7e308, 123_456_789.123_456_78]
        .into_iter()
        .enumerate()
        .map(|(n, value)| (format!("k{n}"), value))
        .collect();
    let input = Measured { unit: unit.clone(), n: -1.0, cache: vec![1, 2, 3] };
    let answer = serde_json::to_string(&Measured { n: 2.0, cache: Vec::new(), ..input.clone() }).unwrap();
    let bench = Bench::new(ScriptedModel::new().answer(answer));
    let output = bench.run(Measure { input }).into_result().unwrap();
    assert_eq!(output, Measured { unit, n: 2.0, cache: vec![1, 2, 3] });
}
