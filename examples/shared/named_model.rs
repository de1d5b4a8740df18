//! The model that a command line names: `anthropic/claude-sonnet-4-6`.

use std::error::Error;

use repair::{
    Runtime, RuntimeBuilder,
    model::{AnthropicModel, OpenAiModel},
};

/// A runtime that asks this model, with the credentials of the environment.
pub fn builder(name: &str) -> Result<RuntimeBuilder, Box<dyn Error>> {
    let builder = Runtime::builder().default_model(name)?;
    match name.split('/').next() {
        Some("anthropic" | "claude") => Ok(builder.model(AnthropicModel::from_env()?)),
        Some("openai") => Ok(builder.model(OpenAiModel::from_env()?)),
        _ => Err(format!("{name:?} is of no provider known here: anthropic, openai").into()),
    }
}
