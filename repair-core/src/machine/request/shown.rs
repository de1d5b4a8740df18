//! A finding as a model sees it.

use std::borrow::Cow;

use serde::Serialize;

use crate::{
    Finding, Findings, escape,
    finding::{ALLOWED_SHOWN, FINDINGS_SHOWN, RECEIVED_SHOWN, WORDS_SHOWN},
};

#[derive(Serialize)]
pub(super) struct Shown<'a> {
    /// What the answer calls the place, where it is asked for by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) key: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) path: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rule: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) expected: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) received: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) allowed: Vec<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hint: Option<Cow<'a, str>>,
    /// What may change together with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) also: Vec<Cow<'a, str>>,
}

pub(super) fn shown(findings: &Findings) -> Vec<Shown<'_>> {
    findings.iter().take(FINDINGS_SHOWN).map(Shown::from).collect()
}

impl<'a> From<&'a Finding> for Shown<'a> {
    fn from(finding: &'a Finding) -> Self {
        let words = |words: &'a Option<String>| words.as_deref().map(|words| escape::clipped(words, WORDS_SHOWN));
        Self {
            key: None,
            path: Some(escape::clipped(&finding.path, WORDS_SHOWN)),
            rule: Some(&finding.rule),
            expected: words(&finding.expected),
            received: finding.received.as_deref().map(|received| escape::clipped(received, RECEIVED_SHOWN)),
            allowed: finding.allowed.iter().take(ALLOWED_SHOWN).map(|value| escape::clipped(value, RECEIVED_SHOWN)).collect(),
            hint: words(&finding.hint),
            also: finding.also.iter().take(FINDINGS_SHOWN).map(|path| escape::clipped(path, WORDS_SHOWN)).collect(),
        }
    }
}

impl Shown<'_> {
    pub(super) fn nothing() -> Self {
        Self {
            key: None,
            path: None,
            rule: None,
            expected: None,
            received: None,
            allowed: Vec::new(),
            hint: None,
            also: Vec::new(),
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(super) fn is_zero(n: &usize) -> bool {
    *n == 0
}
