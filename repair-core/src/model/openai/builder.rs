//! Making a client.

use secrecy::SecretString;

use super::{OpenAiModel, StructuredOutput, TokenLimit};
use crate::model::{
    ModelError,
    env::{Lookup, read},
    http::{Auth, Endpoint},
};

const PROVIDER: &str = "openai";
const HOST: &str = "api.openai.com";
const VARIABLES: [&str; 1] = ["OPENAI_API_KEY"];

/// Makes an [`OpenAiModel`].
///
/// ```
/// use repair_core::model::{LanguageModel, OpenAiModel, StructuredOutput, TokenLimit};
///
/// let model = OpenAiModel::builder()
///     .base_url("http://127.0.0.1:8000/v1")
///     .api_key("what-the-server-was-started-with")
///     .provider("local")
///     .model("smollm2")
///     .token_limit(TokenLimit::MaxTokens)
///     .structured_output(StructuredOutput::Plain)
///     .build()?;
/// assert_eq!(model.provider(), "local");
/// # Ok::<(), repair_core::model::ModelError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct OpenAiBuilder {
    provider: String,
    model: String,
    base_url: String,
    auth: Option<Auth>,
    token_limit: Option<TokenLimit>,
    structured_output: Option<StructuredOutput>,
    allow_http: bool,
}

impl Default for OpenAiBuilder {
    fn default() -> Self {
        Self {
            provider: PROVIDER.to_owned(),
            model: String::new(),
            base_url: format!("https://{HOST}/v1"),
            auth: None,
            token_limit: None,
            structured_output: None,
            allow_http: false,
        }
    }
}

impl OpenAiBuilder {
    /// The credential, sent as `authorization: Bearer`.
    pub fn api_key(mut self, key: impl Into<SecretString>) -> Self {
        self.auth = Some(Auth::Bearer(key.into()));
        self
    }

    /// Where the API is, up to and with `/v1`.
    pub fn base_url(mut self, url: impl Into<String>) -> Self {
        self.base_url = url.into();
        self
    }

    /// The model asked where the request names none.
    pub fn model(mut self, model: impl Into<String>) -> Self {
        self.model = model.into();
        self
    }

    /// The name ops ask for this client by, to register several side by side.
    pub fn provider(mut self, provider: impl Into<String>) -> Self {
        self.provider = provider.into();
        self
    }

    /// How the cap of the answer is named.
    pub fn token_limit(mut self, limit: TokenLimit) -> Self {
        self.token_limit = Some(limit);
        self
    }

    /// How answers are constrained to the request's schema.
    pub fn structured_output(mut self, output: StructuredOutput) -> Self {
        self.structured_output = Some(output);
        self
    }

    /// Allows a plain http base URL to another machine. The key, if any, and all data go out unencrypted.
    pub fn allow_http(mut self) -> Self {
        self.allow_http = true;
        self
    }

    /// The client.
    ///
    /// # Errors
    ///
    /// A [`ModelError`] that says what is missing or can't be used.
    pub fn build(self) -> Result<OpenAiModel, ModelError> {
        let auth = self.auth.map(|auth| auth.checked(PROVIDER)).transpose()?;
        let endpoint = Endpoint::new(&self.base_url, "/chat/completions", self.allow_http)?;
        let openai = endpoint.host() == HOST;
        if openai && auth.is_none() {
            return Err(ModelError::MissingKey { provider: PROVIDER, methods: &["api_key"], variables: &VARIABLES });
        }
        let (limit, output) = match openai {
            true => (TokenLimit::MaxCompletionTokens, StructuredOutput::Strict),
            false => (TokenLimit::MaxTokens, StructuredOutput::Plain),
        };
        Ok(OpenAiModel {
            provider: self.provider,
            model: self.model,
            endpoint,
            auth,
            token_limit: self.token_limit.unwrap_or(limit),
            structured_output: self.structured_output.unwrap_or(output),
        })
    }

    pub(super) fn environment(mut self, lookup: Lookup<'_>) -> Result<Self, ModelError> {
        let [key] = VARIABLES;
        if let Some(key) = read(lookup, key)? {
            self = self.api_key(key);
        }
        if let Some(url) = read(lookup, "OPENAI_BASE_URL")? {
            self = self.base_url(url);
        }
        if let Some(model) = read(lookup, "OPENAI_MODEL")? {
            self = self.model(model);
        }
        Ok(self)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::env::VarError;

    use super::*;

    fn from(variables: &[(&str, &str)]) -> Result<OpenAiModel, ModelError> {
        let lookup = |name: &str| {
            let found = variables.iter().find(|(variable, _)| *variable == name);
            found.map(|(_, value)| (*value).to_owned()).ok_or(VarError::NotPresent)
        };
        OpenAiBuilder::default().environment(&lookup)?.build()
    }

    #[test]
    fn only_openai_itself_needs_a_key() {
        let error = from(&[("OPENAI_MODEL", "m")]).unwrap_err();
        assert_eq!(error.code(), "missing_key");
        assert!(error.to_string().contains("OPENAI_API_KEY"));
        let local = from(&[("OPENAI_BASE_URL", "http://localhost:8000/v1"), ("OPENAI_MODEL", " m ")]).unwrap();
        assert_eq!((local.model.as_str(), local.token_limit), ("m", TokenLimit::MaxTokens));
        assert_eq!(local.structured_output, StructuredOutput::Plain);
        assert!(local.auth.is_none());
    }

    #[cfg(any(feature = "rustls", feature = "native-tls"))]
    #[test]
    fn openai_caps_completions_and_decodes_strictly() {
        let openai = from(&[("OPENAI_API_KEY", "k")]).unwrap();
        assert_eq!(openai.token_limit, TokenLimit::MaxCompletionTokens);
        assert_eq!(openai.structured_output, StructuredOutput::Strict);
    }
}
