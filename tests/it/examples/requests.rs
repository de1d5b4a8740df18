//! What `with_repair` asks a model, byte for byte.

use std::sync::Arc;

use expect_test::expect_file;
use repair::{
    Op, Runtime, Status,
    testing::{ScriptedModel, TestClock},
    wire::Request,
};
use serde_json::Value;

use super::{
    read, read_json,
    ticket::{ParseTicket, ValidateRouting},
};

/// The bytes of every request, so that no change of them goes unseen. Accept one with `UPDATE_EXPECT=1 cargo test`.
#[test]
fn the_requests_byte_for_byte() {
    let first = r#"{"id": "T-1042", "priority": "P2", "reporter_email": "tomasz.wrona@example.org", "summary": "x"}"#;
    let right = read_json("dirty-format.answers.json")[0].as_str().unwrap().to_owned();
    let op = ParseTicket { raw: read("dirty-format.json").into() };
    expect_file!["../../../examples/data/dirty-format.requests.txt"].assert_eq(&requests(op, [first.to_owned(), right]));

    let answers: Vec<String> = serde_json::from_str(&read("dirty-business-rule.gibberish-first.answers.json")).unwrap();
    let op = ValidateRouting { ticket: serde_json::from_str(&read("dirty-business-rule.json")).unwrap() };
    expect_file!["../../../examples/data/dirty-business-rule.requests.txt"].assert_eq(&requests(op, answers));
}

fn requests<O: Op>(op: O, answers: impl IntoIterator<Item = String>) -> String {
    let model = ScriptedModel::new().answers(answers);
    let runtime = Runtime::builder().model(model.clone()).clock(Arc::new(TestClock::new())).build();
    assert_eq!(runtime.run_blocking(op).status(), Status::Repaired);
    model.finish().unwrap();
    let requests = model.requests();
    assert_eq!(requests.len(), 2);
    requests.iter().zip(1..).map(|(request, number)| written(request, number)).collect()
}

fn written(request: &Request, number: u32) -> String {
    let Request { max_tokens, system, prompt, schema, .. } = request;
    let schema = schema.as_ref().map_or_else(|| "none".to_owned(), Value::to_string);
    format!("=== request {number}, at most {max_tokens} tokens\n--- system\n{system}\n--- user\n{prompt}\n--- schema\n{schema}\n")
}
