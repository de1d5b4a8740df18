use std::time::Duration;

use repair::{
    model::{AnthropicModel, CallLimits, Effort, LanguageModel, OpenAiModel, StructuredOutput, TokenLimit},
    wire::{FailureKind, Request},
};
use serde_json::{Value, json};

use super::{
    KEY, MAX_BYTES, anthropic, completion,
    contract::{ANTHROPIC_REQUEST, OPENAI_REQUEST},
    json_reply, message, openai, request,
    server::{Received, Server, Step},
};

fn message_step() -> Step {
    json_reply(200, &[], &message(&json!([{"type": "text", "text": "ok"}]), "end_turn"))
}

fn completion_step(text: &str) -> Step {
    json_reply(200, &[], &completion(&json!({"role": "assistant", "content": text}), "stop"))
}

async fn send(model: &dyn LanguageModel, request: &Request) -> String {
    model.complete(request, CallLimits::new(Duration::from_secs(20), MAX_BYTES)).await.unwrap().text
}

/// The request as it arrives at Anthropic's place.
async fn at_anthropic(model: impl FnOnce(&Server) -> AnthropicModel, request: &Request) -> Received {
    let server = Server::start([message_step()]).await;
    send(&model(&server), request).await;
    let received = server.request();
    ANTHROPIC_REQUEST.check(&received.json());
    assert_no_null(&received.json());
    received
}

/// The request as it arrives at OpenAI's place, and what the answer `text` becomes.
async fn at_openai(model: impl FnOnce(&Server) -> OpenAiModel, request: &Request, text: &str) -> (Received, String) {
    let server = Server::start([completion_step(text)]).await;
    let text = send(&model(&server), request).await;
    let received = server.request();
    OPENAI_REQUEST.check(&received.json());
    assert_no_null(&received.json());
    (received, text)
}

/// What is not set is left out, never null.
fn assert_no_null(body: &Value) {
    match body {
        Value::Null => panic!("a null"),
        Value::Array(items) => items.iter().for_each(assert_no_null),
        Value::Object(map) => map.values().for_each(assert_no_null),
        _ => {}
    }
}

fn with_schema() -> Request {
    let mut request = request();
    request.schema = Some(json!({
        "type": "object",
        "properties": {"id": {"type": "string", "maxLength": 9}, "tags": {"type": "array", "items": {"type": "string"}}},
        "required": ["id"],
    }));
    request
}

#[tokio::test]
async fn anthropic_minimal() {
    let received = at_anthropic(anthropic, &request()).await;
    assert_eq!(received.line, "POST /v1/messages HTTP/1.1");
    assert_eq!(received.header("content-type"), Some("application/json"));
    assert_eq!(received.header("anthropic-version"), Some("2026-10-21"));
    assert_eq!(received.header("x-api-key"), Some(KEY));
    assert_eq!(received.header("authorization"), None);
    assert_eq!(received.header("accept-encoding"), None);
    assert_eq!(
        received.json(),
        json!({
            "model": "claude-sonnet-4-6",
            "max_tokens": 2048,
            "messages": [{"role": "user", "content": "{\"id\": \"17\"}"}],
        })
    );
}

#[tokio::test]
async fn anthropic_with_everything() {
    let model = |server: &Server| {
        AnthropicModel::builder()
            .api_key("unused")
            .auth_token(format!(" {KEY}\n"))
            .base_url(format!("{}/proxy/", server.url()))
            .version("2023-06-01")
            .effort(Effort::Medium)
            .build()
            .unwrap()
    };
    let mut request = with_schema();
    request.model = "claude-haiku-5-5".to_owned();
    request.system = "Correct the input.".to_owned();
    request.max_tokens = 100_000;
    let received = at_anthropic(model, &request).await;
    assert_eq!(received.line, "POST /proxy/v1/messages HTTP/1.1");
    assert_eq!(received.header("anthropic-version"), Some("2023-06-01"));
    assert_eq!(received.header("authorization"), Some("Bearer sk-test-4f1d9a"));
    assert_eq!(received.header("x-api-key"), None);
    assert_eq!(
        received.json(),
        json!({
            "model": "claude-haiku-5-5",
            "max_tokens": 21_333,
            "system": "Correct the input.",
            "messages": [{"role": "user", "content": "{\"id\": \"17\"}"}],
            "thinking": {"type": "disabled"},
            "output_config": {
                "effort": "medium",
                "format": {
                    "type": "json_schema",
                    "schema": {
                        "type": "object",
                        "properties": {
                            "id": {"type": "string", "description": "{maxLength: 9}"},
                            "tags": {"type": "array", "items": {"type": "string"}},
                        },
                        "required": ["id"],
                        "additionalProperties": false,
                    },
                },
            },
        })
    );
}

