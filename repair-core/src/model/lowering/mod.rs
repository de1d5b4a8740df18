//! A JSON Schema in the part of the language each provider can decode by. What can't be said there moves into the
//! description; what would come out wrong is not constrained at all: the prompt holds the whole schema anyway.

#[cfg(feature = "openai")]
mod absent;
mod dialect;
mod graph;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
mod walk;

use serde_json::Value;

#[cfg(feature = "openai")]
pub(super) use self::absent::without_added_nulls;
use self::walk::Walk;

/// The schema for Anthropic's `output_config.format`, if it can be one.
#[cfg(feature = "anthropic")]
pub(super) fn anthropic(schema: &Value) -> Option<Value> {
    const OPTIONAL_PROPERTIES: usize = 24;
    const UNIONS: usize = 16;

    if graph::is_recursive(schema) {
        return None;
    }
    let mut walk = Walk::new(&dialect::ANTHROPIC, schema);
    let lowered = walk.lower()?;
    (walk.optional <= OPTIONAL_PROPERTIES && walk.unions <= UNIONS).then_some(lowered)
}

/// The schema for OpenAI's strict `response_format`, if it can be one. An optional property becomes a required one that
/// may be null; [`without_added_nulls`] takes those nulls out of the answer again.
#[cfg(feature = "openai")]
pub(super) fn openai(schema: &Value) -> Option<Value> {
    let lowered = Walk::new(&dialect::OPENAI, schema).lower()?;
    (lowered["type"] == "object").then_some(lowered)
}
