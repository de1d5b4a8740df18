//! The client of Anthropic's Messages API.

mod builder;
mod quirks;
mod reply;
mod request;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use self::request::Body;
pub use self::{builder::AnthropicBuilder, quirks::Effort};
use super::{
    CallLimits, LanguageModel, ModelError, async_trait, env,
    http::{Auth, Endpoint},
};
use crate::wire::{Answer, CallFailure, FailureKind, Request};

/// Anthropic's Messages API, provider `anthropic`.
///
/// A call is one HTTP request. It sends no sampling parameters, no prefill and no tools. Where [`Request::schema`] can be
/// said in the part of JSON Schema the API decodes by, the answer is constrained to it. Models that think by default get
/// the least thinking they take, or a cap of at least 4,096 tokens, since thinking counts towards it.
///
/// # Default
///
/// - model `claude-sonnet-4-6`, where the request names none;
/// - base URL `https://api.anthropic.com`, which needs the feature `rustls` or `native-tls`;
/// - `anthropic-version: 2026-10-21`;
/// - structured output on, the model's own effort.
///
/// ```
/// use repair_core::model::{AnthropicModel, LanguageModel};
///
/// let model = AnthropicModel::builder().api_key("sk-ant-example").build()?;
/// assert_eq!((model.provider(), model.default_model()), ("anthropic", "claude-sonnet-4-6"));
/// assert!(!format!("{model:?}").contains("sk-ant"));
/// # Ok::<(), repair_core::model::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AnthropicModel {
    provider: String,
    model: String,
    endpoint: Endpoint,
    auth: Auth,
    version: HeaderValue,
    effort: Option<Effort>,
    structured_output: bool,
}

impl AnthropicModel {
    /// A client with the defaults, which lacks only a credential.
    pub fn builder() -> AnthropicBuilder {
        AnthropicBuilder::default()
    }

    /// A client with what the environment says: `ANTHROPIC_API_KEY`, else `ANTHROPIC_AUTH_TOKEN`, and
    /// `ANTHROPIC_BASE_URL` if it is set. Blank variables count as unset.
    ///
    /// ```no_run
    /// let model = repair_core::model::AnthropicModel::from_env()?;
    /// # Ok::<(), repair_core::model::ModelError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A [`ModelError`] if neither credential is set, or what is set can't be used.
    pub fn from_env() -> Result<Self, ModelError> {
        Self::builder().environment(&env::process)?.build()
    }
}

#[async_trait]
impl LanguageModel for AnthropicModel {
    fn provider(&self) -> &str {
        &self.provider
    }

    fn default_model(&self) -> &str {
        &self.model
    }

    async fn complete(&self, request: &Request, limits: CallLimits) -> Result<Answer, CallFailure> {
        let model = if request.model.is_empty() { &self.model } else { &request.model };
        if model.is_empty() {
            let message = "no model is named: give one to the op, the run or the client";
            return Err(CallFailure::new(FailureKind::NoModel, message));
        }
        let body = Body::new(model, request, self.effort, self.structured_output);
        let version = (HeaderName::from_static("anthropic-version"), self.version.clone());
        let reply = self.endpoint.post(Some(&self.auth), HeaderMap::from_iter([version]), &body, limits).await;
        let reply = reply.map_err(|failure| failure.unconstrained(!body.is_constrained()))?;
        reply::answer(&reply)
    }
}
