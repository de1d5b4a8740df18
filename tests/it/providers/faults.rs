use std::time::Duration;

use repair::{
    model::{AnthropicModel, CallLimits, LanguageModel},
    wire::{CallFailure, FailureKind},
};
use serde_json::json;
use tokio::net::TcpListener;

use super::{
    KEY, MAX_BYTES, anthropic, both, json_reply, message, request,
    server::{Server, Step, head, reply},
};

const JSON: (&str, &str) = ("content-type", "application/json");

/// Asserts that both clients end in this kind of failure.
async fn assert_fails(step: impl Fn() -> Step, kind: FailureKind) -> CallFailure {
    let [first, second] = both(step).await;
    let (first, second) = (first.unwrap_err(), second.unwrap_err());
    assert_eq!((first.kind, first.retryable), (kind, kind.is_transient()), "{first}");
    assert_eq!((second.kind, &second.message), (first.kind, &first.message));
    first
}

fn whole() -> Vec<u8> {
    message(&json!([{"type": "text", "text": "ok"}]), "end_turn").to_string().into_bytes()
}

#[tokio::test]
async fn cut_in_mid_body() {
    let cut = || Step::Send([head(200, &[JSON], whole().len()), whole()[..40].to_vec()].concat());
    let failure = assert_fails(cut, FailureKind::Transport).await;
    assert_eq!(failure.status, Some(200));
    let chunked = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nff\r\n{\"content";
    assert_fails(|| Step::Send(chunked.into()), FailureKind::Transport).await;
}

#[tokio::test]
async fn reset() {
    assert_fails(|| Step::Reset(Vec::new()), FailureKind::Transport).await;
    assert_fails(|| Step::Reset([head(200, &[JSON], 500), b"{\"content".to_vec()].concat()), FailureKind::Transport).await;
}

#[tokio::test]
async fn closed_before_the_head_or_within() {
    assert_fails(|| Step::Send(Vec::new()), FailureKind::Transport).await;
    assert_fails(|| Step::Send(b"HTTP/1.1 200 O".to_vec()), FailureKind::Transport).await;
    assert_fails(|| Step::Send(b"220 smtp.example.com ESMTP\r\n".to_vec()), FailureKind::Transport).await;
}

/// Asks a server that stalls; the client has to give up by itself.
async fn give_up_on(server: &Server) -> CallFailure {
    let limits = CallLimits::new(Duration::from_millis(80), MAX_BYTES);
    let (model, request) = (anthropic(server), request());
    tokio::time::timeout(Duration::from_secs(20), model.complete(&request, limits)).await.unwrap().unwrap_err()
}

#[tokio::test]
async fn stalled() {
    for sent in [Vec::new(), [head(200, &[JSON], 500), b"{\"content".to_vec()].concat()] {
        let server = Server::start([Step::Stall(sent)]).await;
        let failure = give_up_on(&server).await;
        assert_eq!((failure.kind, failure.retryable), (FailureKind::Timeout, true), "{failure}");
        server.request();
    }
}

#[tokio::test]
async fn a_stalled_error_is_classed_by_its_status() {
    let server = Server::start([Step::Stall(head(429, &[JSON, ("retry-after", "2")], 500))]).await;
    let failure = give_up_on(&server).await;
    assert_eq!((failure.kind, failure.retry_after), (FailureKind::RateLimited, Some(Duration::from_secs(2))));
}

#[tokio::test]
async fn nobody_listens() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let model = AnthropicModel::builder().api_key(KEY).base_url(url.clone()).build().unwrap();
    let failure = super::ask(&model).await.unwrap_err();
    assert_eq!((failure.kind, failure.status), (FailureKind::Transport, None));
    assert!(failure.message.contains("refused") && !failure.message.contains(&url), "{failure}");
}

#[tokio::test]
async fn no_tls_on_the_other_side() {
    let server = Server::start([]).await;
    let url = server.url().replace("http://", "https://");
    let model = AnthropicModel::builder().api_key(KEY).base_url(url).build().unwrap();
    assert_eq!(super::ask(&model).await.unwrap_err().kind, FailureKind::Transport);
}

#[tokio::test]
async fn over_the_cap() {
    let five = 5 * 1024 * 1024;
    let failure = assert_fails(|| reply(200, &[JSON], &vec![b' '; five]), FailureKind::TooLarge).await;
    assert!(failure.message.contains("4194304"), "{failure}");
    let unannounced = || {
        let head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n".to_vec();
        Step::Send([head, vec![b'1'; five]].concat())
    };
    assert_fails(unannounced, FailureKind::TooLarge).await;
    let error = assert_fails(|| reply(500, &[JSON], &vec![b' '; five]), FailureKind::Server).await;
    assert!(error.body.unwrap().len() <= 2048);
}

#[tokio::test]
async fn at_the_cap() {
    let body = whole();
    for (cap, fits) in [(body.len(), true), (body.len() - 1, false)] {
        let server = Server::start([reply(200, &[JSON], &body)]).await;
        let result = anthropic(&server).complete(&request(), CallLimits::new(Duration::from_secs(20), cap)).await;
        assert_eq!(result.is_ok(), fits);
    }
}

#[tokio::test]
async fn another_content_type() {
    let failure =
        assert_fails(|| reply(200, &[("content-type", "text/html; charset=utf-8")], b"<p>Sign in"), FailureKind::Protocol).await;
    assert!(failure.message.contains("text/html"), "{failure}");
    for json in ["application/json; charset=utf-8", "Application/JSON", "application/problem+json"] {
        let server = Server::start([reply(200, &[("content-type", json)], &whole())]).await;
        assert_eq!(super::ask(&anthropic(&server)).await.unwrap().text, "ok", "{json}");
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let elsewhere = Server::start([]).await;
    for status in [301, 302, 307, 308] {
        let step = || json_reply(status, &[("location", &elsewhere.url())], &json!({}));
        let failure = assert_fails(step, FailureKind::Protocol).await;
        assert_eq!(failure.status, Some(status));
        assert!(failure.to_string().contains(&status.to_string()), "{failure}");
    }
    assert!(elsewhere.received().is_empty());
}

#[tokio::test]
async fn not_utf8() {
    let body = whole().into_iter().map(|byte| if byte == b'k' { 0xff } else { byte }).collect::<Vec<_>>();
    let failure = assert_fails(|| reply(200, &[JSON], &body), FailureKind::Protocol).await;
    assert!(failure.message.contains("UTF-8"), "{failure}");
}

#[tokio::test]
async fn not_json() {
    for body in ["", "  \n", "nope", "{\"content\": [", &"[".repeat(100_000), "{\"a\":\u{0}}"] {
        assert_fails(|| reply(200, &[JSON], body.as_bytes()), FailureKind::Protocol).await;
    }
    assert_fails(|| reply(204, &[], b""), FailureKind::Protocol).await;
}

#[tokio::test]
async fn one_call_is_one_request() {
    let server = Server::start([json_reply(503, &[], &json!({})), reply(200, &[JSON], &whole())]).await;
    let model = anthropic(&server);
    assert_eq!(super::ask(&model).await.unwrap_err().kind, FailureKind::Server);
    assert_eq!(server.received().len(), 1);
    assert_eq!(super::ask(&model).await.unwrap().text, "ok");
}
