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
use crate::{Findings, Format, config::LadderStep, wire::Request};

/// How many findings are shown and asked for in one call; all are kept.
pub(crate) const FINDINGS_SHOWN: usize = 8;
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

    /// A tag none of the texts contains, so that nothing in them can close the fence.
    fn tag(&self, texts: &[&str]) -> u64 {
        let mut tag = self.nonce;
        while texts.iter().any(|text| text.contains(&format!("{tag:016x}"))) {
            tag = tag.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        }
        tag
    }
}

fn fenced(name: &str, text: &str, tag: u64) -> String {
    format!("\n\n<<<{name} {tag:016x}\n{text}\n>>>{name} {tag:016x}")
}
