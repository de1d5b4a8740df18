//! Settings and models from the environment.

#[cfg(any(feature = "anthropic", feature = "openai"))]
use std::env::VarError;

#[cfg(any(feature = "anthropic", feature = "openai"))]
use super::{LanguageModel, ModelError};
use crate::{BoxError, RuntimeBuilder};

/// Adds a model for each provider that is compiled in and has its variables set.
pub(crate) fn from_env(builder: RuntimeBuilder) -> Result<RuntimeBuilder, BoxError> {
    #[cfg(feature = "anthropic")]
    let builder = with(builder, super::AnthropicModel::from_env())?;
    #[cfg(feature = "openai")]
    let builder = with(builder, super::OpenAiModel::from_env())?;
    Ok(builder)
}

#[cfg(any(feature = "anthropic", feature = "openai"))]
fn with(builder: RuntimeBuilder, model: Result<impl LanguageModel + 'static, ModelError>) -> Result<RuntimeBuilder, BoxError> {
    match model {
        Ok(model) => Ok(builder.model(model)),
        Err(ModelError::MissingKey { .. }) => Ok(builder),
        Err(error) => Err(error.into()),
    }
}

/// Where variables are looked up: the process's environment, or a table in a test.
#[cfg(any(feature = "anthropic", feature = "openai"))]
pub(super) type Lookup<'a> = &'a dyn Fn(&str) -> Result<String, VarError>;

/// The process's environment.
#[cfg(any(feature = "anthropic", feature = "openai"))]
pub(super) fn process(variable: &str) -> Result<String, VarError> {
    std::env::var(variable)
}

/// A variable's value without the blanks around it; a blank one counts as unset.
#[cfg(any(feature = "anthropic", feature = "openai"))]
pub(super) fn read(lookup: Lookup<'_>, variable: &'static str) -> Result<Option<String>, ModelError> {
    match lookup(variable) {
        Ok(value) => Ok(Some(value.trim().to_owned()).filter(|value| !value.is_empty())),
        Err(VarError::NotPresent) => Ok(None),
        Err(VarError::NotUnicode(_)) => Err(ModelError::NotUnicode { variable }),
    }
}
