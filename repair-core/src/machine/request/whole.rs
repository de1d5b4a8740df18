//! Asking for the entire value.

use serde::Serialize;
use serde_json::value::RawValue;

use super::{
    Findings, Format, Parts, Problem, Run, Subject,
    shown::{Shown, is_zero, shown},
};
use crate::{escape, fence::fenced, finding::FINDINGS_SHOWN, machine::wording};

impl Run {
    pub(super) fn whole(&self) -> Parts {
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
        let schema = subject.filter(|subject| subject.format == Format::Json).and_then(|subject| subject.schema.clone());
        Parts { system, prompt, schema, max_tokens: self.max_tokens }
    }

    /// The op's own prompt: alone on the first call, with what happened since on later ones.
    fn own_prompt(&self, prompt: &str, subject: Option<&Subject>) -> String {
        let mut text = format!("{}{prompt}", self.config.prompt_prefix);
        if self.attempts > 0 {
            let lacks_original = |subject: &&Subject| !prompt.contains(subject.original.trim());
            let original = subject.filter(lacks_original).map(|subject| escape::visible(&subject.original).into_owned());
            let rejected = self.undecodable.as_ref().map(ToString::to_string);
            let rounds = (!self.rounds.is_empty()).then(|| self.shown_rounds().join("\n"));
            // Findings quote paths, which are data too.
            let parts = [
                ("", "original_input", original),
                (wording::LAST_ANSWER, "findings", rejected),
                (wording::EARLIER_ROUNDS, "rounds", rounds),
            ];
            let texts: Vec<&str> = parts.iter().filter_map(|(_, _, data)| data.as_deref()).chain([&*text]).collect();
            let tag = self.tag(&texts);
            for (words, name, data) in &parts {
                let Some(data) = data else { continue };
                if !words.is_empty() {
                    text.push_str(&format!("\n\n{words}"));
                }
                text.push_str(&fenced(name, data, tag));
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
        let texts: Vec<&str> = raw.iter().map(|(_, text)| text.as_str()).chain([&*text]).collect();
        let tag = self.tag(&texts);
        for (name, content) in &raw {
            text.push_str(&fenced(name, content, tag));
        }
        text.push_str("\n\n");
        text.push_str(&wording::now(subject));
        text
    }
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
