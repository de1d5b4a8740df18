//! What one run may be told.

use std::{fmt, sync::Arc, time::Duration};

use crate::{CancelToken, RepairConfig, price::Usd};

pub(crate) type Configure = Arc<dyn Fn(RepairConfig) -> RepairConfig + Send + Sync>;

/// What one run may be told: cancel it, bound it, configure it otherwise than its op says.
///
/// Nothing of it outlives the run.
///
/// ```
/// use repair_core::{CancelToken, RunOptions};
/// use std::time::Duration;
///
/// let options = RunOptions::new()
///     .deadline(Duration::from_secs(20))
///     .cancel(CancelToken::new())
///     .configure(|config| config.max_attempts(1));
/// ```
#[derive(Clone, Default)]
#[must_use]
pub struct RunOptions {
    pub(crate) cancel: Option<CancelToken>,
    pub(crate) deadline: Option<Duration>,
    pub(crate) configure: Option<Configure>,
    pub(crate) max_calls: Option<u32>,
    pub(crate) max_tokens: Option<u64>,
    pub(crate) max_cost: Option<Usd>,
    pub(crate) source: Option<Arc<str>>,
}

impl RunOptions {
    /// Nothing special.
    pub fn new() -> Self {
        Self::default()
    }

    /// A token that cancels the run.
    pub fn cancel(mut self, token: CancelToken) -> Self {
        self.cancel = Some(token);
        self
    }

    /// How long the run and all runs nested in it may take.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// How many calls the run and all runs nested in it may make together. Default: 100.
    pub fn max_calls(mut self, calls: u32) -> Self {
        self.max_calls = Some(calls);
        self
    }

    /// How many tokens, read and written, the run and all runs nested in it may take together. A call for which they may not
    /// suffice is not made. Default: no limit.
    pub fn max_tokens(mut self, tokens: u64) -> Self {
        self.max_tokens = Some(tokens);
        self
    }

    /// How much the run and all runs nested in it may cost together. A call that may cost more than is left is not made, nor
    /// one of a model whose price is [not known](crate::RuntimeBuilder::price). Default: no limit.
    pub fn max_cost(mut self, cost: Usd) -> Self {
        self.max_cost = Some(cost);
        self
    }

    /// The text the truth can be read from, for an op that does not name one itself: the mail a record was taken from, say.
    /// New values must be found in it, unless [`grounding`](RepairConfig::grounding) says otherwise; it is shown to the model.
    pub fn source(mut self, source: impl Into<String>) -> Self {
        self.source = Some(source.into().into());
        self
    }

    /// Changes the op's own configuration for this run, after what an earlier call changed; runs nested in it keep theirs.
    pub fn configure(mut self, configure: impl Fn(RepairConfig) -> RepairConfig + Send + Sync + 'static) -> Self {
        self.configure = Some(match self.configure.take() {
            Some(before) => Arc::new(move |config| configure(before(config))),
            None => Arc::new(configure),
        });
        self
    }
}

impl fmt::Debug for RunOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunOptions")
            .field("cancel", &self.cancel)
            .field("deadline", &self.deadline)
            .field("max_calls", &self.max_calls)
            .field("max_tokens", &self.max_tokens)
            .field("max_cost", &self.max_cost)
            .field("source", &self.source.is_some())
            .finish_non_exhaustive()
    }
}
