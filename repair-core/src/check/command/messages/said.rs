//! One thing a tool said, and the findings that become of all of them.

use std::borrow::Cow;

use super::super::CommandOutput;
use crate::{Finding, Findings, escape, finding::RECEIVED_SHOWN};

/// How many findings of one run are kept.
pub(in super::super) const MAX_FINDINGS: usize = 64;
/// How many characters of a message and of a hint are kept.
pub(in super::super) const TEXT_KEPT: usize = 400;
/// How many characters of a rule's name are kept.
const RULE_KEPT: usize = 64;
/// How many pieces of advice on one fault are kept, and how much of each.
const MAX_ADVICE: usize = 4;
const ADVICE_KEPT: usize = 160;

/// How bad it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Level {
    #[default]
    Error,
    Warning,
    /// Neither: a remark, or a part of what was said before.
    Note,
}

/// What a tool said about one place.
#[derive(Debug, Default)]
pub(super) struct Said<'a> {
    pub(super) level: Level,
    /// The tool's code for it.
    pub(super) rule: Option<&'a str>,
    pub(super) message: Cow<'a, str>,
    pub(super) file: Option<&'a str>,
    pub(super) line: Option<usize>,
    pub(super) column: Option<usize>,
    /// The line of source, where the tool quotes it.
    pub(super) source: Option<&'a str>,
    pub(super) advice: Vec<String>,
}

/// What is kept of all that a tool said.
pub(super) struct Sayings<'a> {
    output: &'a CommandOutput,
    warnings: bool,
    findings: Vec<Finding>,
}

impl<'a> Sayings<'a> {
    pub(super) fn new(output: &'a CommandOutput, warnings: bool) -> Self {
        Self { output, warnings, findings: Vec::new() }
    }

    pub(super) fn is_full(&self) -> bool {
        self.findings.len() >= MAX_FINDINGS
    }

    pub(super) fn into_findings(self) -> Findings {
        self.findings.into_iter().collect()
    }

    /// Whether something said at this level is kept.
    pub(super) fn wants(&self, level: Level) -> bool {
        level == Level::Error || (level == Level::Warning && self.warnings)
    }

    /// Keeps it if it is wanted and new.
    pub(super) fn push(&mut self, said: &Said<'_>) {
        if self.is_full() || !self.wants(said.level) {
            return;
        }
        let finding = self.finding(said);
        if !self.findings.contains(&finding) {
            self.findings.push(finding);
        }
    }

    /// Adds advice to what was kept last.
    pub(super) fn advise(&mut self, advice: &str) {
        if let Some(hint) = self.findings.last_mut().and_then(|finding| finding.hint.as_mut()) {
            append(hint, advice);
        }
    }

    fn finding(&self, said: &Said<'_>) -> Finding {
        let word = if said.level == Level::Error { "error" } else { "warning" };
        let rule = match said.rule.map(str::trim) {
            None | Some("") => Cow::Borrowed(word),
            Some(rule) => Cow::Owned(shown(rule, RULE_KEPT)),
        };
        // The file of the candidate goes without saying.
        let file = said.file.filter(|file| !self.output.is_candidate(file));
        let own_line = || self.output.candidate_line(said.line?);
        let source = said.source.or_else(|| if file.is_none() { own_line() } else { None });
        let mut hint = place(file, said.line, said.column);
        for advice in said.advice.iter().take(MAX_ADVICE) {
            append(&mut hint, advice);
        }
        let finding = Finding::whole().rule(rule).expected(format!("no {word}: {}", shown(said.message.trim(), TEXT_KEPT)));
        let finding =
            finding.received(source.map(|line| escape::clip(line.trim(), RECEIVED_SHOWN)).filter(|line| !line.is_empty()));
        if hint.is_empty() { finding } else { finding.hint(hint) }
    }
}

fn place(file: Option<&str>, line: Option<usize>, column: Option<usize>) -> String {
    let file = file.map(|file| shown(file, ADVICE_KEPT));
    let parts = [file, line.map(|line| format!("line {line}")), column.map(|column| format!("column {column}"))];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn append(hint: &mut String, advice: &str) {
    let advice = shown(advice.trim(), ADVICE_KEPT);
    if advice.is_empty() || hint.len() + advice.len() > TEXT_KEPT {
        return;
    }
    if !hint.is_empty() {
        hint.push_str("; ");
    }
    hint.push_str(&advice);
}

/// Text of the tool's, cut, with invisible characters made visible.
fn shown(text: &str, max: usize) -> String {
    escape::visible(&escape::clipped(text, max)).into_owned()
}
