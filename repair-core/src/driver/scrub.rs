//! Keeps secret values out of what others say: findings, prompts of the op's own, messages, edits.

use crate::{
    Finding, Findings,
    format::{HIDDEN, span::pointer},
    mend::{Edit, Unmendable},
};

/// The shortest text that is looked for: shorter ones stand everywhere.
const SHORTEST: usize = 3;

/// Replaces secret values wherever they stand.
#[derive(Default)]
pub(crate) struct Scrub {
    secrets: Vec<String>,
    paths: Vec<String>,
    /// There are secrets, and they are not known: nothing that may quote one is let through.
    blind: bool,
}

impl Scrub {
    pub(crate) fn new(secrets: Vec<String>, paths: Vec<String>) -> Self {
        let secrets = secrets.into_iter().filter(|secret| secret.chars().count() >= SHORTEST).collect();
        Self { secrets, paths, blind: false }
    }

    /// For an input whose secrets could not be read.
    pub(super) fn blind(paths: Vec<String>) -> Self {
        Self { secrets: Vec::new(), blind: !paths.is_empty(), paths }
    }

    /// Adds what a change of the input made of its secrets; earlier spellings stay hidden.
    pub(super) fn learn(&mut self, secrets: Vec<String>) {
        let earlier = std::mem::take(self);
        *self = Self::new(secrets, earlier.paths);
        self.secrets.extend(earlier.secrets);
    }

    pub(crate) fn text(&self, text: String) -> String {
        if self.blind {
            return HIDDEN.to_owned();
        }
        self.secrets.iter().fold(text, |text, secret| if text.contains(secret) { text.replace(secret, HIDDEN) } else { text })
    }

    pub(super) fn edits(&self, edits: Vec<Edit>) -> Vec<Edit> {
        edits.into_iter().map(|edit| self.edit(edit)).collect()
    }

    /// An edit whose replacement says nothing of a secret: where there are any, only punctuation and keywords are shown.
    fn edit(&self, edit: Edit) -> Edit {
        let is_plain = |text: &str| {
            matches!(text, "true" | "false" | "null") || text.chars().all(|c| c.is_ascii_punctuation() || c.is_ascii_whitespace())
        };
        if self.paths.is_empty() || is_plain(&edit.replacement) { edit } else { Edit { replacement: HIDDEN.into(), ..edit } }
    }

    /// Why a text was not mended: with its surroundings only where nothing in them is secret.
    pub(super) fn reason(&self, unmendable: &Unmendable) -> String {
        if self.paths.is_empty() {
            unmendable.to_string()
        } else {
            format!("{} at byte {}", unmendable.kind.code(), unmendable.at)
        }
    }

    pub(crate) fn findings(&self, mut findings: Findings) -> Findings {
        if !self.paths.is_empty() {
            findings.for_each_mut(|finding| self.finding(finding));
        }
        findings
    }

    fn finding(&self, finding: &mut Finding) {
        if self.blind {
            *finding = Finding::at(std::mem::take(&mut finding.path)).rule(std::mem::take(&mut finding.rule));
            return;
        }
        if self.is_secret(&finding.path) {
            finding.received = finding.received.take().map(|_| HIDDEN.to_owned());
            finding.hint = None;
        }
        finding.path = self.text(std::mem::take(&mut finding.path));
        for text in [&mut finding.received, &mut finding.expected, &mut finding.hint] {
            *text = text.take().map(|text| self.text(text));
        }
        for value in finding.allowed.iter_mut().chain(&mut finding.also) {
            *value = self.text(std::mem::take(value));
        }
    }

    fn is_secret(&self, path: &str) -> bool {
        self.paths.iter().any(|secret| pointer::is_within(path, secret))
    }
}
