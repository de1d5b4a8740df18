//! What is wrong with an input: one [`Finding`] per fault, [`Findings`] for all of them.

mod all;
mod received;
mod wording;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

pub(crate) use self::wording::{ALLOWED_SHOWN, FINDINGS_SHOWN, WORDS_SHOWN};
pub use self::{
    all::Findings,
    received::{IntoReceived, RECEIVED_SHOWN},
};

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
    /// JSON Pointers of further places that may change together with this one: what is wrong here may have to be mended
    /// there.
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

    /// Says how to mend it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
    /// Names further places that may change together with this one, as JSON Pointers: a repair may touch what findings
    /// name, and nothing else.
    ///
    /// ```
    /// use repair_core::Finding;
    ///
    /// let finding = Finding::at("/escalation_contact").rule("required").expected("an e-mail address").also(["/priority"]);
    /// assert_eq!(
    ///     finding.to_string(),
    ///     "/escalation_contact: expected an e-mail address; may also change: /priority"
    /// );
    /// ```
    #[must_use]
    pub fn also<S: Into<String>>(mut self, paths: impl IntoIterator<Item = S>) -> Self {
        self.also.extend(paths.into_iter().map(Into::into));
        self
    }
}
