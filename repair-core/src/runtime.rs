//! Where ops run: the models, the clock and the log they share.

use std::{
    fmt,
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use crate::{
    Context, Op, Outcome, RunOptions,
    clock::{Clock, SystemClock},
    config::{DEFAULT_MODEL, DEFAULT_PROVIDER, ModelName, PROVIDER_ALIAS},
    log::Sink,
    model::LanguageModel,
    price::{self, Price},
};

static ENABLED: AtomicBool = AtomicBool::new(true);

/// Switches repairs on or off for the whole process. Off, ops still run, and a repairable error ends as `not_repairable`.
pub fn set_enabled(enabled: bool) {
    ENABLED.store(enabled, Ordering::Relaxed);
}

/// Whether repairs are on in this process; they are unless [`set_enabled`] said otherwise.
#[must_use]
pub fn is_enabled() -> bool {
    ENABLED.load(Ordering::Relaxed)
}

/// Where ops run. Cheap to clone; clones are the same runtime.
///
/// ```
/// use repair_core::{Runtime, testing::ScriptedModel};
///
/// let runtime = Runtime::builder().model(ScriptedModel::new().answer("42")).build();
/// assert_eq!(runtime.providers(), ["scripted"]);
/// ```
#[derive(Clone)]
pub struct Runtime(Arc<Inner>);

struct Inner {
    models: Vec<Arc<dyn LanguageModel>>,
    default_model: Option<(String, String)>,
    prices: Vec<(ModelName, Price)>,
    clock: Arc<dyn Clock>,
    sinks: Vec<Arc<dyn Sink>>,
}

impl Runtime {
    /// A runtime to be set up by hand.
    pub fn builder() -> RuntimeBuilder {
        RuntimeBuilder { models: Vec::new(), default_model: None, prices: Vec::new(), clock: None, sinks: Vec::new() }
    }

    /// A runtime with the models the environment has credentials for: `ANTHROPIC_API_KEY` or `ANTHROPIC_AUTH_TOKEN` with
    /// the feature `anthropic`, then `OPENAI_API_KEY` or `OPENAI_BASE_URL` with the feature `openai`. The first of them is
    /// the default. With none, ops run, and a repair that needs a model ends as `model_failed`.
    ///
    /// # Errors
    ///
    /// A [`RuntimeError`] if a variable is set and can't be used.
    pub fn from_env() -> Result<Self, RuntimeError> {
        Ok(Self::builder().models_from_env()?.build())
    }

    /// Runs an op, and repairs its input if it is annotated and asks for it.
    pub fn run<O: Op>(&self, op: O) -> impl Future<Output = Outcome<O::Output>> + Send + use<O> {
        self.run_with(op, RunOptions::new())
    }

    /// Runs an op with options for this one run.
    pub fn run_with<O: Op>(&self, op: O, options: RunOptions) -> impl Future<Output = Outcome<O::Output>> + Send + use<O> {
        let runtime = self.clone();
        async move {
            let cx = Context::new(runtime, options);
            op.__supervised(&cx).await
        }
    }

    /// Runs an op for a caller without an executor, blocking the thread. Inside an executor it blocks too, on a thread of its
    /// own.
    pub fn run_blocking<O: Op>(&self, op: O) -> Outcome<O::Output> {
        self.run_blocking_with(op, RunOptions::new())
    }

    /// As [`run_blocking`](Self::run_blocking), with options for this one run.
    pub fn run_blocking_with<O: Op>(&self, op: O, options: RunOptions) -> Outcome<O::Output> {
        crate::driver::block_on(self.run_with(op, options))
    }

    /// The registered providers.
    #[must_use]
    pub fn providers(&self) -> Vec<&str> {
        self.0.models.iter().map(|model| model.provider()).collect()
    }

    /// Provider and model for an op that asks for these.
    pub(crate) fn choose(&self, provider: Option<&str>, model: Option<&str>) -> (String, String) {
        let default = self.0.default_model.as_ref();
        let provider = provider.map_or_else(
            || match (default, self.0.models.first()) {
                (Some((provider, _)), _) => provider.clone(),
                (None, Some(first)) => first.provider().to_owned(),
                (None, None) => DEFAULT_PROVIDER.to_owned(),
            },
            canonical,
        );
        let model = match (model, default) {
            (Some(model), _) => model.to_owned(),
            (None, Some((of, model))) if *of == provider => model.clone(),
            (None, _) => match self.model(&provider) {
                Some(client) => client.default_model().to_owned(),
                None if provider == DEFAULT_PROVIDER => DEFAULT_MODEL.to_owned(),
                None => String::new(),
            },
        };
        (provider, model)
    }

    /// What a model costs, if that is known.
    pub(crate) fn price(&self, provider: &str, model: &str) -> Option<Price> {
        let own = self.0.prices.iter().rev().find(|(name, _)| name.provider == provider && name.model == model);
        own.map(|(_, price)| *price).or_else(|| price::known(provider, model))
    }

    pub(crate) fn model(&self, provider: &str) -> Option<Arc<dyn LanguageModel>> {
        self.0.models.iter().find(|model| model.provider() == provider).map(Arc::clone)
    }

    pub(crate) fn clock(&self) -> &Arc<dyn Clock> {
        &self.0.clock
    }

    pub(crate) fn sinks(&self) -> &[Arc<dyn Sink>] {
        &self.0.sinks
    }
}

impl fmt::Debug for Runtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runtime").field("providers", &self.providers()).finish_non_exhaustive()
    }
}

