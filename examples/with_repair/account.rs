//! What happened in a run, for a person: read off the run's log.

use std::fmt::{self, Display, Formatter};

use repair::{
    RepairConfig, RepairableInput, Report, Status,
    config::Rung,
    machine::{Effect, EventKind},
    mend::Edit,
    wire::{Answer, FailureKind, Finish, Request, Usage},
};

use crate::ticket::{Fields, Ticket};

/// A readable account: what was wrong, what was asked, what changed, what it cost.
pub struct Account<'a> {
    report: &'a Report,
    prompts: bool,
}

impl<'a> Account<'a> {
    pub fn of(report: &'a Report) -> Self {
        Self { report, prompts: false }
    }

    /// Shows the data that each request laid before the model.
    pub fn with_prompts(self) -> Self {
        Self { prompts: true, ..self }
    }
}

impl Display for Account<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let report = self.report;
        let op = report.op().rsplit("::").next().unwrap_or_default();
        if report.status() == Status::Clean {
            return writeln!(f, "{op}: clean, nothing to repair");
        }
        writeln!(f, "{op}: {}", report.status())?;
        let unsent = unsent(report);
        let mut now = None;
        for entry in report.entries() {
            match &entry.event.kind {
                EventKind::Repairable { message, input, .. } => {
                    if let Some(Ok(subject)) = input.as_deref() {
                        line(f, "given", clip(&subject.original))?;
                    }
                    line(f, "wrong", message)?;
                }
                EventKind::Mended { shown, edits, .. } => {
                    line(f, "mended", mended(edits))?;
                    now = Some(shown);
                }
                EventKind::Failed { message } => line(f, "failed", message)?,
                EventKind::Answered { answer, .. } => line(f, "answer", answered(answer))?,
                EventKind::Undecodable { findings, .. } => line(f, "unusable", findings)?,
                EventKind::Decoded { shown, .. } => now = Some(shown),
                EventKind::CallFailed { failure, .. } => line(f, "no answer", failure)?,
                _ => {}
            }
            for effect in &entry.then {
                if let Effect::Call { call, request, rung, .. } = effect {
                    line(f, "asked", format!("{} for {} (call {})", model(request), wanted(*rung), call.0))?;
                    if self.prompts && unsent.is_none() {
                        line(f, "", request.prompt.lines().map(|line| format!("| {line}\n")).collect::<String>())?;
                    }
                }
            }
        }
        if let (Status::Repaired, Some(before), Some(now)) = (report.status(), report.original(), now) {
            line(f, "changed", changes(before, now))?;
        }
        line(f, "cost", cost(report))?;
        match unsent {
            Some(request) => show_unsent(f, request),
            None => Ok(()),
        }
    }
}

/// The configuration of a run, which its first event holds.
pub fn config(report: &Report) -> Option<&RepairConfig> {
    match &report.entries().first()?.event.kind {
        EventKind::Started { config, .. } => Some(config),
        _ => None,
    }
}

fn line(f: &mut Formatter<'_>, label: &str, text: impl Display) -> fmt::Result {
    for (n, line) in text.to_string().lines().enumerate() {
        writeln!(f, "  {:<10}{line}", if n == 0 { label } else { "" })?;
    }
    Ok(())
}

/// What a rung asks for.
fn wanted(rung: Rung) -> &'static str {
    match rung {
        Rung::Patch => "the failing fields",
        Rung::Reread => "the failing fields, from the source",
        Rung::Simplified => "one failing field",
        _ => "the whole input, corrected",
    }
}

fn model(request: &Request) -> String {
    match request.model.as_str() {
        "" => request.provider.clone(),
        model => format!("{}/{model}", request.provider),
    }
}

fn answered(answer: &Answer) -> String {
    let text = clip(&answer.text);
    match answer.finish {
        Finish::Length => format!("(cut at the cap of tokens, so not used) {text}"),
        Finish::Refused => format!("(refused) {text}"),
        _ => text,
    }
}

/// Each edit in a few words: what it mended, and how sure it was.
fn mended(edits: &[Edit]) -> String {
    let edits = edits.iter().map(|edit| {
        let what = format!("{:?} at byte {}", edit.kind, edit.span.start);
        match edit.replacement.trim() {
            "" => format!("{what}: left out ({:?})", edit.risk),
            new => format!("{what}: {} ({:?})", clip(new), edit.risk),
        }
    });
    edits.collect::<Vec<_>>().join("\n")
}

fn changes(before: &str, now: &str) -> String {
    let (Some(before), Some(now)) = (fields(before), fields(now)) else {
        return format!("what could not be read is now\n{}", clip(now));
    };
    let changed = now.iter().filter_map(|(key, value)| match before.get(key) {
        Some(old) if old == value => None,
        Some(old) => Some(format!("{key} is now {}, was {}", clip(&value.to_string()), clip(&old.to_string()))),
        None => Some(format!("{key} is now {}", clip(&value.to_string()))),
    });
    let gone = before.keys().filter(|key| !now.contains_key(*key)).map(|key| format!("{key} is gone"));
    changed.chain(gone).collect::<Vec<_>>().join("\n")
}

/// The first stage's texts are JSON, the second's XML.
fn fields(text: &str) -> Option<Fields> {
    serde_json::from_str(text).ok().or_else(|| Ticket::unmarshal_repair(text).ok()?.fields().ok())
}

fn cost(report: &Report) -> String {
    let calls = match report.calls().len() {
        1 => "1 call".to_owned(),
        calls => format!("{calls} calls"),
    };
    let attempts = report.attempts().len();
    let allowed = config(report).map_or(attempts, |config| config.max_attempts as usize);
    let tokens = match report.usage() {
        Usage { input_tokens: Some(read), output_tokens: Some(written) } => format!("{read} tokens read and {written} written"),
        _ => "tokens not reported".to_owned(),
    };
    let waited: u64 = report.calls().iter().filter_map(|call| call.latency_ms).sum();
    format!("{calls}, {attempts} of {allowed} attempts, {tokens}, {waited} ms")
}

/// The request nobody was there to answer.
fn unsent(report: &Report) -> Option<&Request> {
    let call = report.calls().last()?;
    let failure = call.failure.as_ref()?;
    (failure.kind == FailureKind::NoModel).then_some(&call.request)
}

fn show_unsent(f: &mut Formatter<'_>, request: &Request) -> fmt::Result {
    writeln!(f, "\nNo model was there to ask. {} would have been sent:", model(request))?;
    writeln!(f, "--- system\n{}\n--- user\n{}\n---", request.system, request.prompt)?;
    writeln!(f, "Set ANTHROPIC_API_KEY, or OPENAI_BASE_URL and OPENAI_MODEL; or script the answers with --answers.\n")
}

/// At most 160 characters in one line, without anything a terminal would obey.
fn clip(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut shown: String = line.chars().take(160).map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect();
    if line.chars().nth(160).is_some() {
        shown.push('…');
    }
    shown
}
