use repair::wire::{Answer, CallFailure, FailureKind, Finish, Usage};
use serde_json::{Value, json};

use super::{
    anthropic, ask, completion,
    contract::{ANTHROPIC_MESSAGE, OPENAI_COMPLETION},
    json_reply, message, openai,
    server::Server,
};

async fn from_anthropic(body: &Value) -> Result<Answer, CallFailure> {
    let server = Server::start([json_reply(200, &[("request-id", "req_1"), ("x-request-id", "other")], body)]).await;
    ask(&anthropic(&server)).await
}

async fn from_openai(body: &Value) -> Result<Answer, CallFailure> {
    let server = Server::start([json_reply(200, &[("x-request-id", "req_2")], body)]).await;
    ask(&openai(&server)).await
}

#[tokio::test]
async fn anthropic_texts_are_joined() {
    let body = message(
        &json!([
            {"type": "thinking", "thinking": "hm", "signature": "s"},
            {"type": "text", "text": "{\"a\":", "citations": null},
            {"type": "text", "text": " 1}", "citations": null},
        ]),
        "end_turn",
    );
    ANTHROPIC_MESSAGE.check(&body);
    let answer = from_anthropic(&body).await.unwrap();
    assert_eq!(answer.text, "{\"a\": 1}");
    assert_eq!(answer.finish, Finish::Stop);
    assert_eq!(answer.usage, Usage { input_tokens: Some(13), output_tokens: Some(7) });
    assert_eq!(answer.model.as_deref(), Some("claude-sonnet-4-6"));
    assert_eq!(answer.request_id.as_deref(), Some("req_1"));
}

#[tokio::test]
async fn anthropic_stop_reasons() {
    for (reason, finish) in [
        ("end_turn", Finish::Stop),
        ("stop_sequence", Finish::Stop),
        ("max_tokens", Finish::Length),
        ("model_context_window_exceeded", Finish::Length),
        ("refusal", Finish::Refused),
    ] {
        let mut body = message(&json!([{"type": "text", "text": "part"}]), reason);
        if reason == "refusal" {
            body["stop_details"] = json!({"type": "refusal", "category": "cyber", "explanation": null});
        }
        ANTHROPIC_MESSAGE.check(&body);
        let answer = from_anthropic(&body).await.unwrap();
        assert_eq!((answer.finish, answer.text.as_str()), (finish, "part"), "{reason}");
    }
    let unknown = from_anthropic(&message(&json!([]), "a_new_reason")).await.unwrap();
    assert_eq!((unknown.finish, unknown.text.as_str()), (Finish::Other("a_new_reason".to_owned()), ""));
}

#[tokio::test]
async fn anthropic_off_the_protocol() {
    for reason in ["tool_use", "pause_turn"] {
        let failure = from_anthropic(&message(&json!([]), reason)).await.unwrap_err();
        assert_eq!((failure.kind, failure.retryable), (FailureKind::Protocol, false), "{reason}");
        assert!(failure.message.contains(reason), "{failure}");
        assert_eq!(failure.request_id.as_deref(), Some("req_1"));
    }
    for body in [json!({}), json!([]), json!("text"), json!({"content": "text"})] {
        assert_eq!(from_anthropic(&body).await.unwrap_err().kind, FailureKind::Protocol, "{body}");
    }
}

#[tokio::test]
async fn anthropic_without_usage_is_unknown_not_zero() {
    let mut body = message(&json!([]), "end_turn");
    body["usage"] = json!({"cache_read_input_tokens": 4});
    assert_eq!(from_anthropic(&body).await.unwrap().usage, Usage::default());
}

#[tokio::test]
async fn openai_text() {
    let body = completion(&json!({"role": "assistant", "content": "{\"a\": 1}", "refusal": null}), "stop");
    OPENAI_COMPLETION.check(&body);
    let answer = from_openai(&body).await.unwrap();
    assert_eq!((answer.text.as_str(), &answer.finish), ("{\"a\": 1}", &Finish::Stop));
    assert_eq!(answer.usage, Usage { input_tokens: Some(12), output_tokens: Some(5) });
    assert_eq!(answer.model.as_deref(), Some("gpt-test-2026"));
    assert_eq!(answer.request_id.as_deref(), Some("req_2"));
}

#[tokio::test]
async fn openai_finish_reasons() {
    for (reason, finish) in [
        ("stop", Finish::Stop),
        ("length", Finish::Length),
        ("content_filter", Finish::Refused),
        ("tool_calls", Finish::Other("tool_calls".to_owned())),
    ] {
        let body = completion(&json!({"role": "assistant", "content": null}), reason);
        OPENAI_COMPLETION.check(&body);
        let answer = from_openai(&body).await.unwrap();
        assert_eq!((answer.finish, answer.text.as_str()), (finish, ""), "{reason}");
    }
    let unknown = from_openai(&completion(&json!({"content": "x"}), "eos")).await.unwrap();
    assert_eq!(unknown.finish, Finish::Other("eos".to_owned()));
}

#[tokio::test]
async fn openai_refusals() {
    let beside = completion(&json!({"role": "assistant", "content": null, "refusal": "No."}), "stop");
    OPENAI_COMPLETION.check(&beside);
    let inside = completion(&json!({"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]}), "stop");
    for body in [beside, inside] {
        let answer = from_openai(&body).await.unwrap();
        assert_eq!((answer.finish, answer.text.as_str()), (Finish::Refused, "No."), "{body}");
    }
    let none = completion(&json!({"role": "assistant", "content": "x", "refusal": ""}), "stop");
    assert_eq!(from_openai(&none).await.unwrap().finish, Finish::Stop);
}

#[tokio::test]
async fn openai_parts_and_missing_usage() {
    let parts = json!([{"type": "thinking", "text": "hm"}, {"type": "text", "text": "a"}, {"type": "text", "text": "b"}]);
    let mut body = completion(&json!({"role": "assistant", "content": parts}), "stop");
    body.as_object_mut().unwrap().remove("usage");
    let answer = from_openai(&body).await.unwrap();
    assert_eq!((answer.text.as_str(), answer.usage), ("ab", Usage::default()));
}

#[tokio::test]
async fn openai_off_the_protocol() {
    for body in [json!({}), json!({"choices": []}), json!({"choices": [{}]}), json!({"choices": [{"text": "old"}]}), json!(null)]
    {
        assert_eq!(from_openai(&body).await.unwrap_err().kind, FailureKind::Protocol, "{body}");
    }
}
