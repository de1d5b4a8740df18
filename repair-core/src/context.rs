//! What an op gets to know of the run it is in.

use std::{
    fmt,
    future::Future,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use crate::{
    CancelToken, Op, Outcome, RepairConfig, Report, RunOptions, Runtime,
    llm::{Desk, Llm},
    machine::{Ledger, Limits, Spent},
    run_options::Configure,
};

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
    /// Made when it is first asked for.
    run: OnceLock<u64>,
    attempt: AtomicU32,
    /// Runs of a step's task that may follow; `u32::MAX` for what is no step.
    runs_left: AtomicU32,
    desk: Desk,
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
            run: OnceLock::new(),
            attempt: AtomicU32::new(1),
            runs_left: AtomicU32::new(u32::MAX),
            desk: Desk::default(),
        };
        Self { shared: Arc::new(shared), configure: options.configure }
    }

    /// The context of a step nested in this run as a part of it: it knows the same source.
    pub(crate) fn nest_step(&self) -> Self {
        self.nested(self.shared.source.clone())
    }

    /// The context of a run nested in this one.
    pub(crate) fn nest(&self) -> Self {
        self.nested(None)
    }

    fn nested(&self, source: Option<Arc<str>>) -> Self {
        let shared = Shared {
            runtime: self.shared.runtime.clone(),
            cancel: self.shared.cancel.clone(),
            deadline_at: self.shared.deadline_at,
            budget: Budget::Of(Arc::clone(&self.shared)),
            source,
            nested: Mutex::default(),
            run: OnceLock::new(),
            attempt: AtomicU32::new(1),
            runs_left: AtomicU32::new(u32::MAX),
            desk: Desk::default(),
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

    /// A model to ask: its calls are this run's, in its budget, its deadline and its log.
    pub fn llm(&self) -> Llm<'_> {
        Llm::new(self)
    }

    /// Which run this is, and which attempt of it: the same two numbers whenever the same attempt is at work, so that an
    /// effect can be marked as done.
    ///
    /// An effect that must not happen twice however often the op is repaired goes by [`run`](AttemptId::run) alone, or belongs
    /// in [`Op::commit`].
    ///
    /// ```
    /// use repair_core::{Context, Op, OpError, Runtime};
    ///
    /// struct Charge;
    /// impl Op for Charge {
    ///     type Output = String;
    ///     async fn run(&self, cx: &Context) -> Result<String, OpError> {
    ///         Ok(format!("Idempotency-Key: {}", cx.attempt_id()))
    ///     }
    /// }
    /// let key = Runtime::builder().build().run_blocking(Charge).into_result().unwrap();
    /// assert!(key.ends_with("-1"), "the first attempt: {key}");
    /// ```
    #[must_use]
    pub fn attempt_id(&self) -> AttemptId {
        AttemptId { run: self.run_id(), attempt: self.shared.attempt.load(Ordering::Relaxed) }
    }

    /// The text the truth can be read from, as [`RunOptions::source`] gave it.
    #[must_use]
    pub fn source(&self) -> Option<&str> {
        self.shared.source.as_deref()
    }

    /// In a step: how often its task may still be run after the run under way, or, for a planner, with the input it is to
    /// propose. `Some(0)` is a last run; `None` outside of a step. Other bounds are [`limits`](Self::limits).
    #[must_use]
    pub fn runs_left(&self) -> Option<u32> {
        Some(self.shared.runs_left.load(Ordering::Relaxed)).filter(|&left| left != u32::MAX)
    }

    pub(crate) fn set_runs_left(&self, left: u32) {
        self.shared.runs_left.store(left, Ordering::Relaxed);
    }

    pub(crate) fn run_id(&self) -> u64 {
        *self.shared.run.get_or_init(|| self.runtime().clock().random())
    }

    pub(crate) fn next_attempt(&self) {
        self.shared.attempt.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn desk(&self) -> &Desk {
        &self.shared.desk
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

/// One attempt of one run, from [`Context::attempt_id`]: an idempotency key. It reads `1f…-2`.
///
/// ```
/// use repair_core::{Context, OpError, Runtime, step::Step};
///
/// let step = Step::builder(async |_: &(), cx: &Context| Ok::<_, OpError>(cx.attempt_id())).build().unwrap();
/// let runtime = Runtime::builder().build();
/// let ids = [(), ()].map(|()| step.run_blocking(&runtime, ()).into_result().unwrap());
/// assert_eq!((ids[0].attempt(), ids[1].attempt()), (1, 1));
/// assert_ne!(ids[0].run(), ids[1].run());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttemptId {
    run: u64,
    attempt: u32,
}

impl AttemptId {
    /// The run's number: the one its log entries carry, the same for all its attempts.
    #[must_use]
    pub const fn run(self) -> u64 {
        self.run
    }

    /// The attempt's number, from 1: how often the op or the task was run, this time included.
    #[must_use]
    pub const fn attempt(self) -> u32 {
        self.attempt
    }
}

impl fmt::Display for AttemptId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}-{}", self.run, self.attempt)
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
