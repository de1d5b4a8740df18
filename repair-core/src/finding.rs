//! What is wrong with an input: one [`Finding`] per fault, [`Findings`] for all of them.

use std::{borrow::Cow, fmt, slice, vec};

use serde::{Deserialize, Serialize};

use crate::escape;

/// How many characters of a received value are shown, to models and people alike.
pub const RECEIVED_SHOWN: usize = 80;

/// One fault of an input: where it is, which rule it breaks, what was expected and what was received.
///
/// ```
/// use repair_core::Finding;
///
/// let finding = Finding::at("/priority")
///     .rule("enum")
///     .expected("one of the priorities")
///     .received("P1")
///     .allowed(["low", "medium", "high"]);
/// assert_eq!(
///     finding.to_string(),
///     r#"/priority: expected one of the priorities, received "P1"; allowed: "low", "medium", "high""#
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Finding {
    /// JSON Pointer (RFC 6901) of the faulty place; empty for the whole input.
    pub path: String,
    /// The rule that is broken, a stable word such as `required`, `enum` or `syntax`. Together with the path it is the
    /// finding's identity: two findings with the same path and rule are the same fault, whatever they say.
    pub rule: Cow<'static, str>,
    /// What should stand there, in words: `an e-mail address`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What stands there; `None` where nothing does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub received: Option<String>,
    /// The legal values, where they can be listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<String>,
    /// How to mend it, where the op knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Further places, as JSON Pointers, that may change together with this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
}

impl Finding {
    /// A finding at a JSON Pointer: `/items/3/price`, or `""` for the whole input. The rule is `invalid` until
    /// [`rule`](Self::rule) says otherwise.
    #[must_use]
    pub fn at(path: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            rule: Cow::Borrowed("invalid"),
            expected: None,
            received: None,
            allowed: Vec::new(),
            hint: None,
            also: Vec::new(),
        }
    }

    /// A finding about the whole input.
    #[must_use]
    pub fn whole() -> Self {
        Self::at("")
    }

    /// Names the broken rule: a short stable word, not a message.
    #[must_use]
    pub fn rule(mut self, rule: impl Into<Cow<'static, str>>) -> Self {
        self.rule = rule.into();
        self
    }

    /// Says what should stand there.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = Some(expected.into());
        self
    }

    /// Says what stands there: a string, or `None` where nothing does.
    #[must_use]
    pub fn received(mut self, received: impl IntoReceived) -> Self {
        self.received = received.into_received();
        self
    }

    /// Lists the legal values.
    #[must_use]
    pub fn allowed<S: Into<String>>(mut self, allowed: impl IntoIterator<Item = S>) -> Self {
        self.allowed = allowed.into_iter().map(Into::into).collect();
        self
    }

    /// Names further places, as JSON Pointers, that may change together with this one.
    #[must_use]
    pub fn also<S: Into<String>>(mut self, paths: impl IntoIterator<Item = S>) -> Self {
        self.also.extend(paths.into_iter().map(Into::into));
        self
    }

    /// Says how to mend it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// What [`Finding::received`] takes: text, or `None`.
pub trait IntoReceived {
    /// The text received, if there was any.
    fn into_received(self) -> Option<String>;
}

impl IntoReceived for &str {
    fn into_received(self) -> Option<String> {
        Some(self.to_owned())
    }
}

impl IntoReceived for String {
    fn into_received(self) -> Option<String> {
        Some(self)
    }
}

impl IntoReceived for Option<String> {
    fn into_received(self) -> Option<String> {
        self
    }
}

impl IntoReceived for Option<&str> {
    fn into_received(self) -> Option<String> {
        self.map(str::to_owned)
    }
}

impl IntoReceived for &serde_json::Value {
    fn into_received(self) -> Option<String> {
        Some(match self {
            serde_json::Value::String(text) => text.clone(),
            other => other.to_string(),
        })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() { "(whole input)".into() } else { escape::visible(&self.path) };
        write!(f, "{path}: ")?;
        match &self.expected {
            Some(expected) => write!(f, "expected {}", escape::visible(expected))?,
            None => write!(f, "breaks the rule `{}`", self.rule)?,
        }
        if let Some(received) = &self.received {
            write!(f, ", received {}", escape::quoted(received, RECEIVED_SHOWN))?;
        }
        if !self.allowed.is_empty() {
            f.write_str("; allowed: ")?;
            for (n, value) in self.allowed.iter().enumerate() {
                let comma = if n == 0 { "" } else { ", " };
                write!(f, "{comma}{}", escape::quoted(value, RECEIVED_SHOWN))?;
            }
        }
        if let Some(hint) = &self.hint {
            write!(f, "; {}", escape::visible(hint))?;
        }
        Ok(())
    }
}

/// All findings about one input, in the order in which they were found.
///
/// An op that found several faults returns them all at once, so that one repair can mend them all:
///
/// ```
/// use repair_core::{Finding, Findings};
///
/// let mut findings = Findings::new();
/// findings.push(Finding::at("/id").expected("`T-` and digits").received("17"));
/// findings.push(Finding::at("/summary").rule("required"));
/// assert_eq!(findings.len(), 2);
/// assert!(findings.none_or(()).is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Findings(Vec<Finding>);

impl Findings {
    /// No findings.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds one.
    pub fn push(&mut self, finding: Finding) {
        self.0.push(finding);
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The findings in order.
    pub fn iter(&self) -> slice::Iter<'_, Finding> {
        self.0.iter()
    }

    /// `Ok(value)` if nothing was found, else the findings: the last line of a check.
    ///
    /// # Errors
    ///
    /// The findings themselves, if there are any.
    pub fn none_or<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }

    pub(crate) fn for_each_mut(&mut self, change: impl FnMut(&mut Finding)) {
        self.0.iter_mut().for_each(change);
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, finding) in self.0.iter().enumerate() {
            let newline = if n == 0 { "" } else { "\n" };
            write!(f, "{newline}{}. {finding}", n + 1)?;
        }
        Ok(())
    }
}

impl From<Finding> for Findings {
    fn from(finding: Finding) -> Self {
        Self(vec![finding])
    }
}

impl FromIterator<Finding> for Findings {
    fn from_iter<I: IntoIterator<Item = Finding>>(findings: I) -> Self {
        Self(findings.into_iter().collect())
    }
}

impl Extend<Finding> for Findings {
    fn extend<I: IntoIterator<Item = Finding>>(&mut self, findings: I) {
        self.0.extend(findings);
    }
}

impl IntoIterator for Findings {
    type Item = Finding;
    type IntoIter = vec::IntoIter<Finding>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Findings {
    type Item = &'a Finding;
    type IntoIter = slice::Iter<'a, Finding>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
