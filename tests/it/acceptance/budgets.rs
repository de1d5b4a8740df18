//! Budgets are checked before each spend, and shared by nested runs.

use repair::{
    RunOptions, Runtime, Status,
    price::{Price, Usd, known},
    testing::ScriptedModel,
    wire::Answer,
};

use super::tickets::Route;
use crate::support::Bench;

const P1: &str = r#"{"id": "T-1", "priority": "P1", "summary": "Pump leaks"}"#;

fn costly(n: usize) -> ScriptedModel {
    (0..n).fold(ScriptedModel::new(), |model, n| {
        model.then(Answer::new(format!(r#"{{"priority": "P{}"}}"#, n + 2)).usage(900, 100))
    })
}

#[test]
fn a_call_that_may_go_over_the_tokens_is_not_made() {
    let bench = Bench::new(costly(1));
    let error = bench.run_with(Route::new(P1), RunOptions::new().max_tokens(2_000)).into_result().unwrap_err();
    assert_eq!((error.status(), bench.model.requests().len()), (Status::BudgetExceeded, 1), "{error}");
    assert!(error.to_string().contains("1000 of 2000 tokens are spent"), "{error}");
}

#[test]
fn an_answer_that_took_more_than_was_set_aside_is_still_used() {
    let model = ScriptedModel::new().then(Answer::new(r#"{"priority": "low"}"#).usage(50_000, 50_000));
    let bench = Bench::new(model);
    assert_eq!(bench.run_with(Route::new(P1), RunOptions::new().max_tokens(3_000)).status(), Status::Repaired);
}

#[test]
fn what_an_answer_took_is_counted_as_set_aside_where_nobody_says() {
    let answers = (0..9).map(|n| format!(r#"{{"priority": "P{}"}}"#, n + 2));
    let bench = Bench::new(ScriptedModel::new().answers(answers));
    let options = RunOptions::new().max_tokens(1_500);
    let error = bench.run_with(Route::new(P1), options).into_result().unwrap_err();
    assert_eq!(error.status(), Status::BudgetExceeded, "{error}");
}

#[test]
fn money_is_limited_by_the_model_s_price() {
    let price = Price::per_million(Usd::dollars(1.0), Usd::dollars(10.0));
    let runtime = |model: ScriptedModel| {
        let builder = Runtime::builder().model(model).price("scripted/m", price).unwrap();
        builder.default_model("scripted/m").unwrap().build()
    };
    let cap = |dollars: f64| RunOptions::new().max_cost(Usd::dollars(dollars));
    let model = costly(2);
    let error = runtime(model.clone()).run_blocking_with(Route::new(P1), cap(0.004)).into_result().unwrap_err();
    assert_eq!((error.status(), model.requests().len()), (Status::BudgetExceeded, 1), "{error}");
    assert!(error.to_string().contains("$0.001900 of $0.004000 are spent"), "{error}");
    let fine = ScriptedModel::new().then(Answer::new(r#"{"priority": "low"}"#).usage(900, 100));
    assert_eq!(runtime(fine).run_blocking_with(Route::new(P1), cap(1.0)).status(), Status::Repaired);
}

#[test]
fn a_limit_on_money_and_an_unknown_price_is_an_error_that_says_so() {
    let bench = Bench::new(costly(1));
    let error = bench.run_with(Route::new(P1), RunOptions::new().max_cost(Usd::dollars(1.0))).into_result().unwrap_err();
    assert_eq!((error.status(), bench.model.requests().len()), (Status::BudgetExceeded, 0));
    assert!(error.to_string().contains("RuntimeBuilder::price"), "{error}");
}

#[test]
fn prices_are_known_by_the_model_s_name_dated_or_not() {
    let price = known("openai", "gpt-4o-mini").unwrap();
    assert_eq!(price.of(1_000_000, 1_000_000), Usd::dollars(0.75));
    assert_eq!(known("openai", "gpt-4o-mini-2024-07-18"), Some(price));
    assert_eq!(known("openai", "gpt-4o-mini-tuned"), None);
    assert_eq!(known("anthropic", "claude-sonnet-4-6").unwrap().of(1000, 0), Usd::of_micros(3000));
}

#[test]
fn a_later_run_starts_with_a_budget_of_its_own() {
    let model = ScriptedModel::new()
        .then(Answer::new(r#"{"priority": "low"}"#).usage(900, 100))
        .then(Answer::new(r#"{"priority": "low"}"#).usage(900, 100));
    let bench = Bench::new(model);
    for _ in 0..2 {
        assert_eq!(bench.run_with(Route::new(P1), RunOptions::new().max_tokens(1_500)).status(), Status::Repaired);
    }
}
