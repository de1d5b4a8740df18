//! The request to a model, built from the state alone.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::value::RawValue;

use super::{
    Subject,
    state::{Problem, Run},
    wording,
};
use crate::{Finding, Findings, Format, config, escape, finding::RECEIVED_SHOWN, wire::Request};

/// How many findings are shown and asked for in one call; all are kept.
const FINDINGS_SHOWN: usize = 8;
/// How many characters of a path, an expectation or a hint are shown: serde quotes keys in them, and a key may be long.
const WORDS_SHOWN: usize = 400;
/// How many allowed values are shown.
const ALLOWED_SHOWN: usize = 64;
/// How many earlier rounds are recounted.
const ROUNDS_SHOWN: usize = 8;

impl Run {
    /// The request for the present rung.
    pub(super) fn request(&self) -> Request {
        let none = Problem { findings: Findings::new(), prompt: None, source: None };
        let afresh = self.afresh;
        // The second look starts from the original and what was wrong with it, not from what became of it.
        let problem = if afresh { &self.first_problem } else { &self.problem };
        let problem = problem.as_ref().unwrap_or(&none);
        let subject = self.subject.as_ref().ok();
        let own_prompt = problem.prompt.as_deref().filter(|_| problem.findings.is_empty());
        let (system, prompt) = match own_prompt {
            Some(prompt) => (wording::own_system(subject), self.own_prompt(prompt, subject)),
            None => {
                let system = wording::system(subject, &self.config.prompt_prefix, &self.config.prompt_suffix, afresh);
                (system, self.findings_prompt(problem, subject, afresh))
            }
        };
        let schema = subject
            .filter(|subject| subject.format == Format::Json && !self.unconstrained)
            .and_then(|subject| subject.schema.clone());
        Request {
            provider: self.config.provider.clone().unwrap_or_else(|| config::DEFAULT_PROVIDER.to_owned()),
            model: self.config.model.clone().unwrap_or_default(),
            system,
            prompt,
            max_tokens: self.max_tokens,
            schema,
        }
    }

    /// The op's own prompt: alone on the first call, with what happened since on later ones.
    fn own_prompt(&self, prompt: &str, subject: Option<&Subject>) -> String {
        let mut text = format!("{}{prompt}", self.config.prompt_prefix);
        if self.attempts > 0 {
            if let Some(subject) = subject.filter(|subject| !prompt.contains(subject.original.trim())) {
                let original = escape::visible(&subject.original);
                text.push_str(&fenced("original input", &original, self.tag(&[&original])));
            }
            if let Some(findings) = &self.undecodable {
                let findings: Findings = findings.iter().take(FINDINGS_SHOWN).cloned().collect();
                text.push_str(&format!("\n\n{}\n{findings}", wording::LAST_ANSWER));
            }
            if !self.rounds.is_empty() {
                text.push_str(&format!("\n\n{}\n{}", wording::EARLIER_ROUNDS, self.shown_rounds().join("\n")));
            }
            text.push_str(&format!("\n\n{}\n", wording::this_round(self.attempts + 1)));
        }
        text.push_str(&self.config.prompt_suffix);
        text
    }

    /// The findings and the input as data.
    fn findings_prompt(&self, problem: &Problem, subject: Option<&Subject>, afresh: bool) -> String {
        let json = subject.is_some_and(|subject| subject.format == Format::Json);
        let original = subject.map(|subject| subject.original.as_str());
        let latest = self.current.as_deref().filter(|&current| !afresh && Some(current) != original);
        let mut raw = Vec::new();
        let mut place = |name: &'static str, text: Option<&str>| -> Option<Box<RawValue>> {
            let text = text?;
            let value = json.then(|| RawValue::from_string(text.trim().to_owned()).ok()).flatten();
            if value.is_none() {
                raw.push((name, escape::visible(text).into_owned()));
            }
            value
        };
        let data = Data {
            round: self.attempts + 1,
            findings: shown(&problem.findings),
            more_findings: problem.findings.len().saturating_sub(FINDINGS_SHOWN),
            last_answer_rejected: self.undecodable.as_ref().map(shown).unwrap_or_default(),
            earlier_rounds: self.shown_rounds(),
            original_input: place("original_input", original),
            latest_input: place("latest_input", latest),
        };
        let mut text = problem.prompt.as_ref().map(|prompt| format!("{prompt}\n\n")).unwrap_or_default();
        // Writing these to a string can't fail: keys are strings and raw values are JSON already.
        text.push_str(&escape::visible_json(&serde_json::to_string_pretty(&data).unwrap_or_default()));
        if let Some(source) = &problem.source {
            raw.push(("source", escape::visible(source).into_owned()));
        }
        let texts: Vec<&str> = raw.iter().map(|(_, text)| text.as_str()).collect();
        let tag = self.tag(&texts);
        for (name, content) in &raw {
            text.push_str(&fenced(name, content, tag));
        }
        text.push_str("\n\n");
        text.push_str(&wording::now(subject));
        text
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

#[derive(Serialize)]
struct Data<'a> {
    round: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<Shown<'a>>,
    #[serde(skip_serializing_if = "is_zero")]
    more_findings: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    last_answer_rejected: Vec<Shown<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    earlier_rounds: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    original_input: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    latest_input: Option<Box<RawValue>>,
}

#[derive(Serialize)]
struct Shown<'a> {
    path: Cow<'a, str>,
    rule: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    received: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    allowed: Vec<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<Cow<'a, str>>,
}

fn shown(findings: &Findings) -> Vec<Shown<'_>> {
    findings.iter().take(FINDINGS_SHOWN).map(Shown::from).collect()
}

impl<'a> From<&'a Finding> for Shown<'a> {
    fn from(finding: &'a Finding) -> Self {
        Self {
            path: escape::clipped(&finding.path, WORDS_SHOWN),
            rule: &finding.rule,
            expected: finding.expected.as_deref().map(|words| escape::clipped(words, WORDS_SHOWN)),
            received: finding.received.as_deref().map(|received| escape::clipped(received, RECEIVED_SHOWN)),
            allowed: finding.allowed.iter().take(ALLOWED_SHOWN).map(|value| escape::clipped(value, RECEIVED_SHOWN)).collect(),
            hint: finding.hint.as_deref().map(|words| escape::clipped(words, WORDS_SHOWN)),
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}
