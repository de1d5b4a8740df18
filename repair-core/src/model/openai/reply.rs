//! From the API's reply to an answer.

use serde_json::Value;

use crate::{
    model::http::Reply,
    wire::{Answer, CallFailure, Finish, Usage},
};

pub(super) fn answer(reply: &Reply) -> Result<Answer, CallFailure> {
    let body = &reply.body;
    let Some(choice) = body["choices"].as_array().and_then(|choices| choices.first()) else {
        return Err(reply.off_protocol("the answer has no `choices`"));
    };
    let message = &choice["message"];
    if !message.is_object() {
        return Err(reply.off_protocol("the answer's choice has no `message`"));
    }
    let refusal = refusal(message);
    let finish = match choice["finish_reason"].as_str().unwrap_or_default() {
        "content_filter" => Finish::Refused,
        _ if refusal.is_some() => Finish::Refused,
        "stop" => Finish::Stop,
        "length" => Finish::Length,
        other => Finish::Other(other.to_owned()),
    };
    let text = Some(text(&message["content"])).filter(|text| !text.is_empty()).or(refusal).unwrap_or_default();
    let mut answer = Answer::new(text).finish(finish);
    answer.usage = Usage {
        input_tokens: body["usage"]["prompt_tokens"].as_u64(),
        output_tokens: body["usage"]["completion_tokens"].as_u64(),
    };
    answer.model = body["model"].as_str().map(str::to_owned);
    answer.request_id.clone_from(&reply.meta.request_id);
    Ok(answer)
}

/// The content is null, a text, or an array of parts.
fn text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            parts.iter().filter(|part| part["type"] == "text").filter_map(|part| part["text"].as_str()).collect()
        }
        _ => String::new(),
    }
}

/// What the model said when it declined, beside the content or as a part of it.
fn refusal(message: &Value) -> Option<String> {
    let parts = message["content"].as_array().into_iter().flatten().filter(|part| part["type"] == "refusal");
    let mut said = std::iter::once(message).chain(parts).filter_map(|part| part["refusal"].as_str());
    said.find(|said| !said.is_empty()).map(str::to_owned)
}
