//! From a status and an error's type to a failure that says what may be done about it.

use super::{ErrorBody, Meta};
use crate::wire::{CallFailure, FailureKind};

/// The failure a reply stands for. A status inside the body counts where the reply's own says success.
pub(super) fn failure(meta: &Meta, error: Option<&ErrorBody>) -> CallFailure {
    let status = if meta.status >= 400 { Some(meta.status) } else { error.and_then(ErrorBody::status) };
    let spend = error.is_some_and(ErrorBody::is_spend);
    let kind = if spend { FailureKind::SpendLimit } else { kind(status) };
    let retryable = !spend && meta.should_retry.unwrap_or_else(|| kind.is_transient());
    let message = match error.and_then(ErrorBody::word) {
        Some(word) => format!("{} ({word})", wording(kind)),
        None => wording(kind).to_owned(),
    };
    meta.failure(kind, message).retryable(retryable)
}

/// An error without any status came in the middle of an answer: something broke on the provider's side.
fn kind(status: Option<u16>) -> FailureKind {
    match status {
        Some(401 | 403) => FailureKind::Auth,
        Some(402) => FailureKind::SpendLimit,
        Some(408 | 409 | 429) => FailureKind::RateLimited,
        Some(400..=499) => FailureKind::BadRequest,
        _ => FailureKind::Server,
    }
}

fn wording(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::Auth => "the provider refused the credential",
        FailureKind::SpendLimit => "a spending limit is reached or the account is empty",
        FailureKind::RateLimited => "the provider asks for fewer requests",
        FailureKind::BadRequest => "the provider turned the request down",
        _ => "the provider failed",
    }
}
