//! From a tool's output and end to findings.

use std::{fmt, sync::Arc};

use super::{
    CommandError, CommandOutput, Messages,
    messages::{MAX_FINDINGS, TEXT_KEPT},
    output::End,
    spec::Spec,
};
use crate::{Finding, Findings, escape};

/// How many of the last lines of a tool are quoted, where they could not be read.
const LAST_LINES: usize = 8;

/// How the output is read.
#[derive(Clone)]
pub(super) enum Reading {
    Status,
    Messages(Messages),
    Own(Arc<dyn Fn(&CommandOutput) -> Findings + Send + Sync>),
}

impl fmt::Debug for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status => f.write_str("Status"),
            Self::Messages(messages) => messages.fmt(f),
            Self::Own(_) => f.write_str("Own"),
        }
    }
}

/// All that the run says about the candidate.
pub(super) fn findings(spec: &Spec, reading: &Reading, warnings: bool, output: &CommandOutput) -> Result<Findings, CommandError> {
    let read = match reading {
        Reading::Status => Findings::new(),
        Reading::Own(read) => read(output),
        Reading::Messages(messages) => match messages.read(output, warnings) {
            Ok(findings) => findings,
            // Cut short: how it ended says more.
            Err(_) if output.exit_code().is_none() => Findings::new(),
            Err(reason) => {
                let reason = match last_words(output, TEXT_KEPT) {
                    Some(words) => format!("{reason}; it wrote:\n{words}"),
                    None => reason,
                };
                return Err(CommandError::Unreadable { program: spec.program.clone(), format: messages.format(), reason });
            }
        },
    };
    let nothing_read = read.is_empty();
    let ending = ending(spec, output).filter(|_| nothing_read || matches!(output.end, End::TimedOut | End::Signalled(_)));
    let room = MAX_FINDINGS - usize::from(ending.is_some());
    Ok(read.into_iter().take(room).chain(ending).collect())
}

/// The finding for a candidate that is not shown to the tool.
pub(super) fn too_long(bytes: usize, most: usize) -> Finding {
    Finding::whole().rule("too_long").expected(format!("at most {most} bytes")).received(format!("{bytes} bytes"))
}

/// The finding for how the tool ended, unless it ended well.
fn ending(spec: &Spec, output: &CommandOutput) -> Option<Finding> {
    let tool = spec.tool();
    let (rule, expected, what) = match output.end {
        End::Exited(0) => return None,
        End::Exited(status) => ("exit", format!("what `{tool}` accepts with exit status 0"), format!("exit status {status}")),
        End::Signalled(signal) => ("signal", format!("what does not make `{tool}` crash"), format!("killed by signal {signal}")),
        End::TimedOut => {
            ("timeout", format!("what `{tool}` is done with in {:?}", spec.timeout), "it took longer and was killed".to_owned())
        }
        End::Flooded => (
            "output",
            format!("what `{tool}` has no more than {} bytes to say about", spec.max_output),
            "it wrote more and was killed".to_owned(),
        ),
    };
    let before = format!("{what}; it wrote:\n");
    // A hint is shown up to this length, and the last words are what counts.
    let hint = match last_words(output, TEXT_KEPT.saturating_sub(before.len() + '…'.len_utf8())) {
        Some(words) => before + &words,
        None => what,
    };
    Some(Finding::whole().rule(rule).expected(expected).hint(hint))
}

