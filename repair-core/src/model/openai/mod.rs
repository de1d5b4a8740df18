//! The client of OpenAI's Chat Completions API and of everything compatible with it.

mod builder;
mod reply;
mod request;

use reqwest::header::HeaderMap;

use self::request::Body;
pub use self::{
    builder::OpenAiBuilder,
    request::{StructuredOutput, TokenLimit},
};
use super::{
    CallLimits, LanguageModel, ModelError, async_trait, env,
    http::{Auth, Endpoint},
    lowering,
};
use crate::wire::{Answer, CallFailure, FailureKind, Finish, Request};

/// OpenAI's Chat Completions API and compatible ones: Ollama, llama.cpp, vLLM, OpenRouter and others. Provider `openai`.
///
/// A call is one HTTP request, without sampling parameters and tools.
///
/// # Default
///
/// - no model: the request names one, or [`OpenAiBuilder::model`] does;
/// - base URL `https://api.openai.com/v1`, which needs the feature `rustls` or `native-tls` and a key; other hosts may
///   need no key;
/// - the cap of the answer as `max_completion_tokens` at api.openai.com, as `max_tokens` elsewhere;
/// - [`StructuredOutput::Strict`] at api.openai.com, [`StructuredOutput::Plain`] elsewhere.
///
/// ```
/// use repair_core::model::{LanguageModel, OpenAiModel};
///
/// let model = OpenAiModel::builder().base_url("http://127.0.0.1:11434/v1").model("qwen3:4b").build()?;
/// assert_eq!((model.provider(), model.default_model()), ("openai", "qwen3:4b"));
/// # Ok::<(), repair_core::model::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct OpenAiModel {
    provider: String,
    model: String,
    endpoint: Endpoint,
    auth: Option<Auth>,
    token_limit: TokenLimit,
    structured_output: StructuredOutput,
}

impl OpenAiModel {
    /// A client with the defaults.
    pub fn builder() -> OpenAiBuilder {
        OpenAiBuilder::default()
    }

    /// A client with what the environment says: `OPENAI_API_KEY`, `OPENAI_BASE_URL` and `OPENAI_MODEL`. Blank variables
    /// count as unset; with a base URL of its own, the key may be missing.
    ///
    /// ```no_run
    /// let model = repair_core::model::OpenAiModel::from_env()?;
    /// # Ok::<(), repair_core::model::ModelError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A [`ModelError`] if there is no key for api.openai.com, or what is set can't be used.
    pub fn from_env() -> Result<Self, ModelError> {
        Self::builder().environment(&env::process)?.build()
    }
}

#[async_trait]
impl LanguageModel for OpenAiModel {
    fn provider(&self) -> &str {
        &self.provider
    }

    fn default_model(&self) -> &str {
        &self.model
    }

    async fn complete(&self, request: &Request, limits: CallLimits) -> Result<Answer, CallFailure> {
        let model = if request.model.is_empty() { &self.model } else { &request.model };
        if model.is_empty() {
            let message = "no model is named, and this provider has no default: give one to the op, the run or the client, \
                           or set OPENAI_MODEL";
            return Err(CallFailure::new(FailureKind::NoModel, message));
        }
        let body = Body::new(model, request, self.token_limit, self.structured_output);
        let reply = self.endpoint.post(self.auth.as_ref(), HeaderMap::new(), &body, limits).await;
        let reply = reply.map_err(|failure| failure.unconstrained(!body.is_constrained()))?;
        let mut answer = reply::answer(&reply)?;
        if let (Some(schema), Finish::Stop) = (request.schema.as_ref().filter(|_| body.is_strict()), &answer.finish)
            && let Some(text) = lowering::without_added_nulls(&answer.text, schema)
        {
            answer.text = text;
        }
        Ok(answer)
    }
}
