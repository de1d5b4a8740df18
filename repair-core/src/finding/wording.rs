//! Findings in words for people. However large the input, the text grows with the number of findings alone.

use std::fmt::{self, Display, Formatter};

use super::{Finding, Findings, RECEIVED_SHOWN};
use crate::escape;

/// How many findings are shown, and asked for in one call; all are kept.
pub(crate) const FINDINGS_SHOWN: usize = 8;
/// How many characters of a path, an expectation or a hint are shown: a key may be as long as the input.
pub(crate) const WORDS_SHOWN: usize = 400;
/// How many allowed values and further places are shown.
pub(crate) const ALLOWED_SHOWN: usize = 64;

impl Display for Finding {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", place(&self.path))?;
        match &self.expected {
            Some(expected) => write!(f, "expected {}", words(expected))?,
            None => write!(f, "breaks the rule `{}`", words(&self.rule))?,
        }
        if let Some(received) = &self.received {
            write!(f, ", received {}", escape::quoted(received, RECEIVED_SHOWN))?;
        }
        list(f, "allowed", &self.allowed, |value| escape::quoted(value, RECEIVED_SHOWN))?;
        if let Some(hint) = &self.hint {
            write!(f, "; {}", words(hint))?;
        }
        list(f, "may also change", &self.also, place)
    }
}

fn place(path: &str) -> String {
    if path.is_empty() {
        return "(whole input)".to_owned();
    }
    // A key may hold a line break, which would begin another finding.
    words(path).replace('\n', "\\n").replace('\t', "\\t")
}

fn words(text: &str) -> String {
    escape::visible(&escape::clipped(text, WORDS_SHOWN)).into_owned()
}

fn list(f: &mut Formatter<'_>, name: &str, items: &[String], shown: impl Fn(&str) -> String) -> fmt::Result {
    for (n, item) in items.iter().take(ALLOWED_SHOWN).enumerate() {
        match n {
            0 => write!(f, "; {name}: ")?,
            _ => f.write_str(", ")?,
        }
        f.write_str(&shown(item))?;
    }
    match items.len().saturating_sub(ALLOWED_SHOWN) {
        0 => Ok(()),
        more => write!(f, " and {more} more"),
    }
}

/// Numbered, a line each, at most eight of them.
impl Display for Findings {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (n, finding) in self.iter().take(FINDINGS_SHOWN).enumerate() {
            let newline = if n == 0 { "" } else { "\n" };
            write!(f, "{newline}{}. {finding}", n + 1)?;
        }
        match self.len().saturating_sub(FINDINGS_SHOWN) {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}