/// The last lines the tool wrote, from standard error if there are any, and of these at most so many characters.
fn last_words(output: &CommandOutput, most: usize) -> Option<String> {
    let text = [output.stderr(), output.stdout()].into_iter().map(str::trim).find(|text| !text.is_empty())?;
    let lines = text.rmatch_indices('\n').nth(LAST_LINES - 1).map_or(text, |(at, _)| &text[at + 1..]);
    let visible = escape::visible(lines);
    let surplus = visible.chars().count().saturating_sub(most);
    Some(match visible.char_indices().nth(surplus) {
        Some((at, _)) if surplus > 0 => format!("…{}", &visible[at..]),
        _ => visible.into_owned(),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn judged(reading: &Reading, output: &CommandOutput) -> Result<Findings, CommandError> {
        findings(&Spec::new("/opt/tool".to_owned()), reading, false, output)
    }

    fn rules(findings: &Findings) -> Vec<&str> {
        findings.iter().map(|finding| &*finding.rule).collect()
    }

    fn ended(end: End, stdout: &str, stderr: &str) -> CommandOutput {
        CommandOutput { end, ..CommandOutput::exited(0, stdout, stderr) }
    }

    #[test]
    fn a_status_other_than_0_is_a_finding_with_the_last_lines() {
        let stderr = (1..=20).map(|n| format!("line {n}\n")).collect::<String>();
        let findings = judged(&Reading::Status, &CommandOutput::exited(3, "", stderr)).unwrap_or_default();
        assert_eq!(rules(&findings), ["exit"]);
        let text = findings.to_string();
        assert!(text.contains("`tool`") && text.contains("exit status 3"), "{text}");
        assert!(text.contains("line 13\n") && !text.contains("line 12\n"), "{text}");
        assert!(judged(&Reading::Status, &CommandOutput::exited(0, "", "chatter")).is_ok_and(|findings| findings.is_empty()));
    }

    #[test]
    fn hostile_last_lines_are_cut_and_made_visible() {
        let stdout = format!("{}\u{202e}end\u{1b}[2J", "x".repeat(100_000));
        let findings = judged(&Reading::Status, &CommandOutput::exited(1, stdout, " \n")).unwrap_or_default();
        let text = findings.to_string();
        assert!(text.chars().count() < TEXT_KEPT + 200, "{}", text.len());
        assert!(text.ends_with("\\u{202e}end\\u{1b}[2J"), "{text}");
    }

    #[test]
    fn what_was_read_stands_before_how_it_ended() {
        let lines = Reading::Messages(Messages::Lines);
        let said = "a.c:1:2: error: no\n";
        for (end, expected) in [
            (End::Exited(1), &["error"][..]),
            (End::Exited(0), &["error"]),
            (End::Flooded, &["error"]),
            (End::TimedOut, &["error", "timeout"]),
            (End::Signalled(11), &["error", "signal"]),
        ] {
            let findings = judged(&lines, &ended(end, "", said)).unwrap_or_default();
            assert_eq!(rules(&findings), expected, "{end:?}");
        }
        let findings = judged(&lines, &ended(End::Flooded, "", "yyy")).unwrap_or_default();
        assert_eq!(rules(&findings), ["output"]);
    }

    #[test]
    fn an_unreadable_report_is_an_error_unless_it_was_cut_short() {
        let sarif = Reading::Messages(Messages::Sarif);
        let error = judged(&sarif, &ended(End::Exited(0), "no sarif", "")).map(|_| ()).unwrap_err();
        assert_eq!(error.code(), "unreadable");
        assert!(error.to_string().contains("\"/opt/tool\"") && error.to_string().contains("SARIF"), "{error}");
        let findings = judged(&sarif, &ended(End::Flooded, "{\"runs\": [", "")).unwrap_or_default();
        assert_eq!(rules(&findings), ["output"]);
    }

    #[test]
    fn findings_of_ones_own_are_counted_too() {
        let own = Reading::Own(Arc::new(|_| (0..1000).map(|n| Finding::at(format!("/{n}"))).collect()));
        assert_eq!(judged(&own, &ended(End::Exited(1), "", "")).unwrap_or_default().len(), MAX_FINDINGS);
        let findings = judged(&own, &ended(End::TimedOut, "", "")).unwrap_or_default();
        assert_eq!((findings.len(), findings.iter().last().map(|finding| &*finding.rule)), (MAX_FINDINGS, Some("timeout")));
    }
}
