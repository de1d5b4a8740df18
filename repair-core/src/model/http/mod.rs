//! One HTTP exchange with a provider: send, cap, check, classify. Retries are the machine's.

mod auth;
mod classify;
mod endpoint;
mod error_body;
mod retry_after;
mod transport;

use std::time::{Duration, SystemTime};

use reqwest::{
    Response,
    header::{CONTENT_TYPE, HeaderMap, HeaderValue},
};
use serde::Serialize;
use serde_json::Value;

use self::error_body::ErrorBody;
pub(super) use self::{auth::Auth, endpoint::Endpoint};
use super::CallLimits;
use crate::{
    escape,
    wire::{CallFailure, FailureKind},
};

/// How much of an error's body is read, and how much of it is kept.
const ERROR_READ: usize = 64 * 1024;
const ERROR_KEPT: usize = 2 * 1024;

/// A provider's answer of status 2xx without an error in it.
pub(super) struct Reply {
    pub(super) body: Value,
    pub(super) meta: Meta,
}

impl Reply {
    /// The reply is JSON, but not what the provider's protocol says.
    pub(super) fn off_protocol(&self, message: &str) -> CallFailure {
        self.meta.failure(FailureKind::Protocol, message)
    }
}

/// What stands around a body.
pub(super) struct Meta {
    status: u16,
    pub(super) request_id: Option<String>,
    retry_after: Option<Duration>,
    should_retry: Option<bool>,
}

impl Meta {
    fn new(response: &Response) -> Self {
        let headers = response.headers();
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
        Self {
            status: response.status().as_u16(),
            request_id: text("request-id").or_else(|| text("x-request-id")).and_then(identifier),
            retry_after: retry_after::read(headers, SystemTime::now()),
            should_retry: text("x-should-retry").and_then(|value| value.parse().ok()),
        }
    }

    fn failure(&self, kind: FailureKind, message: impl Into<String>) -> CallFailure {
        self.identify(CallFailure::new(kind, message))
    }

    fn identify(&self, failure: CallFailure) -> CallFailure {
        failure.status(self.status).retry_after(self.retry_after).request_id(self.request_id.clone())
    }
}

/// An id that can be shown as it is.
fn identifier(text: &str) -> Option<String> {
    ((1..=128).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic())).then(|| text.to_owned())
}

impl Endpoint {
    /// Sends one request and reads the whole answer.
    pub(super) async fn post(
        &self,
        auth: Option<&Auth>,
        mut headers: HeaderMap,
        body: &impl Serialize,
        limits: CallLimits,
    ) -> Result<Reply, CallFailure> {
        let body = serde_json::to_vec(body)
            .map_err(|_| CallFailure::new(FailureKind::BadRequest, "the request could not be written as JSON"))?;
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(auth) = auth {
            auth.apply(&mut headers);
        }
        let request = self.client.post(self.url.clone()).headers(headers).body(body).timeout(limits.timeout);
        let response = request.send().await.map_err(|error| transport::failure(&error))?;
        read(response, limits).await.map_err(|mut failure| {
            failure.body = failure.body.map(|body| keep(&body, auth));
            failure
        })
    }
}

async fn read(mut response: Response, limits: CallLimits) -> Result<Reply, CallFailure> {
    let mut meta = Meta::new(&response);
    if response.status().is_redirection() {
        let message = "the provider redirects, which is not followed, since the key would go along: give the final base URL";
        return Err(meta.failure(FailureKind::Protocol, message));
    }
    if !response.status().is_success() {
        let bytes = transport::beginning(&mut response, ERROR_READ).await;
        let text = String::from_utf8_lossy(&bytes);
        let body: Value = serde_json::from_str(&text).unwrap_or_default();
        return Err(turned_down(&mut meta, &body, ErrorBody::find(&body).as_ref()).body(text));
    }
    if let Some(found) = other_content_type(response.headers()) {
        return Err(meta.failure(FailureKind::Protocol, format!("the answer's content type is {found}, not JSON")));
    }
    let bytes = transport::body(&mut response, &meta, limits.max_bytes).await?;
    let Ok(text) = String::from_utf8(bytes) else {
        return Err(meta.failure(FailureKind::Protocol, "the answer is not valid UTF-8"));
    };
    if text.trim().is_empty() {
        return Err(meta.failure(FailureKind::Protocol, "the answer's body is empty"));
    }
    let Ok(body) = serde_json::from_str(&text) else {
        return Err(meta.failure(FailureKind::Protocol, "the answer is not JSON").body(text));
    };
    match ErrorBody::find(&body) {
        Some(error) => Err(turned_down(&mut meta, &body, Some(&error)).body(text)),
        None => Ok(Reply { body, meta }),
    }
}

fn turned_down(meta: &mut Meta, body: &Value, error: Option<&ErrorBody>) -> CallFailure {
    if meta.request_id.is_none() {
        meta.request_id = body["request_id"].as_str().and_then(identifier);
    }
    classify::failure(meta, error)
}

/// The content type, if there is one and it is not JSON.
fn other_content_type(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(CONTENT_TYPE)?.to_str().unwrap_or("unreadable");
    let essence = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let json = essence == "application/json" || essence == "text/json" || essence.ends_with("+json");
    (!json).then(|| escape::quoted(&essence, 80))
}

/// The beginning of a body, without the credential.
fn keep(body: &str, auth: Option<&Auth>) -> String {
    let body = auth.map_or_else(|| body.to_owned(), |auth| auth.redact(body));
    body[..body.floor_char_boundary(ERROR_KEPT)].to_owned()
}
