//! Failures below HTTP: the connection, its pace, and the size of what comes through it.

use std::{error::Error, io};

use reqwest::Response;

use super::Meta;
use crate::wire::{CallFailure, FailureKind};

/// The failure behind an error of the HTTP client. Its own text is left out, since it names the URL.
pub(super) fn failure(error: &reqwest::Error) -> CallFailure {
    if error.is_dns() {
        return CallFailure::new(FailureKind::Transport, "the provider's host name could not be resolved");
    }
    let cause = io_cause(error).map(|kind| format!(" ({kind})")).unwrap_or_default();
    if error.is_connect() {
        return CallFailure::new(FailureKind::Transport, format!("no connection to the provider{cause}"));
    }
    if error.is_timeout() {
        return CallFailure::new(FailureKind::Timeout, "no whole answer within the call's timeout; it may have been billed");
    }
    if error.is_builder() {
        return CallFailure::new(FailureKind::BadRequest, "the request could not be built");
    }
    CallFailure::new(FailureKind::Transport, format!("the connection broke{cause}; the call may have been billed"))
}

fn io_cause(error: &reqwest::Error) -> Option<io::ErrorKind> {
    let mut source = error.source();
    while let Some(error) = source {
        match error.downcast_ref::<io::Error>().map(io::Error::kind) {
            Some(kind) if kind != io::ErrorKind::Other => return Some(kind),
            _ => source = error.source(),
        }
    }
    None
}

/// The whole body, if it has at most `cap` bytes; else it is not read to its end.
pub(super) async fn body(response: &mut Response, meta: &Meta, cap: usize) -> Result<Vec<u8>, CallFailure> {
    let too_large = || meta.failure(FailureKind::TooLarge, format!("the answer has more than {cap} bytes"));
    if response.content_length().is_some_and(|length| length > cap as u64) {
        return Err(too_large());
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| meta.identify(failure(&error)))? {
        if body.len() + chunk.len() > cap {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// The beginning of an error's body. The status has said already what is wrong, so whatever goes wrong here is ignored.
pub(super) async fn beginning(response: &mut Response, cap: usize) -> Vec<u8> {
    let mut body = Vec::new();
    while let Ok(Some(chunk)) = response.chunk().await {
        body.extend_from_slice(&chunk[..chunk.len().min(cap - body.len())]);
        if body.len() == cap {
            break;
        }
    }
    body
}
