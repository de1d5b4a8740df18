//! What an op gets to know of the run it is in, and what a run may be told.

use std::{
    fmt,
    future::Future,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use crate::{
    CancelToken, Op, Outcome, RepairConfig, Report, Runtime,
    machine::{Ledger, Limits, Spent},
    price::Usd,
};

type Configure = Arc<dyn Fn(RepairConfig) -> RepairConfig + Send + Sync>;

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
    cancel: Option<CancelToken>,
    deadline: Option<Duration>,
    configure: Option<Configure>,
    max_calls: Option<u32>,
    max_tokens: Option<u64>,
    max_cost: Option<Usd>,
    source: Option<Arc<str>>,
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

/// The run an op is in: its cancellation, its budget, and the way to run other ops within it.
#[derive(Clone)]
pub struct Context {
    shared: Arc<Shared>,
    configure: Option<Configure>,
}

struct Shared {
    runtime: Runtime,
    cancel: Option<CancelToken>,
    deadline_at: Option<Duration>,
    budget: Budget,
    source: Option<Arc<str>>,
    nested: Mutex<Vec<Report>>,
}

/// One budget for a run and all that are nested in it.
enum Budget {
    Own(Mutex<Ledger>),
    Of(Arc<Shared>),
}

const DEFAULT_SHARED_CALLS: u32 = 100;

impl Context {
    pub(crate) fn new(runtime: Runtime, options: RunOptions) -> Self {
        let deadline_at = options.deadline.map(|deadline| runtime.clock().now().saturating_add(deadline));
        let mut limits = Limits::calls(options.max_calls.unwrap_or(DEFAULT_SHARED_CALLS));
        (limits.tokens, limits.cost) = (options.max_tokens, options.max_cost);
        let ledger = Ledger::new(limits);
        let shared = Shared {
            runtime,
            cancel: options.cancel,
            deadline_at,
            budget: Budget::Own(Mutex::new(ledger)),
            source: options.source,
            nested: Mutex::default(),
        };
        Self { shared: Arc::new(shared), configure: options.configure }
    }

    /// The context of a run nested in this one.
    pub(crate) fn nest(&self) -> Self {
        let shared = Shared {
            runtime: self.shared.runtime.clone(),
            cancel: self.shared.cancel.clone(),
            deadline_at: self.shared.deadline_at,
            budget: Budget::Of(Arc::clone(&self.shared)),
            source: None,
            nested: Mutex::default(),
        };
        Self { shared: Arc::new(shared), configure: None }
    }

    /// Runs another op within this run: repaired like any, sharing budget, deadline and cancellation.
    ///
    /// Its error never asks for a repair of the outer op: through `?` it is fatal, and a fatal one stays what it was.
    /// Its report stands among the outer report's [`nested`](Report::nested).
    pub fn run<'a, O: Op + 'a>(&'a self, op: O) -> impl Future<Output = Outcome<O::Output>> + Send + 'a {
        let inner = self.nest();
        async move {
            let outcome = op.__supervised(&inner).await;
            self.keep_nested(&outcome.report);
            outcome
        }
    }

    /// Whether the run was cancelled; a long op looks at it now and then.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.shared.cancel.as_ref().is_some_and(CancelToken::is_cancelled)
    }

    /// The run's token, if it was given one.
    #[must_use]
    pub fn cancel_token(&self) -> Option<&CancelToken> {
        self.shared.cancel.as_ref()
    }

    /// What this run and those it shares its budget with have spent so far.
    #[must_use]
    pub fn spent(&self) -> Spent {
        self.ledger().spent()
    }

    /// What they may spend.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.ledger().limits()
    }

    /// The runtime the op runs in.
    #[must_use]
    pub fn runtime(&self) -> &Runtime {
        &self.shared.runtime
    }

    pub(crate) fn source(&self) -> Option<&str> {
        self.shared.source.as_deref()
    }

    pub(crate) fn configured(&self, config: RepairConfig) -> RepairConfig {
        match &self.configure {
            Some(configure) => configure(config),
            None => config,
        }
    }

    pub(crate) fn deadline_at(&self) -> Option<Duration> {
        self.shared.deadline_at
    }

    pub(crate) fn ledger(&self) -> MutexGuard<'_, Ledger> {
        let mut shared = &self.shared;
        loop {
            match &shared.budget {
                Budget::Own(ledger) => return lock(ledger),
                Budget::Of(outer) => shared = outer,
            }
        }
    }

    pub(crate) fn keep_nested(&self, report: &Report) {
        if !report.is_plain() {
            lock(&self.shared.nested).push(report.clone());
        }
    }

    pub(crate) fn take_nested(&self) -> Vec<Report> {
        std::mem::take(&mut *lock(&self.shared.nested))
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("cancelled", &self.is_cancelled())
            .field("deadline_at", &self.deadline_at())
            .finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
