//! Making a client.

use reqwest::header::HeaderValue;
use secrecy::SecretString;

use super::{AnthropicModel, Effort};
use crate::{
    config,
    model::{
        ModelError,
        env::{Lookup, read},
        http::{Auth, Endpoint},
    },
};

const PROVIDER: &str = config::DEFAULT_PROVIDER;
const VARIABLES: [&str; 2] = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"];

/// Makes an [`AnthropicModel`].
///
/// ```
/// use repair_core::model::{AnthropicModel, Effort, LanguageModel};
///
/// let model = AnthropicModel::builder()
///     .auth_token("token-of-a-gateway")
///     .base_url("http://127.0.0.1:8080/anthropic")
///     .provider("gateway")
///     .model("claude-haiku-5-5")
///     .effort(Effort::Low)
///     .build()?;
/// assert_eq!(model.provider(), "gateway");
/// # Ok::<(), repair_core::model::ModelError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct AnthropicBuilder {
    provider: String,
    model: String,
    base_url: String,
    version: String,
    auth: Option<Auth>,
    effort: Option<Effort>,
    structured_output: bool,
    allow_http: bool,
}

impl Default for AnthropicBuilder {
    fn default() -> Self {
        Self {
            provider: PROVIDER.to_owned(),
            model: config::DEFAULT_MODEL.to_owned(),
            base_url: "https://api.anthropic.com".to_owned(),
            version: "2026-10-21".to_owned(),
            auth: None,
            effort: None,
            structured_output: true,
            allow_http: false,
        }
    }
}

impl AnthropicBuilder {
    /// The credential, sent as `x-api-key`.
    pub fn api_key(mut self, key: impl Into<SecretString>) -> Self {
        self.auth = Some(Auth::ApiKey(key.into()));
        self
    }

    /// The credential, sent as `authorization: Bearer`; takes the place of an API key.
    pub fn auth_token(mut self, token: impl Into<SecretString>) -> Self {
        self.auth = Some(Auth::Bearer(token.into()));
        self
    }

    /// Where the API is, without `/v1/messages`.
    pub fn base_url(mut self, url: impl Into<String>) -> Self {
        self.base_url = url.into();
        self
    }

    /// The header `anthropic-version`.
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.version = version.into();
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

    /// How hard the model works; its own default otherwise.
    pub fn effort(mut self, effort: Effort) -> Self {
        self.effort = Some(effort);
        self
    }

    /// Whether answers are constrained to the request's schema. Off, the schema is in the prompt only.
    pub fn structured_output(mut self, on: bool) -> Self {
        self.structured_output = on;
        self
    }

    /// Allows a plain http base URL to another machine. The key goes out unencrypted.
    pub fn allow_http(mut self) -> Self {
        self.allow_http = true;
        self
    }

    /// The client.
    ///
    /// # Errors
    ///
    /// A [`ModelError`] that says what is missing or can't be used.
    pub fn build(self) -> Result<AnthropicModel, ModelError> {
        let missing = ModelError::MissingKey { provider: PROVIDER, methods: &["api_key", "auth_token"], variables: &VARIABLES };
        Ok(AnthropicModel {
            auth: self.auth.ok_or(missing)?.checked(PROVIDER)?,
            version: HeaderValue::try_from(self.version).map_err(|_| ModelError::InvalidVersion)?,
            endpoint: Endpoint::new(&self.base_url, "/v1/messages", self.allow_http)?,
            provider: self.provider,
            model: self.model,
            effort: self.effort,
            structured_output: self.structured_output,
        })
    }

    pub(super) fn environment(mut self, lookup: Lookup<'_>) -> Result<Self, ModelError> {
        let [key, token] = VARIABLES;
        if let Some(key) = read(lookup, key)? {
            self = self.api_key(key);
        } else if let Some(token) = read(lookup, token)? {
            self = self.auth_token(token);
        }
        if let Some(url) = read(lookup, "ANTHROPIC_BASE_URL")? {
            self = self.base_url(url);
        }
        Ok(self)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::env::VarError;

    use super::*;

    fn from(variables: &[(&str, &str)]) -> Result<AnthropicBuilder, ModelError> {
        AnthropicBuilder::default().environment(&|name| {
            let found = variables.iter().find(|(variable, _)| *variable == name);
            found.map(|(_, value)| (*value).to_owned()).ok_or(VarError::NotPresent)
        })
    }

    #[test]
    fn the_api_key_comes_before_the_token() {
        let both = from(&[("ANTHROPIC_API_KEY", "key"), ("ANTHROPIC_AUTH_TOKEN", "token")]).unwrap();
        assert!(matches!(both.auth, Some(Auth::ApiKey(_))));
        let blank = from(&[("ANTHROPIC_API_KEY", "  "), ("ANTHROPIC_AUTH_TOKEN", "token\n")]).unwrap();
        assert!(matches!(blank.auth, Some(Auth::Bearer(_))));
        let url = from(&[("ANTHROPIC_BASE_URL", "http://localhost:1")]).unwrap();
        assert_eq!(url.base_url, "http://localhost:1");
        assert_eq!(url.build().unwrap_err().code(), "missing_key");
    }

    #[test]
    fn a_variable_that_is_not_unicode_is_named() {
        let error = AnthropicBuilder::default().environment(&|_| Err(VarError::NotUnicode("x".into()))).unwrap_err();
        assert_eq!(error.code(), "not_unicode");
        assert!(error.to_string().contains("ANTHROPIC_API_KEY"));
    }
}
