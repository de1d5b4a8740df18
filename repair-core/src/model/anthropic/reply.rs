//! From the API's reply to an answer.

use serde_json::Value;

use crate::{
    model::http::Reply,
    wire::{Answer, CallFailure, Finish, Usage},
};

pub(super) fn answer(reply: &Reply) -> Result<Answer, CallFailure> {
    let body = &reply.body;
    let Some(blocks) = body["content"].as_array() else {
        return Err(reply.off_protocol("the answer has no `content`"));
    };
    let texts = blocks.iter().filter(|block| block["type"] == "text").filter_map(|block| block["text"].as_str());
    let finish = match body["stop_reason"].as_str().unwrap_or_default() {
        "end_turn" | "stop_sequence" => Finish::Stop,
        "max_tokens" | "model_context_window_exceeded" => Finish::Length,
        "refusal" => Finish::Refused,
        reason @ ("tool_use" | "pause_turn") => {
            return Err(reply.off_protocol(&format!("the answer stopped for `{reason}`, though no tools were offered")));
        }
        other => Finish::Other(other.to_owned()),
    };
    let mut answer = Answer::new(texts.collect::<String>()).finish(finish);
    answer.usage = usage(&body["usage"]);
    answer.model = body["model"].as_str().map(str::to_owned);
    answer.request_id.clone_from(&reply.meta.request_id);
    Ok(answer)
}

/// Cached tokens are counted apart; all of them were read.
fn usage(usage: &Value) -> Usage {
    let cached = ["cache_creation_input_tokens", "cache_read_input_tokens"];
    let cached: u64 = cached.iter().filter_map(|name| usage[name].as_u64()).sum();
    Usage {
        input_tokens: usage["input_tokens"].as_u64().map(|tokens| tokens.saturating_add(cached)),
        output_tokens: usage["output_tokens"].as_u64(),
    }
}
