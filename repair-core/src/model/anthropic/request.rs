//! The body of a request. What is not set is left out, never null.

use serde::Serialize;
use serde_json::Value;

use super::quirks::{Effort, Quirk};
use crate::{model::lowering, wire::Request};

/// The API answers no longer ones without streaming.
const LONGEST_ANSWER: u32 = 21_333;

#[derive(Serialize)]
pub(super) struct Body<'a> {
    model: &'a str,
    max_tokens: u32,
    #[serde(skip_serializing_if = "str::is_empty")]
    system: &'a str,
    messages: [Message<'a>; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking: Option<Tagged>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_config: Option<OutputConfig>,
}

#[derive(Serialize)]
struct Message<'a> {
    role: &'static str,
    content: &'a str,
}

#[derive(Serialize)]
struct Tagged {
    r#type: &'static str,
}

#[derive(Serialize)]
struct OutputConfig {
    #[serde(skip_serializing_if = "Option::is_none")]
    effort: Option<Effort>,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<Format>,
}

#[derive(Serialize)]
struct Format {
    r#type: &'static str,
    schema: Value,
}

impl<'a> Body<'a> {
    pub(super) fn new(model: &'a str, request: &'a Request, effort: Option<Effort>, structured_output: bool) -> Self {
        let quirk = Quirk::of(model, effort);
        let schema = request.schema.as_ref().filter(|_| structured_output).and_then(lowering::anthropic);
        let format = schema.map(|schema| Format { r#type: "json_schema", schema });
        let has_config = effort.is_some() || format.is_some();
        Self {
            model,
            max_tokens: request.max_tokens.max(quirk.floor).min(LONGEST_ANSWER),
            system: &request.system,
            messages: [Message { role: "user", content: &request.prompt }],
            thinking: quirk.thinking.map(|thinking| Tagged { r#type: thinking }),
            output_config: has_config.then_some(OutputConfig { effort, format }),
        }
    }

    /// Whether the answer's schema is part of it.
    pub(super) fn is_constrained(&self) -> bool {
        self.output_config.as_ref().is_some_and(|config| config.format.is_some())
    }
}
