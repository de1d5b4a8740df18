//! Language models: the trait, and the clients for the providers.

#[cfg(feature = "anthropic")]
mod anthropic;
mod env;
#[cfg(any(feature = "anthropic", feature = "openai"))]
mod error;
#[cfg(any(feature = "anthropic", feature = "openai"))]
mod http;
#[cfg(any(feature = "anthropic", feature = "openai"))]
mod lowering;
#[cfg(feature = "openai")]
mod openai;

use std::time::Duration;

pub use async_trait::async_trait;

#[cfg(feature = "anthropic")]
pub use self::anthropic::{AnthropicBuilder, AnthropicModel, Effort};
pub(crate) use self::env::from_env;
#[cfg(any(feature = "anthropic", feature = "openai"))]
pub use self::error::ModelError;
#[cfg(feature = "openai")]
pub use self::openai::{OpenAiBuilder, OpenAiModel, StructuredOutput, TokenLimit};
use crate::wire::{Answer, CallFailure, Request};

/// A client of one provider.
///
/// It sends one HTTP request a call: retries, fallbacks and budgets are the machine's. Implement it over the client you
/// have; `examples/custom_model.rs` shows how.
///
/// ```
/// use repair_core::model::{CallLimits, LanguageModel, async_trait};
/// use repair_core::wire::{Answer, CallFailure, Request};
///
/// struct Parrot;
///
/// #[async_trait]
/// impl LanguageModel for Parrot {
///     fn provider(&self) -> &str {
///         "parrot"
///     }
///     async fn complete(&self, request: &Request, _: CallLimits) -> Result<Answer, CallFailure> {
///         Ok(Answer::new(request.prompt.clone()))
///     }
/// }
/// ```
#[async_trait]
pub trait LanguageModel: Send + Sync {
    /// The provider's name, under which ops ask for it.
    fn provider(&self) -> &str;

    /// The model asked where neither op nor run names one; empty if the client has no such choice.
    fn default_model(&self) -> &str {
        ""
    }

    /// Sends the request and waits for the whole answer.
    ///
    /// # Errors
    ///
    /// A [`CallFailure`] whose kind says what may be done about it.
    async fn complete(&self, request: &Request, limits: CallLimits) -> Result<Answer, CallFailure>;
}

/// The limits of one call.
///
/// ```
/// use std::time::Duration;
///
/// use repair_core::model::CallLimits;
///
/// let limits = CallLimits::new(Duration::from_secs(30), 64 * 1024);
/// assert_eq!(limits.max_bytes, 65_536);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CallLimits {
    /// How long it may take; the driver gives up after that, whatever the client does.
    pub timeout: Duration,
    /// The longest body that is read, in bytes.
    pub max_bytes: usize,
}

impl CallLimits {
    /// Limits; for tests of a client.
    #[must_use]
    pub const fn new(timeout: Duration, max_bytes: usize) -> Self {
        Self { timeout, max_bytes }
    }
}
