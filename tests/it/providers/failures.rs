use std::time::Duration;

use repair::wire::{CallFailure, FailureKind};
use serde_json::{Value, json};

use super::{KEY, anthropic, ask, both, contract::ANTHROPIC_ERROR, json_reply, openai, server::Server};

fn error(kind: &str) -> Value {
    json!({"type": "error", "error": {"type": kind, "message": "please try again: 529"}, "request_id": "req_body"})
}

async fn fail(status: u16, headers: &[(&str, &str)], body: &Value) -> CallFailure {
    let server = Server::start([json_reply(status, headers, body)]).await;
    let failure = ask(&openai(&server)).await.unwrap_err();
    server.request();
    failure
}

#[tokio::test]
async fn every_status_of_the_table() {
    for (status, kind, retryable) in [
        (400, FailureKind::BadRequest, false),
        (401, FailureKind::Auth, false),
        (402, FailureKind::SpendLimit, false),
        (403, FailureKind::Auth, false),
        (404, FailureKind::BadRequest, false),
        (408, FailureKind::RateLimited, true),
        (409, FailureKind::RateLimited, true),
        (413, FailureKind::BadRequest, false),
        (422, FailureKind::BadRequest, false),
        (429, FailureKind::RateLimited, true),
        (500, FailureKind::Server, true),
        (502, FailureKind::Server, true),
        (503, FailureKind::Server, true),
        (504, FailureKind::Server, true),
        (529, FailureKind::Server, true),
    ] {
        for result in both(|| json_reply(status, &[], &json!({"error": "x"}))).await {
            let failure = result.unwrap_err();
            assert_eq!((failure.kind, failure.retryable, failure.status), (kind, retryable, Some(status)), "{status}");
            assert_eq!(failure.retry_after, None);
        }
    }
}

#[tokio::test]
async fn words_decide_nothing() {
    for message in ["prompt is 42951 tokens: 429 too many requests", "please try again", "insufficient_quota", "overloaded_error"]
    {
        let failure = fail(400, &[], &json!({"error": {"message": message, "type": "invalid_request_error"}})).await;
        assert_eq!((failure.kind, failure.retryable), (FailureKind::BadRequest, false), "{message}");
    }
}

#[tokio::test]
async fn anthropic_errors() {
    for (status, kind, word) in [
        (400, FailureKind::BadRequest, "invalid_request_error"),
        (401, FailureKind::Auth, "authentication_error"),
        (402, FailureKind::SpendLimit, "billing_error"),
        (403, FailureKind::Auth, "permission_error"),
        (404, FailureKind::BadRequest, "not_found_error"),
        (429, FailureKind::RateLimited, "rate_limit_error"),
        (500, FailureKind::Server, "api_error"),
        (504, FailureKind::Server, "timeout_error"),
        (529, FailureKind::Server, "overloaded_error"),
    ] {
        ANTHROPIC_ERROR.check(&error(word));
        let server = Server::start([json_reply(status, &[], &error(word))]).await;
        let failure = ask(&anthropic(&server)).await.unwrap_err();
        assert_eq!((failure.kind, failure.request_id.as_deref()), (kind, Some("req_body")), "{word}");
        let shown = failure.to_string();
        assert!(shown.contains(word) && !shown.contains("please"), "{shown}");
    }
}

#[tokio::test]
async fn an_empty_account_beats_x_should_retry_which_beats_the_status() {
    let retry = [("x-should-retry", "true")];
    let spend = |code: &str| json!({"type": "error", "error": {"type": "rate_limit_error", "message": "m", "details": {"error_code": code}}});
    let quota = json!({"error": {"message": "m", "type": "insufficient_quota", "param": null, "code": "insufficient_quota"}});
    let project = json!({"error": {"message": "m", "type": "requests", "code": "project_spend_limit_exceeded"}});
    for body in [spend("enforced_spend_limit_reached"), spend("contract_spend_limit_reached"), quota, project] {
        for status in [400, 429, 500] {
            let failure = fail(status, &retry, &body).await;
            assert_eq!((failure.kind, failure.retryable), (FailureKind::SpendLimit, false), "{status} {body}");
        }
    }
    let ramp = fail(429, &[], &spend("ramp_limit_exceeded")).await;
    assert_eq!((ramp.kind, ramp.retryable), (FailureKind::RateLimited, true));

    let other = json!({"error": {"message": "m"}});
    let told_to = fail(400, &retry, &other).await;
    assert_eq!((told_to.kind, told_to.retryable), (FailureKind::BadRequest, true));
    let told_not_to = fail(503, &[("x-should-retry", "false")], &other).await;
    assert_eq!((told_not_to.kind, told_not_to.retryable), (FailureKind::Server, false));
    assert!(fail(503, &[("x-should-retry", "perhaps")], &other).await.retryable);
}

