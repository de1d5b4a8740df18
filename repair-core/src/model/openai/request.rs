//! The body of a request. What is not set is left out, never null.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;

use crate::{model::lowering, wire::Request};

/// How the cap of the answer is named. A client goes by the host, unless it is told.
///
/// ```
/// use repair_core::model::{OpenAiModel, TokenLimit};
///
/// // A gateway to OpenAI that passes requests on as they are.
/// let gateway = OpenAiModel::builder().base_url("http://localhost:4000/v1").token_limit(TokenLimit::MaxCompletionTokens);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenLimit {
    /// `max_tokens`, which compatible servers know.
    MaxTokens,
    /// `max_completion_tokens`, which OpenAI's newer models want.
    MaxCompletionTokens,
}

/// How an answer is constrained to the schema of its request. A client goes by the host, unless it is told. Whatever is
/// chosen, the prompt holds the schema in words.
///
/// ```
/// use repair_core::model::{OpenAiModel, StructuredOutput};
///
/// // A server that answers 400 to any `response_format`.
/// let old = OpenAiModel::builder().base_url("http://localhost:5000/v1").structured_output(StructuredOutput::Off);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StructuredOutput {
    /// A strict `response_format`, for schemas that can be said in its part of JSON Schema; others are not constrained.
    ///
    /// There, each property is required, and an optional one may be null. Where the schema of the request does not allow
    /// that null, it is taken out of the answer again, so that the answer is what the schema asks for.
    Strict,
    /// The schema as it is, not strict: for servers that take all of JSON Schema. A small model that has to write each
    /// property fills optional ones with inventions; here, it may leave them out.
    Plain,
    /// No `response_format`: for servers that turn it down.
    Off,
}

#[derive(Serialize)]
pub(super) struct Body<'a> {
    model: &'a str,
    messages: Vec<Message<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<ResponseFormat<'a>>,
}

#[derive(Serialize)]
struct Message<'a> {
    role: &'static str,
    content: &'a str,
}

#[derive(Serialize)]
struct ResponseFormat<'a> {
    r#type: &'static str,
    json_schema: JsonSchema<'a>,
}

#[derive(Serialize)]
struct JsonSchema<'a> {
    name: &'static str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    strict: bool,
    schema: Cow<'a, Value>,
}

impl<'a> Body<'a> {
    pub(super) fn new(model: &'a str, request: &'a Request, limit: TokenLimit, output: StructuredOutput) -> Self {
        let system = (!request.system.is_empty()).then_some(Message { role: "system", content: &request.system });
        let user = Message { role: "user", content: &request.prompt };
        let cap = |wanted| (limit == wanted).then_some(request.max_tokens);
        Self {
            model,
            messages: system.into_iter().chain([user]).collect(),
            max_tokens: cap(TokenLimit::MaxTokens),
            max_completion_tokens: cap(TokenLimit::MaxCompletionTokens),
            response_format: request.schema.as_ref().and_then(|schema| response_format(schema, output)),
        }
    }

    /// Whether the answer's schema is part of it.
    pub(super) fn is_constrained(&self) -> bool {
        self.response_format.is_some()
    }

    /// Whether the answer has a null in place of each absent property.
    pub(super) fn is_strict(&self) -> bool {
        self.response_format.as_ref().is_some_and(|format| format.json_schema.strict)
    }
}

fn response_format(schema: &Value, output: StructuredOutput) -> Option<ResponseFormat<'_>> {
    let (strict, schema) = match output {
        StructuredOutput::Strict => (true, Cow::Owned(lowering::openai(schema)?)),
        StructuredOutput::Plain => (false, Cow::Borrowed(schema)),
        StructuredOutput::Off => return None,
    };
    Some(ResponseFormat { r#type: "json_schema", json_schema: JsonSchema { name: "answer", strict, schema } })
}
