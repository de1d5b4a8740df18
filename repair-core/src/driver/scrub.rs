//! Keeps secret values out of what others say: findings, prompts of the op's own, messages, answers.

use crate::{Findings, Shape, format::HIDDEN};

/// The shortest text that is looked for: shorter ones stand everywhere.
const SHORTEST: usize = 3;

/// Replaces secret values wherever they stand.
#[derive(Default)]
pub(super) struct Scrub {
    secrets: Vec<String>,
    paths: Vec<String>,
}

impl Scrub {
    pub(super) fn new(secrets: Vec<String>, shape: &Shape) -> Self {
        let secrets = secrets.into_iter().filter(|secret| secret.chars().count() >= SHORTEST).collect();
        Self { secrets, paths: shape.secret_paths().to_vec() }
    }

    pub(super) fn text(&self, text: String) -> String {
        self.secrets.iter().fold(text, |text, secret| if text.contains(secret) { text.replace(secret, HIDDEN) } else { text })
    }

    pub(super) fn findings(&self, mut findings: Findings) -> Findings {
        if self.paths.is_empty() {
            return findings;
        }
        findings.for_each_mut(|finding| {
            if self.is_secret(&finding.path) {
                finding.received = finding.received.take().map(|_| HIDDEN.to_owned());
                finding.hint = None;
            }
            finding.received = finding.received.take().map(|text| self.text(text));
            finding.expected = finding.expected.take().map(|text| self.text(text));
            finding.hint = finding.hint.take().map(|text| self.text(text));
        });
        findings
    }

    fn is_secret(&self, path: &str) -> bool {
        self.paths.iter().any(|secret| path == secret || path.strip_prefix(secret).is_some_and(|rest| rest.starts_with('/')))
    }
}
