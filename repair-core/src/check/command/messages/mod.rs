//! The forms in which tools say what is wrong, read into findings.

mod lines;
mod rustc;
mod said;
mod sarif;

use self::said::Sayings;
pub(super) use self::said::{MAX_FINDINGS, TEXT_KEPT};
use super::CommandOutput;
use crate::Findings;

/// What a tool writes.
///
/// Only errors become findings, unless [`warnings`](super::CommandCheck::warnings) says otherwise. A finding's rule is the tool's
/// own code; its hint has line, column and the tool's advice; what is received is the line of the candidate.
///
/// ```
/// use repair_core::check::{CommandCheck, command::Messages};
///
/// let gcc = CommandCheck::new("gcc").args(["-fsyntax-only", "-x", "c", "-"]).messages(Messages::Lines).warnings(true);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Messages {
    /// The JSON lines of `rustc --error-format=json` and `cargo --message-format=json`, on either stream.
    Rustc,
    /// A SARIF 2.1.0 log on standard output, or on standard error if the other is empty.
    Sarif,
    /// Lines with a place, on either stream: `file:line: message`, `file:line:column: error: message [rule]` as gcc, clang,
    /// mypy, flake8 and `eslint -f unix` write them, `file(line,column): error CODE: message` as tsc does, and
    /// `[emerg] message in file:line` as nginx does.
    Lines,
}

impl Messages {
    /// What the output says; or why it is not in this form.
    pub(super) fn read(self, output: &CommandOutput, warnings: bool) -> Result<Findings, String> {
        let mut sayings = Sayings::new(output, warnings);
        let (stderr, stdout) = (output.stderr(), output.stdout());
        match self {
            Self::Rustc => [stderr, stdout].into_iter().for_each(|text| rustc::read(text, &mut sayings)),
            Self::Lines => [stderr, stdout].into_iter().for_each(|text| lines::read(text, &mut sayings)),
            Self::Sarif => sarif::read(if stdout.trim().is_empty() { stderr } else { stdout }, &mut sayings)?,
        }
        Ok(sayings.into_findings())
    }

    pub(super) const fn format(self) -> &'static str {
        match self {
            Self::Rustc => "JSON messages",
            Self::Sarif => "a SARIF log",
            Self::Lines => "lines",
        }
    }
}

/// What a form makes of a text, for the tests of each.
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
fn read(messages: Messages, text: &str, candidate: &str, warnings: bool) -> Findings {
    messages.read(&CommandOutput::exited(1, text, "").with_candidate(candidate), warnings).unwrap()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Whatever a tool writes: no panic, and no more than is kept.
        #[test]
        fn any_text_is_read_within_bounds(text in r#"([a-cE0-9é\u{202e}:()\[\]{}",/ -]|\n|error|warning|note: |"level":|"runs":\[| in |a:1:2: ){0,60}"#) {
            let output = CommandOutput::exited(1, text.as_str(), text.as_str()).with_candidate(text.as_str());
            for messages in [Messages::Rustc, Messages::Sarif, Messages::Lines] {
                let findings = messages.read(&output, true).unwrap_or_default();
                prop_assert!(findings.len() <= MAX_FINDINGS);
                for finding in &findings {
                    prop_assert!(finding.hint.as_ref().is_none_or(|hint| hint.len() <= 4 * TEXT_KEPT));
                    prop_assert!(!finding.expected.as_ref().is_some_and(|expected| expected.contains('\u{202e}')), "invisible");
                }
            }
        }
    }
}
