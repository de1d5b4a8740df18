//! The credential and the header it travels in.

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use secrecy::{ExposeSecret, SecretString};

use crate::model::ModelError;

/// A credential, sent as `x-api-key` or as `authorization: Bearer`.
#[derive(Clone, Debug)]
pub(crate) enum Auth {
    #[cfg(feature = "anthropic")]
    ApiKey(SecretString),
    Bearer(SecretString),
}

impl Auth {
    /// The credential without the blanks around it, which copying and `echo` leave behind.
    pub(crate) fn checked(self, provider: &'static str) -> Result<Self, ModelError> {
        let trimmed = |key: &SecretString| SecretString::from(key.expose_secret().trim());
        let auth = match &self {
            #[cfg(feature = "anthropic")]
            Self::ApiKey(key) => Self::ApiKey(trimmed(key)),
            Self::Bearer(key) => Self::Bearer(trimmed(key)),
        };
        let visible = |key: &str| !key.is_empty() && key.bytes().all(|b| b.is_ascii_graphic());
        if visible(auth.secret()) { Ok(auth) } else { Err(ModelError::InvalidKey { provider }) }
    }

    pub(super) fn apply(&self, headers: &mut HeaderMap) {
        let (name, value) = match self {
            #[cfg(feature = "anthropic")]
            Self::ApiKey(key) => {
                (reqwest::header::HeaderName::from_static("x-api-key"), HeaderValue::from_str(key.expose_secret()))
            }
            Self::Bearer(key) => (AUTHORIZATION, HeaderValue::try_from(format!("Bearer {}", key.expose_secret()))),
        };
        // `checked` has seen to it that this is a header value.
        if let Ok(mut value) = value {
            value.set_sensitive(true);
            headers.insert(name, value);
        }
    }

    /// The text without the credential, should the provider have quoted it. What is shorter than any real key is a
    /// placeholder for a local server, and may well be a word of the text.
    pub(super) fn redact(&self, text: &str) -> String {
        let secret = self.secret();
        if secret.len() < 8 { text.to_owned() } else { text.replace(secret, "[redacted]") }
    }

    fn secret(&self) -> &str {
        match self {
            #[cfg(feature = "anthropic")]
            Self::ApiKey(key) => key.expose_secret(),
            Self::Bearer(key) => key.expose_secret(),
        }
    }
}
