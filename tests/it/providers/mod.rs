//! The clients of the providers against a raw TCP server: what they send, what they make of answers, what goes wrong.

mod building;
mod contract;
mod failures;
mod faults;
mod replies;
mod requests;
mod server;

use std::time::Duration;

use repair::{
    model::{AnthropicModel, CallLimits, LanguageModel, OpenAiModel},
    wire::{Answer, CallFailure, Request},
};
use serde_json::{Value, json};

use self::server::{Server, Step, reply};

const KEY: &str = "sk-test-4f1d9a";
const MAX_BYTES: usize = 4 * 1024 * 1024;

fn anthropic(server: &Server) -> AnthropicModel {
    AnthropicModel::builder().api_key(KEY).base_url(server.url()).build().unwrap()
}

fn openai(server: &Server) -> OpenAiModel {
    let base = format!("{}/v1", server.url());
    OpenAiModel::builder().api_key(KEY).base_url(base).model("gpt-test").build().unwrap()
}

fn request() -> Request {
    Request::new("any", "", "{\"id\": \"17\"}")
}

async fn ask(model: &dyn LanguageModel) -> Result<Answer, CallFailure> {
    model.complete(&request(), CallLimits::new(Duration::from_secs(20), MAX_BYTES)).await
}

/// What each client makes of the same step.
async fn both(step: impl Fn() -> Step) -> [Result<Answer, CallFailure>; 2] {
    let (first, second) = (Server::start([step()]).await, Server::start([step()]).await);
    [ask(&anthropic(&first)).await, ask(&openai(&second)).await]
}

fn json_reply(status: u16, headers: &[(&str, &str)], body: &Value) -> Step {
    let headers: Vec<_> = [("content-type", "application/json")].into_iter().chain(headers.iter().copied()).collect();
    reply(status, &headers, body.to_string().as_bytes())
}

/// A message as Anthropic sends it.
fn message(content: &Value, stop_reason: &str) -> Value {
    json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-4-6", "content": content,
        "stop_reason": stop_reason, "stop_sequence": null,
        "usage": {"input_tokens": 10, "cache_creation_input_tokens": 3, "cache_read_input_tokens": null, "output_tokens": 7},
    })
}

/// A completion as OpenAI sends it.
fn completion(message: &Value, finish_reason: &str) -> Value {
    json!({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1_792_567_680, "model": "gpt-test-2026",
        "choices": [{"index": 0, "message": message, "finish_reason": finish_reason, "logprobs": null}],
        "usage": {"prompt_tokens": 12, "completion_tokens": 5, "total_tokens": 17},
    })
}
