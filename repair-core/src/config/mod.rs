//! The limits and choices of one op.

mod choices;
mod ladder;

use std::time::Duration;

pub use choices::{Drift, Grounding, Mode, MoveOn, OnExhausted, Stall};
pub use ladder::{Ladder, LadderError, LadderStep, ModelName, Rung};
use serde::{Deserialize, Serialize};

use crate::mend::Risk;

/// The default cap of an answer, in tokens.
pub const DEFAULT_MAX_TOKENS: u32 = 2048;
/// The provider asked where neither op nor runtime names one; `claude` is its alias.
pub const DEFAULT_PROVIDER: &str = "anthropic";
pub(crate) const PROVIDER_ALIAS: &str = "claude";
/// The model asked where neither op nor runtime names one.
pub const DEFAULT_MODEL: &str = "claude-sonnet-4-6";

/// The limits and choices of one op's repairs: `#[repairable(..)]` writes it, a run may override it.
///
/// # Default
///
/// - 3 attempts, 12 calls, 2 retries of a call that failed in transit;
/// - the ladder mend, read, patch, reread, whole, whole; answers that drift are restored, new values are looked up in the source;
/// - mending by exact edits, and by guesses that then satisfy the type;
/// - the runtime's model; `anthropic`, `claude-sonnet-4-6` if it has none;
/// - 2,048 tokens an answer, raised once to at most 8,192 if an answer is cut;
/// - 120 s a call, no deadline;
/// - inputs of at most 256 KiB, answers of at most 4 MiB.
///
/// ```
/// use repair_core::RepairConfig;
///
/// let config = RepairConfig::default().max_attempts(2).prompt_prefix("Dates are ISO 8601.\n");
/// assert_eq!((config.max_attempts, config.max_tokens), (2, 2048));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct RepairConfig {
    /// How many answers of a model are tried; `0` means no repair at all.
    pub max_attempts: u32,
    /// The riskiest edit that mending without a model may make. A guess is kept only if the result satisfies the type.
    pub allow: Risk,
    /// Put before the prompt.
    pub prompt_prefix: String,
    /// Put after the prompt.
    pub prompt_suffix: String,
    /// The provider, as registered with the runtime.
    pub provider: Option<String>,
    /// The model's name at that provider.
    pub model: Option<String>,
    /// The cap of an answer, in tokens.
    pub max_tokens: u32,
    /// How far the cap may be raised, once, when an answer is cut.
    pub max_tokens_ceiling: u32,
    /// What to do when findings or candidates repeat.
    pub stall: Stall,
    /// The ways to obtain a new input, in order.
    pub ladder: Ladder,
    /// What moves on to a further rung.
    pub move_on: MoveOn,
    /// What to do with an answer that changes what no finding names.
    pub drift: Drift,
    /// What a new value needs before it is taken.
    pub grounding: Grounding,
    /// Whether the run repairs, or says what it would do.
    pub mode: Mode,
    /// What to do when every way to repair has been tried.
    pub on_exhausted: OnExhausted,
    /// How many requests may be sent, retries included: a backstop.
    pub max_calls: u32,
    /// How often one call is sent again when it failed in transit.
    pub transport_retries: u32,
    /// How long one call may take.
    pub call_timeout: Duration,
    /// How long repairing may take, counted from the op's first repairable error. It limits calls, waits and further runs of
    /// the op; a run of the op is not cut short.
    pub deadline: Option<Duration>,
    /// The longest input that is sent to a model, in bytes.
    pub max_input_bytes: usize,
    /// The longest answer that is read, in bytes.
    pub max_answer_bytes: usize,
}

impl Default for RepairConfig {
    fn default() -> Self {
        Self {
            max_attempts: 3,
            allow: Risk::Guess,
            prompt_prefix: String::new(),
            prompt_suffix: String::new(),
            provider: None,
            model: None,
            max_tokens: DEFAULT_MAX_TOKENS,
            max_tokens_ceiling: 8192,
            stall: Stall::Stop,
            ladder: Ladder::default(),
            move_on: MoveOn::default(),
            drift: Drift::Restore,
            grounding: Grounding::Require,
            mode: Mode::Repair,
            on_exhausted: OnExhausted::Fail,
            max_calls: 12,
            transport_retries: 2,
            call_timeout: Duration::from_secs(120),
            deadline: None,
            max_input_bytes: 256 * 1024,
            max_answer_bytes: 4 * 1024 * 1024,
        }
    }
}

macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident: $type:ty;)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub fn $name(mut self, $name: $type) -> Self {
            self.$name = $name;
            self
        }
    )*};
}

impl RepairConfig {
    setters! {
        /// How many answers of a model are tried; `0` means no repair at all.
        max_attempts: u32;
        /// The riskiest edit that mending without a model may make: `Guess` unless said; with `Loss`, something may be dropped
        /// or invented.
        allow: Risk;
        /// The cap of an answer, in tokens.
        max_tokens: u32;
        /// How far the cap may be raised when an answer is cut, in tokens.
        max_tokens_ceiling: u32;
        /// What to do when findings or candidates repeat.
        stall: Stall;
        /// The ways to obtain a new input, in order.
        ladder: Ladder;
        /// What moves on to a further rung.
        move_on: MoveOn;
        /// What to do with an answer that changes what no finding names: `Restore` unless said.
        drift: Drift;
        /// What a new value needs before it is taken: `Require` unless said, which asks nothing where there is no source.
        grounding: Grounding;
        /// Whether the run repairs, or says what it would do.
        mode: Mode;
        /// What to do when every way to repair has been tried.
        on_exhausted: OnExhausted;
        /// How many requests may be sent, retries included.
        max_calls: u32;
        /// How often one call is sent again when it failed in transit.
        transport_retries: u32;
        /// How long one call may take.
        call_timeout: Duration;
        /// The longest input that is sent to a model, in bytes.
        max_input_bytes: usize;
        /// The longest answer that is read, in bytes.
        max_answer_bytes: usize;
    }

    /// Put before the prompt.
    #[must_use]
    pub fn prompt_prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prompt_prefix = prefix.into();
        self
    }

    /// Put after the prompt.
    #[must_use]
    pub fn prompt_suffix(mut self, suffix: impl Into<String>) -> Self {
        self.prompt_suffix = suffix.into();
        self
    }

    /// The provider, as registered with the runtime; `claude` is `anthropic`.
    #[must_use]
    pub fn provider(mut self, provider: impl Into<String>) -> Self {
        self.provider = Some(provider.into());
        self
    }

    /// The model's name at its provider.
    #[must_use]
    pub fn model(mut self, model: impl Into<String>) -> Self {
        self.model = Some(model.into());
        self
    }

    /// How long repairing may take, counted from the op's first repairable error.
    #[must_use]
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = Some(deadline);
        self
    }
}