#[tokio::test]
async fn an_error_inside_a_success() {
    for (body, kind, retryable) in [
        (json!({"error": {"code": 429, "message": "m"}}), FailureKind::RateLimited, true),
        (json!({"error": {"code": 402, "message": "m"}}), FailureKind::SpendLimit, false),
        (json!({"error": {"code": "401", "message": "m"}}), FailureKind::Auth, false),
        (json!({"choices": [{"index": 0, "error": {"code": 502, "message": "m"}}]}), FailureKind::Server, true),
        (json!({"object": "error", "message": "m", "type": "BadRequestError", "code": 400}), FailureKind::BadRequest, false),
        (json!({"error": "out of memory"}), FailureKind::Server, true),
        (error("overloaded_error"), FailureKind::Server, true),
        (error("invalid_request_error"), FailureKind::BadRequest, false),
        (error("billing_error"), FailureKind::SpendLimit, false),
    ] {
        for result in both(|| json_reply(200, &[], &body)).await {
            let failure = result.unwrap_err();
            assert_eq!((failure.kind, failure.retryable, failure.status), (kind, retryable, Some(200)), "{body}");
        }
    }
}

#[tokio::test]
async fn every_form_of_retry_after() {
    for (headers, wait) in [
        (&[("retry-after", "20")] as &[_], Some(20.0)),
        (&[("retry-after", "1.5")], Some(1.5)),
        (&[("retry-after-ms", "250"), ("retry-after", "20")], Some(0.25)),
        (&[("retry-after-ms", "soon"), ("retry-after", "20")], Some(20.0)),
        (&[("retry-after", "0")], None),
        (&[("retry-after", "-10")], None),
        (&[("retry-after", "")], None),
        (&[("retry-after", "garbage")], None),
        (&[("retry-after", "Wed, 21 Oct 2015 07:28:00 GMT")], None),
        (&[], None),
    ] {
        let failure = fail(429, headers, &error("rate_limit_error")).await;
        assert_eq!(failure.retry_after, wait.map(Duration::from_secs_f64), "{headers:?}");
        assert!(failure.retryable);
    }
    let date = fail(503, &[("retry-after", "Fri, 31 Dec 9999 23:59:59 GMT")], &error("api_error")).await;
    assert!(date.retry_after.unwrap() > Duration::from_secs(60 * 60 * 24 * 365));
    let inside = fail(200, &[("retry-after", "3")], &json!({"error": {"code": 429}})).await;
    assert_eq!(inside.retry_after, Some(Duration::from_secs(3)));
}

#[tokio::test]
async fn the_header_names_the_request_before_the_body_does() {
    let server = Server::start([json_reply(500, &[("request-id", "req_header")], &error("api_error"))]).await;
    assert_eq!(ask(&anthropic(&server)).await.unwrap_err().request_id.as_deref(), Some("req_header"));
    let strange = fail(500, &[("x-request-id", "a b")], &json!({})).await;
    assert_eq!(strange.request_id, None);
}

#[tokio::test]
async fn what_the_provider_said_is_kept_short_and_apart() {
    let said = format!("the prompt said hunter2 and the key is {KEY} {}", "é".repeat(4000));
    let failure = fail(400, &[], &json!({"error": {"message": said, "type": "a sentence, not a type", "code": null}})).await;
    let body = failure.body.as_deref().unwrap();
    assert!(body.len() <= 2048 && body.contains("hunter2") && body.contains("[redacted]"), "{body}");
    for shown in [failure.to_string(), format!("{failure:?}")] {
        assert!(!shown.contains("hunter2") && !shown.contains("sentence"), "{shown}");
    }
    assert!(!body.contains(KEY));
}

#[tokio::test]
async fn an_error_page_is_classed_by_its_status() {
    let page = || super::reply(502, &[("content-type", "text/html")], b"<h1>Bad gateway</h1>\xff");
    for result in both(page).await {
        let failure = result.unwrap_err();
        assert_eq!((failure.kind, failure.retryable), (FailureKind::Server, true));
        assert_eq!(failure.body.as_deref(), Some("<h1>Bad gateway</h1>\u{fffd}"));
    }
}
