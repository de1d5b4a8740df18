//! What goes to a model and what comes back: shared by the machine and the clients.

use std::{fmt, time::Duration};

use serde::{Deserialize, Serialize};

/// One request to a model: a system turn, one user turn, and the limits of the answer.
///
/// The machine builds it from its state alone, so a replayed run asks for the same bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Request {
    /// The provider asked, as registered with the runtime: `anthropic`, `openai`, or one of your own.
    pub provider: String,
    /// The model's name at that provider; empty where the client has one of its own.
    pub model: String,
    /// The instructions.
    pub system: String,
    /// The user turn: data, never instructions.
    pub prompt: String,
    /// The answer's cap, in tokens.
    pub max_tokens: u32,
    /// A JSON Schema the answer has to satisfy, for providers that can constrain decoding. A client that can't ignores it:
    /// the prompt says the same in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<serde_json::Value>,
}

impl Request {
    /// A request without a schema; for tests of a client and for planners.
    #[must_use]
    pub fn new(provider: impl Into<String>, model: impl Into<String>, prompt: impl Into<String>) -> Self {
        Self {
            provider: provider.into(),
            model: model.into(),
            system: String::new(),
            prompt: prompt.into(),
            max_tokens: crate::config::DEFAULT_MAX_TOKENS,
            schema: None,
        }
    }
}

impl Request {
    /// About how many tokens it is read as, for budgets: a token for three bytes, which errs on the dear side for English.
    #[must_use]
    pub fn estimated_tokens(&self) -> u64 {
        let schema = self.schema.as_ref().map_or(0, |schema| schema.to_string().len());
        let bytes = self.system.len() + self.prompt.len() + schema;
        u64::try_from(bytes.div_ceil(3) + 16).unwrap_or(u64::MAX)
    }
}

/// A model's answer to one request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Answer {
    /// All of its text.
    pub text: String,
    /// Why it ended.
    pub finish: Finish,
    /// What it cost, as far as the provider said.
    #[serde(default)]
    pub usage: Usage,
    /// The model that answered, where the provider names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The provider's id of the request, for its support.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

impl Answer {
    /// An answer that ended by itself, of unknown cost.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), finish: Finish::Stop, usage: Usage::default(), model: None, request_id: None }
    }

    /// The same answer with another end.
    #[must_use]
    pub fn finish(mut self, finish: Finish) -> Self {
        self.finish = finish;
        self
    }

    /// The same answer with a cost.
    #[must_use]
    pub fn usage(mut self, input_tokens: u64, output_tokens: u64) -> Self {
        self.usage = Usage { input_tokens: Some(input_tokens), output_tokens: Some(output_tokens) };
        self
    }

    /// The same answer with the name of the model that gave it.
    #[must_use]
    pub fn model(mut self, model: impl Into<String>) -> Self {
        self.model = Some(model.into());
        self
    }

    /// The same answer with the provider's id for it.
    #[must_use]
    pub fn request_id(mut self, id: impl Into<String>) -> Self {
        self.request_id = Some(id.into());
        self
    }
}

/// Why an answer ended, in one spelling for all providers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Finish {
    /// By itself.
    Stop,
    /// At the token cap: the text is cut.
    Length,
    /// The model, or a filter before or after it, declined.
    Refused,
    /// Anything else, in the provider's spelling; read like [`Stop`](Self::Stop).
    Other(String),
}

/// Tokens used. `None` is unknown, which is not zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens read, cached ones included.
    pub input_tokens: Option<u64>,
    /// Tokens written, thinking included.
    pub output_tokens: Option<u64>,
}

impl Usage {
    /// The sum; unknown as soon as one part is.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let add = |a: Option<u64>, b: Option<u64>| a.zip(b).map(|(a, b)| a.saturating_add(b));
        Self {
            input_tokens: add(self.input_tokens, other.input_tokens),
            output_tokens: add(self.output_tokens, other.output_tokens),
        }
    }
}

