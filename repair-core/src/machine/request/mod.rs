//! The request to a model, built from the state alone.

mod fields;
mod shown;
mod whole;

use super::{
    Subject,
    plan::Plan,
    state::{Problem, Run},
    subschema,
};
use crate::{Findings, Format, config::LadderStep, fence, wire::Request};

/// How many earlier rounds are recounted.
const ROUNDS_SHOWN: usize = 8;

/// What is said, and what the answer is constrained by.
struct Parts {
    system: String,
    prompt: String,
    schema: Option<serde_json::Value>,
    max_tokens: u32,
}

impl Run {
    /// The request for a step of the ladder.
    pub(super) fn request(&self, step: &LadderStep, plan: Option<&Plan>) -> Request {
        let parts = match plan {
            Some(plan) => self.fields(step.rung, plan),
            None => self.whole(),
        };
        let (provider, model) = self.model_of(step);
        let longest = self.longest_text();
        let constrain = !self.unconstrained.contains(&(provider.clone(), model.clone()));
        let schema = parts.schema.filter(|_| constrain).map(|schema| subschema::decoding(&schema, longest));
        Request { provider, model, system: parts.system, prompt: parts.prompt, max_tokens: parts.max_tokens, schema }
    }

    /// An upper bound of what a string of an answer needs: none is much longer than what it is made of.
    fn longest_text(&self) -> usize {
        const MOST: usize = 4096;
        self.base().len().max(self.source().map_or(0, str::len)).min(MOST)
    }

    fn shown_rounds(&self) -> &[String] {
        &self.rounds[self.rounds.len().saturating_sub(ROUNDS_SHOWN)..]
    }

    fn tag(&self, texts: &[&str]) -> u64 {
        fence::tag(self.nonce, texts)
    }
}
