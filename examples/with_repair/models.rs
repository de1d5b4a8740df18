//! Which model is asked.

#[path = "../shared/named_model.rs"]
mod named_model;

use std::{env, error::Error, io, sync::Arc};

use repair::{
    Runtime, RuntimeBuilder,
    log::JsonLines,
    model::{AnthropicModel, OpenAiModel},
    testing::ScriptedModel,
};

use crate::cli::Args;

/// A runtime with the script, else with a live model, else with none: a ticket that is right needs none.
pub fn runtime(script: Option<ScriptedModel>, args: &Args) -> Result<Runtime, Box<dyn Error>> {
    let builder = match script {
        Some(script) => Runtime::builder().model(script),
        None => live(args.model.as_deref())?.unwrap_or_else(Runtime::builder),
    };
    Ok(if args.log { builder.sink(Arc::new(JsonLines::new(io::stderr()))) } else { builder }.build())
}

/// The model that is named, else the one the environment has settings for.
pub fn live(named: Option<&str>) -> Result<Option<RuntimeBuilder>, Box<dyn Error>> {
    let Some(name) = named else {
        let builder = Runtime::builder();
        return Ok(if is_set("ANTHROPIC_API_KEY") {
            Some(builder.model(AnthropicModel::from_env()?))
        } else if is_set("OPENAI_BASE_URL") || is_set("OPENAI_API_KEY") {
            Some(builder.model(OpenAiModel::from_env()?))
        } else {
            None
        });
    };
    named_model::builder(name).map(Some)
}

fn is_set(variable: &str) -> bool {
    env::var_os(variable).is_some_and(|value| !value.to_string_lossy().trim().is_empty())
}