/// Why a call gave no answer. The kinds differ in what may be done about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FailureKind {
    /// No connection, or it broke: resets, DNS, TLS, a body cut short.
    Transport,
    /// No answer within the call's timeout. It may have been billed.
    Timeout,
    /// 408, 409, 429: asked too much or too soon.
    RateLimited,
    /// 5xx and overload.
    Server,
    /// 401 and 403, or no credential.
    Auth,
    /// 400, 404, 413 and their like: the same request will fail again.
    BadRequest,
    /// A spending limit or an empty account.
    SpendLimit,
    /// The body is over the cap, and was not read to its end.
    TooLarge,
    /// The provider answered something that is not its protocol.
    Protocol,
    /// No such provider is registered, or no model is named.
    NoModel,
    /// A scripted model had no answer for the request.
    Unscripted,
}

impl FailureKind {
    /// A stable word to branch on.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Transport => "transport",
            Self::Timeout => "timeout",
            Self::RateLimited => "rate_limited",
            Self::Server => "server",
            Self::Auth => "auth",
            Self::BadRequest => "bad_request",
            Self::SpendLimit => "spend_limit",
            Self::TooLarge => "too_large",
            Self::Protocol => "protocol",
            Self::NoModel => "no_model",
            Self::Unscripted => "unscripted",
        }
    }

    /// Whether the same request may succeed later, where the provider does not say.
    #[must_use]
    pub const fn is_transient(self) -> bool {
        matches!(self, Self::Transport | Self::Timeout | Self::RateLimited | Self::Server)
    }
}

/// A call that gave no answer: what kind, whether to try again, and what the provider said.
///
/// `Display` shows the kind, the status and the message; what the provider's body said is kept apart in
/// [`body`](Self::body), capped, since it may quote the request.
///
/// ```
/// use repair_core::wire::{CallFailure, FailureKind};
///
/// let failure = CallFailure::new(FailureKind::Server, "the provider is overloaded").status(529);
/// assert!(failure.retryable);
/// assert_eq!(failure.to_string(), "server (HTTP 529): the provider is overloaded");
/// ```
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CallFailure {
    /// What kind of failure it is.
    pub kind: FailureKind,
    /// Whether the same request may be sent again; the kind's default unless the provider said otherwise.
    pub retryable: bool,
    /// The HTTP status, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// What happened, in this crate's words.
    pub message: String,
    /// How long the provider asks to wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<Duration>,
    /// The provider's id of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// Whether the client left the request's schema out, since it could not express it: asking again without it would be the
    /// same request.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unconstrained: bool,
    /// The beginning of what the provider's body said. Not part of `Display` or `{:?}`.
    #[serde(skip)]
    pub body: Option<String>,
}

impl CallFailure {
    /// A failure of a kind, retryable as the kind is.
    #[must_use]
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            retryable: kind.is_transient(),
            status: None,
            message: message.into(),
            retry_after: None,
            request_id: None,
            unconstrained: false,
            body: None,
        }
    }

    /// The same failure, of a request that was sent without its schema or with it.
    #[must_use]
    pub fn unconstrained(mut self, unconstrained: bool) -> Self {
        self.unconstrained = unconstrained;
        self
    }

    /// The same failure with an HTTP status.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }

    /// The same failure with the wait the provider asks for.
    #[must_use]
    pub fn retry_after(mut self, wait: Option<Duration>) -> Self {
        self.retry_after = wait;
        self
    }

    /// The same failure, retryable or not.
    #[must_use]
    pub fn retryable(mut self, retryable: bool) -> Self {
        self.retryable = retryable;
        self
    }

    /// The same failure with the provider's id of the request.
    #[must_use]
    pub fn request_id(mut self, id: Option<String>) -> Self {
        self.request_id = id;
        self
    }

    /// The same failure with the beginning of the provider's body.
    #[must_use]
    pub fn body(mut self, body: impl Into<String>) -> Self {
        self.body = Some(body.into());
        self
    }
}

impl fmt::Display for CallFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.code())?;
        if let Some(status) = self.status {
            write!(f, " (HTTP {status})")?;
        }
        write!(f, ": {}", self.message)?;
        match &self.request_id {
            Some(id) => write!(f, " (request {id})"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for CallFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallFailure")
            .field("kind", &self.kind)
            .field("retryable", &self.retryable)
            .field("status", &self.status)
            .field("message", &self.message)
            .field("retry_after", &self.retry_after)
            .field("request_id", &self.request_id)
            .finish_non_exhaustive()
    }
}

impl std::error::Error for CallFailure {}
