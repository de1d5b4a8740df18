//! The attempts as data.

use serde::Serialize;
use serde_json::{Value, value::RawValue};

use super::codec::Codec;
use crate::{
    Finding, Findings, Format, ShowError,
    driver::scrub::Scrub,
    escape,
    finding::{ALLOWED_SHOWN, FINDINGS_SHOWN, RECEIVED_SHOWN, WORDS_SHOWN},
    step::Attempt,
};

/// How many attempts are shown: the first one and the latest.
const ATTEMPTS_SHOWN: usize = 8;
/// How much of an earlier input and of an output is shown, in characters. The latest input is shown whole.
const EARLIER_SHOWN: usize = 4000;

/// One attempt as a model sees it.
#[derive(Serialize)]
pub(super) struct Tried {
    attempt: u32,
    input: Box<RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<Finding>,
    #[serde(skip_serializing_if = "is_zero")]
    more_findings: usize,
}

/// The attempts that are shown, and what keeps their secrets out of all else.
pub(super) fn tried<I, O>(
    codec: &Codec<I>,
    attempts: &[Attempt<I, O>],
    show_output: Option<&(dyn Fn(&O) -> String + Send + Sync)>,
) -> Result<(Vec<Tried>, Scrub), ShowError> {
    let (mut shown, mut secrets, mut inputs) = (Vec::new(), Vec::new(), Vec::new());
    let skipped = 1..(attempts.len() + 1).saturating_sub(ATTEMPTS_SHOWN);
    for (n, attempt) in attempts.iter().enumerate().filter(|(n, _)| !skipped.contains(n)) {
        let (text, hidden) = codec.show(&attempt.input)?;
        secrets.extend(hidden);
        inputs.push((n, attempt, text));
    }
    // Before anything is cut: a cut secret is not found any more.
    let scrub = Scrub::new(secrets, codec.shape().secret_paths().to_vec());
    for (n, attempt, text) in inputs {
        let is_latest = n + 1 == attempts.len();
        let error = attempt.error.as_deref().filter(|_| attempt.findings.is_empty() && attempt.prompt.is_none());
        shown.push(Tried {
            attempt: attempt.number,
            input: raw(codec.shape().format(), &text, is_latest),
            output: attempt.output.as_ref().zip(show_output).map(|(output, show)| clip(&scrub.text(show(output)))),
            // Its findings or its prompt say the same, and more.
            error: error.map(|error| clip(&scrub.text(error.to_owned()))),
            findings: findings(&scrub.findings(attempt.findings.clone())),
            more_findings: attempt.findings.len().saturating_sub(FINDINGS_SHOWN),
        });
    }
    Ok((shown, scrub))
}

/// At most eight findings, their words cut.
pub(super) fn findings(findings: &Findings) -> Vec<Finding> {
    let cut = |text: &mut String, max: usize| *text = escape::clipped(text, max).into_owned();
    let shown = |finding: &Finding| {
        let mut finding = finding.clone();
        cut(&mut finding.path, WORDS_SHOWN);
        for words in [&mut finding.expected, &mut finding.hint].into_iter().flatten() {
            cut(words, WORDS_SHOWN);
        }
        if let Some(received) = &mut finding.received {
            cut(received, RECEIVED_SHOWN);
        }
        finding.allowed.truncate(ALLOWED_SHOWN);
        finding.allowed.iter_mut().for_each(|value| cut(value, RECEIVED_SHOWN));
        finding.also.clear();
        finding
    };
    findings.iter().take(FINDINGS_SHOWN).map(shown).collect()
}

/// JSON as it is; any other text, and what is cut, as a string of JSON.
fn raw(format: Format, text: &str, whole: bool) -> Box<RawValue> {
    let fits = whole || text.chars().nth(EARLIER_SHOWN).is_none();
    let json = (format == Format::Json && fits).then(|| RawValue::from_string(text.trim().to_owned()).ok()).flatten();
    json.unwrap_or_else(|| {
        let text = if whole { text.to_owned() } else { clip(text) };
        // A string is always JSON.
        RawValue::from_string(Value::String(text).to_string()).unwrap_or_else(|_| RawValue::NULL.to_owned())
    })
}

fn clip(text: &str) -> String {
    escape::clipped(text, EARLIER_SHOWN).into_owned()
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}
