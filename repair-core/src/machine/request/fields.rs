//! Asking for single fields: a patch, a second reading of the source, one field at a time.

use serde::Serialize;
use serde_json::value::RawValue;

use super::{
    Parts, Problem, Run,
    shown::{Shown, is_zero, shown},
};
use crate::{
    Finding,
    config::Rung,
    escape,
    fence::fenced,
    finding::{FINDINGS_SHOWN, WORDS_SHOWN},
    format::span::pointer,
    machine::{
        plan::{Ask, Plan},
        subschema, wording,
    },
};

impl Run {
    pub(super) fn fields(&self, rung: Rung, plan: &Plan) -> Parts {
        let subject = self.subject.as_ref().ok();
        let root = subject.and_then(|subject| subject.schema.as_ref());
        let none = serde_json::Value::Bool(true);
        let members = plan.asks.iter().map(|ask| {
            let schema = match (rung, &ask.schema) {
                (Rung::Simplified, Some(schema)) => Some(subschema::simplified(schema)),
                (_, schema) => schema.clone(),
            };
            (ask.alias.as_str(), schema, ask.required)
        });
        let schema = subschema::object(root.unwrap_or(&none), members);
        let hidden = subject.is_some_and(|subject| subject.hidden);
        let view = wording::Fields {
            rung,
            keys: &plan.asks,
            root: root.unwrap_or(&none),
            has_source: self.source().is_some(),
            hidden,
            prefix: &self.config.prompt_prefix,
            suffix: &self.config.prompt_suffix,
        };
        let system = wording::fields(&view);
        let prompt = self.fields_prompt(rung, plan);
        let max_tokens = if self.raised { self.max_tokens } else { plan.max_tokens(root, self.max_tokens) };
        Parts { system, prompt, schema: Some(schema), max_tokens }
    }

    fn fields_prompt(&self, rung: Rung, plan: &Plan) -> String {
        let problem = self.problem.as_ref();
        let rereads = rung == Rung::Reread;
        let record = (!rereads).then(|| RawValue::from_string(self.base().trim().to_owned()).ok()).flatten();
        let asked = |problem: &Problem| -> usize {
            let is_asked =
                |finding: &&Finding| plan.asks.iter().any(|ask| names(finding, ask)) || plan.drops.contains(&finding.path);
            problem.findings.iter().filter(is_asked).count()
        };
        let data = Data {
            round: self.attempts + 1,
            fields: plan.asks.iter().flat_map(|ask| self.field(ask, rereads)).collect(),
            more_findings: problem.map_or(0, |problem| problem.findings.len().saturating_sub(asked(problem).min(FINDINGS_SHOWN))),
            // A second reading starts without the values that were wrong.
            last_answer_rejected: self.undecodable.as_ref().filter(|_| !rereads).map(shown).unwrap_or_default(),
            record,
        };
        let mut text =
            problem.and_then(|problem| problem.prompt.as_ref()).map(|prompt| format!("{prompt}\n\n")).unwrap_or_default();
        // Writing these to a string can't fail: keys are strings and raw values are JSON already.
        let data = serde_json::to_string_pretty(&data).unwrap_or_default();
        let data = escape::visible_json(&data);
        let source = self.source().map(|source| {
            let source = escape::visible(source);
            fenced("source", &source, self.tag(&[&source, &data, &text]))
        });
        if rereads {
            // Small models attend to what they read last.
            text.push_str(source.unwrap_or_default().trim_start());
            text.push_str("\n\n");
            text.push_str(&data);
        } else {
            text.push_str(&data);
            text.push_str(&source.unwrap_or_default());
        }
        text.push_str("\n\n");
        text.push_str(&wording::now_fields(&plan.asks));
        text
    }

    /// What is wrong with one field; what is expected alone, for a second reading.
    fn field<'a>(&'a self, ask: &'a Ask, rereads: bool) -> Vec<Shown<'a>> {
        let findings = self.problem.iter().flat_map(|problem| &problem.findings).filter(|finding| names(finding, ask));
        let mut fields: Vec<Shown<'a>> = findings.take(FINDINGS_SHOWN).map(Shown::from).collect();
        if fields.is_empty() {
            fields.push(Shown::nothing());
        }
        for field in &mut fields {
            field.key = Some(&ask.alias);
            if rereads {
                // A key that is no name of its own, a number or one of several, says too little of what to read.
                let says_enough = ask.path.strip_prefix('/') == Some(&*ask.alias);
                let path = (!says_enough).then(|| escape::clipped(&ask.path, WORDS_SHOWN));
                (field.path, field.rule, field.received, field.hint) = (path, None, None, None);
            } else {
                field.path.get_or_insert(escape::clipped(&ask.path, WORDS_SHOWN));
            }
        }
        fields
    }
}

/// Whether a finding is about a field that is asked for, or something in it.
fn names(finding: &Finding, ask: &Ask) -> bool {
    pointer::is_within(&finding.path, &ask.path)
}

#[derive(Serialize)]
struct Data<'a> {
    round: u32,
    fields: Vec<Shown<'a>>,
    #[serde(skip_serializing_if = "is_zero")]
    more_findings: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    last_answer_rejected: Vec<Shown<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<Box<RawValue>>,
}