#[tokio::test]
async fn anthropic_thinking_follows_the_model() {
    for (model, thinking, max_tokens) in [
        ("claude-sonnet-4-6", None, 2048),
        ("claude-sonnet-5-5", Some("between_tools"), 2048),
        ("claude-haiku-5-5", Some("disabled"), 2048),
        ("claude-opus-5-5", None, 4096),
        ("claude-fable-5-2", None, 4096),
    ] {
        let mut request = request();
        request.model = model.to_owned();
        let body = at_anthropic(anthropic, &request).await.json();
        assert_eq!(body["thinking"]["type"].as_str(), thinking, "{model}");
        assert_eq!(body["max_tokens"], max_tokens, "{model}");
    }
}

#[tokio::test]
async fn anthropic_without_what_cannot_be_said() {
    let mut request = request();
    request.schema = Some(json!({"type": "object", "additionalProperties": {"type": "string"}}));
    assert_eq!(at_anthropic(anthropic, &request).await.json().get("output_config"), None);

    let off =
        |server: &Server| AnthropicModel::builder().api_key(KEY).base_url(server.url()).structured_output(false).build().unwrap();
    assert_eq!(at_anthropic(off, &with_schema()).await.json().get("output_config"), None);
}

#[tokio::test]
async fn openai_minimal() {
    let (received, _) = at_openai(openai, &request(), "ok").await;
    assert_eq!(received.line, "POST /v1/chat/completions HTTP/1.1");
    assert_eq!(received.header("authorization"), Some("Bearer sk-test-4f1d9a"));
    assert_eq!(
        received.json(),
        json!({
            "model": "gpt-test",
            "messages": [{"role": "user", "content": "{\"id\": \"17\"}"}],
            "max_tokens": 2048,
        })
    );
}

#[tokio::test]
async fn openai_strict_adds_nulls_and_takes_them_out_again() {
    let mut request = with_schema();
    request.model = "gpt-other".to_owned();
    request.system = "Correct the input.".to_owned();
    let model = |server: &Server| {
        let builder = OpenAiModel::builder().base_url(server.url()).token_limit(TokenLimit::MaxCompletionTokens);
        builder.structured_output(StructuredOutput::Strict).build().unwrap()
    };
    let (received, text) = at_openai(model, &request, r#"{"id": "T-1", "tags": null}"#).await;
    assert_eq!(received.header("authorization"), None);
    assert_eq!(
        received.json(),
        json!({
            "model": "gpt-other",
            "messages": [
                {"role": "system", "content": "Correct the input."},
                {"role": "user", "content": "{\"id\": \"17\"}"},
            ],
            "max_completion_tokens": 2048,
            "response_format": {
                "type": "json_schema",
                "json_schema": {
                    "name": "answer",
                    "strict": true,
                    "schema": {
                        "type": "object",
                        "properties": {
                            "id": {"type": "string", "description": "{maxLength: 9}"},
                            "tags": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]},
                        },
                        "required": ["id", "tags"],
                        "additionalProperties": false,
                    },
                },
            },
        })
    );
    assert_eq!(text, r#"{"id":"T-1"}"#);
}

#[tokio::test]
async fn openai_plain_and_off() {
    let nulls = r#"{"id": "T-1", "tags": null}"#;
    let (received, text) = at_openai(openai, &with_schema(), nulls).await;
    let format = &received.json()["response_format"]["json_schema"];
    assert_eq!((&format["schema"], format.get("strict")), (with_schema().schema.as_ref().unwrap(), None));
    assert_eq!(text, nulls);

    let off = |server: &Server| {
        let builder = OpenAiModel::builder().base_url(server.url()).model("m");
        builder.structured_output(StructuredOutput::Off).build().unwrap()
    };
    let (received, _) = at_openai(off, &with_schema(), "ok").await;
    assert_eq!(received.json().get("response_format"), None);
}

#[tokio::test]
async fn openai_without_a_model_asks_nobody() {
    let server = Server::start([]).await;
    let model = OpenAiModel::builder().base_url(server.url()).build().unwrap();
    let failure = model.complete(&request(), CallLimits::new(Duration::from_secs(20), MAX_BYTES)).await.unwrap_err();
    assert_eq!((failure.kind, failure.retryable), (FailureKind::NoModel, false));
    assert!(failure.to_string().contains("OPENAI_MODEL"), "{failure}");
    assert!(server.received().is_empty());
}

#[tokio::test]
async fn data_is_sent_as_it_is() {
    let mut request = request();
    request.prompt = "a\0b \u{2028} \"quoted\" \u{1F600} </tag>".to_owned();
    let body = at_anthropic(anthropic, &request).await.json();
    assert_eq!(body["messages"][0]["content"], request.prompt);
    let (received, _) = at_openai(openai, &request, "ok").await;
    assert_eq!(received.json()["messages"][0]["content"], request.prompt);
}
