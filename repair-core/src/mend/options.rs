//! What a mender may do, and why it refused.

use std::fmt;

use super::Risk;

/// What a mender may do.
///
/// # Default
///
/// Exact edits and guesses; nesting to 128; texts to 16 MiB; 64 candidates.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The riskiest edit that is made.
    pub allow: Risk,
    /// How deep values may nest.
    pub max_depth: usize,
    /// The longest text, in bytes.
    pub max_bytes: usize,
    /// How many parts of the text are considered as the value.
    pub max_candidates: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { allow: Risk::Guess, max_depth: 128, max_bytes: 16 * 1024 * 1024, max_candidates: 64 }
    }
}

impl Options {
    /// The riskiest edit that is made.
    ///
    /// ```
    /// use repair_core::mend::{self, Options, Risk};
    ///
    /// let cut = r#"{"a": 1, "b": "on"#;
    /// assert!(mend::json(cut, &Options::default()).is_err());
    /// assert!(mend::json(cut, &Options::default().allow(Risk::Loss)).is_ok());
    /// ```
    #[must_use]
    pub fn allow(mut self, allow: Risk) -> Self {
        self.allow = allow;
        self
    }

    /// How deep values may nest.
    #[must_use]
    pub fn max_depth(mut self, depth: usize) -> Self {
        self.max_depth = depth;
        self
    }

    /// The longest text, in bytes.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// How many parts of the text are considered as the value.
    #[must_use]
    pub fn max_candidates(mut self, candidates: usize) -> Self {
        self.max_candidates = candidates;
        self
    }
}

/// Why a text was not mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmendable {
    /// Why.
    pub kind: UnmendableKind,
    /// Where, as a byte of the input.
    pub at: usize,
    /// In words.
    pub message: String,
}

/// Why a text was not mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnmendableKind {
    /// There is nothing of the format in it.
    Nothing,
    /// It can be read in more than one way.
    Ambiguous,
    /// It can only be mended by an edit riskier than allowed.
    TooRisky,
    /// It can't be read at all.
    Unreadable,
    /// It nests too deep.
    TooDeep,
    /// It is too long.
    TooLong,
    /// It can be read, but is not of the type.
    Misfit,
    /// The schema itself can't be used.
    Schema,
    /// It has too many parts that may be the value.
    TooManyCandidates,
}

impl UnmendableKind {
    /// A stable word to branch on.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Ambiguous => "ambiguous",
            Self::TooRisky => "too_risky",
            Self::Unreadable => "unreadable",
            Self::TooDeep => "too_deep",
            Self::TooLong => "too_long",
            Self::Misfit => "misfit",
            Self::Schema => "schema",
            Self::TooManyCandidates => "too_many_candidates",
        }
    }
}

impl fmt::Display for Unmendable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}: {}", self.kind.code(), self.at, self.message)
    }
}

impl std::error::Error for Unmendable {}