fn model_name(name: &str) -> Result<ModelName, RuntimeError> {
    name.parse().map_err(|_| RuntimeError::NotAModel { name: name.to_owned() })
}

fn canonical(provider: &str) -> String {
    if provider == PROVIDER_ALIAS { DEFAULT_PROVIDER.to_owned() } else { provider.to_owned() }
}

/// Sets up a [`Runtime`].
#[must_use]
pub struct RuntimeBuilder {
    models: Vec<Arc<dyn LanguageModel>>,
    default_model: Option<(String, String)>,
    prices: Vec<(ModelName, Price)>,
    clock: Option<Arc<dyn Clock>>,
    sinks: Vec<Arc<dyn Sink>>,
}

impl RuntimeBuilder {
    /// Registers a model under its provider's name; the first one is the default. A later one of the same provider replaces
    /// the earlier.
    pub fn model(self, model: impl LanguageModel + 'static) -> Self {
        self.shared_model(Arc::new(model))
    }

    /// The same with a model that is shared.
    pub fn shared_model(mut self, model: Arc<dyn LanguageModel>) -> Self {
        match self.models.iter_mut().find(|known| known.provider() == model.provider()) {
            Some(known) => *known = model,
            None => self.models.push(model),
        }
        self
    }

    /// Registers the models the environment has credentials for: see [`Runtime::from_env`].
    ///
    /// # Errors
    ///
    /// [`RuntimeError::Model`] if a variable is set and can't be used.
    pub fn models_from_env(self) -> Result<Self, RuntimeError> {
        crate::model::from_env(self).map_err(RuntimeError::Model)
    }

    /// The provider and model for ops that name none: `"anthropic/claude-sonnet-4-6"`.
    ///
    /// # Errors
    ///
    /// [`RuntimeError::NotAModel`] unless it reads `provider/model`.
    pub fn default_model(mut self, name: &str) -> Result<Self, RuntimeError> {
        let name = model_name(name)?;
        self.default_model = Some((name.provider, name.model));
        Ok(self)
    }

    /// What a model costs, `"provider/model"`; it goes before the [prices known](price::known) to this version.
    ///
    /// # Errors
    ///
    /// [`RuntimeError::NotAModel`] unless it reads `provider/model`.
    pub fn price(mut self, name: &str, price: Price) -> Result<Self, RuntimeError> {
        self.prices.push((model_name(name)?, price));
        Ok(self)
    }

    /// Another clock, for tests.
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Adds a sink that gets every event of every run.
    pub fn sink(mut self, sink: Arc<dyn Sink>) -> Self {
        self.sinks.push(sink);
        self
    }

    /// The runtime.
    pub fn build(self) -> Runtime {
        Runtime(Arc::new(Inner {
            models: self.models,
            default_model: self.default_model,
            prices: self.prices,
            clock: self.clock.unwrap_or_else(|| Arc::new(SystemClock::default())),
            sinks: self.sinks,
        }))
    }
}

impl fmt::Debug for RuntimeBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let providers: Vec<&str> = self.models.iter().map(|model| model.provider()).collect();
        f.debug_struct("RuntimeBuilder").field("providers", &providers).finish_non_exhaustive()
    }
}

/// A runtime could not be set up.
#[derive(Debug)]
#[non_exhaustive]
pub enum RuntimeError {
    /// A model's name is not `provider/model`.
    NotAModel {
        /// What was given.
        name: String,
    },
    /// A model's client could not be made.
    Model(crate::BoxError),
}

impl RuntimeError {
    /// A stable word to branch on.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotAModel { .. } => "not_a_model",
            Self::Model(_) => "model",
        }
    }
}

impl fmt::Display for RuntimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAModel { name } => {
                write!(f, "{name:?} is not a model; write `provider/model`, say `{DEFAULT_PROVIDER}/{DEFAULT_MODEL}`")
            }
            Self::Model(_) => f.write_str("the client of a model could not be made"),
        }
    }
}

impl std::error::Error for RuntimeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NotAModel { .. } => None,
            Self::Model(error) => Some(&**error),
        }
    }
}
