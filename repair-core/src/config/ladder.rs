//! The ways to obtain a new input, and the order in which they are tried.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// One way to obtain a new input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Rung {
    /// Fix it without a model.
    Mend,
    /// Read failing fields off the source without a model, where it clearly has one value for each.
    Read,
    /// Ask a model for the failing fields alone, and show it the rest. Needs a tree and findings that name places in it.
    Patch,
    /// Ask for the failing fields, and show the source but neither the record nor the bad values. Needs a source too.
    Reread,
    /// Ask for one failing field, and constrain it by its type alone; the rest is checked after.
    Simplified,
    /// Ask a model for the entire value.
    Whole,
    /// A call of a step's own: of its planner, its task or a check of it. No ladder has it.
    Step,
}

impl Rung {
    const ALL: [Self; 6] = [Self::Mend, Self::Read, Self::Patch, Self::Reread, Self::Simplified, Self::Whole];

    /// Its name, as a ladder is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mend => "mend",
            Self::Read => "read",
            Self::Patch => "patch",
            Self::Reread => "reread",
            Self::Simplified => "simplified",
            Self::Whole => "whole",
            Self::Step => "step",
        }
    }
}

/// A model and whose it is: `anthropic/claude-sonnet-4-6`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ModelName {
    /// The provider, as registered with the runtime.
    pub provider: String,
    /// The model's name at that provider; it may hold slashes itself.
    pub model: String,
}

/// One step of a [`Ladder`]: a rung, on the run's model or on another one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct LadderStep {
    /// How the new input is obtained.
    pub rung: Rung,
    /// Which model is asked; `None` for the run's own.
    pub model: Option<ModelName>,
}

/// The rungs in the order in which they are tried, each on the run's model unless it names another: `patch@openai/gpt-5`.
///
/// A rung that can't be used on what is at hand is passed over: a patch needs to know which fields fail, a second reading
/// needs a source. No progress moves on to the next one; what else does is [`MoveOn`](super::MoveOn).
///
/// # Default
///
/// `mend`, `read`, `patch`, `reread`, `whole`, and `whole` once more, which starts again from the original input.
///
/// ```
/// use repair_core::config::Ladder;
///
/// let ladder = Ladder::parse(["mend", "patch", "reread", "patch@anthropic/claude-opus-4-6"])?;
/// assert_eq!(ladder.steps().len(), 4);
/// let error = Ladder::parse(["mend", "guess"]).unwrap_err();
/// assert_eq!(error.to_string(), "`guess` is not a rung; the rungs are mend, read, patch, reread, simplified, whole");
/// # Ok::<(), repair_core::config::LadderError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ladder(Vec<LadderStep>);

/// A ladder can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LadderError {
    /// It names no rung there is.
    UnknownRung {
        /// What it names.
        name: String,
    },
    /// What stands behind the `@` is not `provider/model`.
    NotAModel {
        /// What stands there.
        name: String,
    },
}

impl ModelName {
    pub(crate) fn of(provider: &str, model: &str) -> Self {
        let provider = if provider == super::PROVIDER_ALIAS { super::DEFAULT_PROVIDER } else { provider };
        Self { provider: provider.to_owned(), model: model.to_owned() }
    }
}

impl Ladder {
    /// Reads the steps, each `rung` or `rung@provider/model`.
    ///
    /// # Errors
    ///
    /// A [`LadderError`] that names what it could not read.
    pub fn parse<S: AsRef<str>>(steps: impl IntoIterator<Item = S>) -> Result<Self, LadderError> {
        steps.into_iter().map(|step| step.as_ref().parse()).collect::<Result<_, _>>().map(Self)
    }

    /// The steps in order.
    #[must_use]
    pub fn steps(&self) -> &[LadderStep] {
        &self.0
    }

    /// Whether the input is mended without a model before one is asked.
    pub(crate) fn mends(&self) -> bool {
        self.0.iter().any(|step| step.rung == Rung::Mend)
    }
}

impl Default for Ladder {
    fn default() -> Self {
        let rungs = [Rung::Mend, Rung::Read, Rung::Patch, Rung::Reread, Rung::Whole, Rung::Whole];
        Self(rungs.map(|rung| LadderStep { rung, model: None }).into())
    }
}

impl FromIterator<LadderStep> for Ladder {
    fn from_iter<I: IntoIterator<Item = LadderStep>>(steps: I) -> Self {
        Self(steps.into_iter().collect())
    }
}

impl FromStr for LadderStep {
    type Err = LadderError;

    fn from_str(text: &str) -> Result<Self, LadderError> {
        let (name, model) = match text.split_once('@') {
            Some((name, model)) => (name, Some(model.parse()?)),
            None => (text, None),
        };
        match Rung::ALL.into_iter().find(|rung| rung.name() == name) {
            Some(rung) => Ok(Self { rung, model }),
            None => Err(LadderError::UnknownRung { name: name.to_owned() }),
        }
    }
}

impl FromStr for ModelName {
    type Err = LadderError;

    fn from_str(name: &str) -> Result<Self, LadderError> {
        match name.split_once('/') {
            Some((provider, model)) if !provider.is_empty() && !model.is_empty() => Ok(Self::of(provider, model)),
            _ => Err(LadderError::NotAModel { name: name.to_owned() }),
        }
    }
}

macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl TryFrom<String> for $type {
            type Error = LadderError;
            fn try_from(text: String) -> Result<Self, LadderError> {
                text.parse()
            }
        }

        impl From<$type> for String {
            fn from(value: $type) -> Self {
                value.to_string()
            }
        }
    )*};
}

as_text!(ModelName, LadderStep);

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for ModelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.provider, self.model)
    }
}

impl fmt::Display for LadderStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.model {
            Some(model) => write!(f, "{}@{model}", self.rung),
            None => self.rung.fmt(f),
        }
    }
}

impl LadderError {
    /// A stable word to branch on.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::UnknownRung { .. } => "unknown_rung",
            Self::NotAModel { .. } => "not_a_model",
        }
    }
}

impl fmt::Display for LadderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownRung { name } => {
                let rungs = Rung::ALL.map(Rung::name).join(", ");
                write!(f, "`{}` is not a rung; the rungs are {rungs}", crate::escape::clip(name, 80))
            }
            Self::NotAModel { name } => {
                write!(f, "`{}` is not a model; write `provider/model`", crate::escape::clip(name, 80))
            }
        }
    }
}

impl std::error::Error for LadderError {}
