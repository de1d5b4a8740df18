//! Why a client could not be made.

use std::{error::Error, fmt};

/// Why a client of a provider could not be made. No key and no URL is in it, so it may be logged.
///
/// ```
/// # #[cfg(feature = "anthropic")] {
/// use repair_core::model::AnthropicModel;
///
/// let error = AnthropicModel::builder().build().unwrap_err();
/// assert_eq!(error.code(), "missing_key");
/// assert!(error.to_string().contains("ANTHROPIC_API_KEY"));
/// # }
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ModelError {
    /// No credential was given, and none is in the environment.
    MissingKey {
        /// The provider.
        provider: &'static str,
        /// The builder's methods that take one.
        methods: &'static [&'static str],
        /// The environment variables that are read.
        variables: &'static [&'static str],
    },
    /// The credential can't be sent in a header.
    InvalidKey {
        /// The provider.
        provider: &'static str,
    },
    /// The API version can't be sent in a header.
    InvalidVersion,
    /// The base URL is not one.
    InvalidBaseUrl {
        /// What is wrong with it.
        reason: String,
    },
    /// The base URL is plain http, and its host is not this machine.
    Insecure {
        /// The host.
        host: String,
    },
    /// The base URL is https, and no TLS backend is compiled in.
    NoTls,
    /// An environment variable is not Unicode.
    NotUnicode {
        /// Its name.
        variable: &'static str,
    },
    /// The HTTP client could not be set up.
    Client(Box<dyn Error + Send + Sync>),
}

impl ModelError {
    /// A stable word to branch on.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::MissingKey { .. } => "missing_key",
            Self::InvalidKey { .. } => "invalid_key",
            Self::InvalidVersion => "invalid_version",
            Self::InvalidBaseUrl { .. } => "invalid_base_url",
            Self::Insecure { .. } => "insecure_base_url",
            Self::NoTls => "no_tls",
            Self::NotUnicode { .. } => "not_unicode",
            Self::Client(_) => "client",
        }
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingKey { provider, methods, variables } => {
                let (methods, variables) = (methods.join("` or `"), variables.join(" or "));
                write!(f, "no credential for `{provider}`: give one with `{methods}`, or set {variables}")
            }
            Self::InvalidKey { provider } => {
                write!(f, "the credential for `{provider}` can't be sent: it may hold visible ASCII characters only")
            }
            Self::InvalidVersion => f.write_str("the API version can't be sent: it may hold visible ASCII characters only"),
            Self::InvalidBaseUrl { reason } => {
                write!(
                    f,
                    "the base URL is not valid ({reason}): write `https://HOST/PATH`, or `http://` for a host that may be plain"
                )
            }
            Self::Insecure { host } => write!(
                f,
                "the base URL is plain http and `{host}` is not this machine, so the key would go out unencrypted: \
                 write `https://`, or call `allow_http`"
            ),
            Self::NoTls => {
                f.write_str("the base URL is https and no TLS is compiled in: enable the feature `rustls` or `native-tls`")
            }
            Self::NotUnicode { variable } => write!(f, "the environment variable {variable} is not Unicode"),
            Self::Client(_) => f.write_str("the HTTP client could not be set up"),
        }
    }
}

impl Error for ModelError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Client(cause) => Some(&**cause),
            _ => None,
        }
    }
}
