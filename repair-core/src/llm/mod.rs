//! Asking a model from within a run: from a step's task, its checks, its planner, or from an op.

mod desk;
mod error;
mod nested;

use std::future::Future;

pub(crate) use self::desk::{Ask, Desk};
pub use self::error::AskError;
use crate::{
    Context,
    config::ModelName,
    wire::{Answer, Request},
};

/// The way to a model from within a run, from [`Context::llm`]. Its calls are the run's: paid from its budget, bounded by its
/// deadline, retried, cancelled with it, and in its log.
///
/// A call for which there is no budget or no time ends the run; no code within it can catch that.
///
/// ```
/// use repair_core::{Context, OpError, Runtime, step::Step, testing::ScriptedModel};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let step = Step::builder(async |topic: &String, cx: &Context| -> Result<String, OpError> {
///     let answer = cx.llm().system("Write in verse.").ask(format!("About {topic}.")).await?;
///     Ok(answer.text)
/// })
/// .build()?;
/// let runtime = Runtime::builder().model(ScriptedModel::new().answer("O winter")).build();
/// let outcome = step.run_blocking(&runtime, "winter".to_owned());
/// assert_eq!(outcome.report.calls().len(), 1);
/// assert_eq!(outcome.into_result()?, "O winter");
/// # Ok(())
/// # }
/// ```
#[must_use = "nothing is asked until `ask` or `request` is awaited"]
#[derive(Clone, Debug)]
pub struct Llm<'a> {
    cx: &'a Context,
    blank: Request,
}

impl<'a> Llm<'a> {
    pub(crate) fn new(cx: &'a Context) -> Self {
        let mut blank = Request::new("", "", "");
        // The run's own cap is filled in where it is known.
        blank.max_tokens = 0;
        Self { cx, blank }
    }

    /// Instructions; none unless said. What is data belongs in the prompt.
    pub fn system(mut self, system: impl Into<String>) -> Self {
        self.blank.system = system.into();
        self
    }

    /// Another model than the run's.
    pub fn model(mut self, name: ModelName) -> Self {
        (self.blank.provider, self.blank.model) = (name.provider, name.model);
        self
    }

    /// The cap of the answer, in tokens; the run's [`max_tokens`](crate::RepairConfig::max_tokens) unless said.
    pub fn max_tokens(mut self, tokens: u32) -> Self {
        self.blank.max_tokens = tokens;
        self
    }

    /// A JSON Schema for the answer, for providers that can constrain it.
    pub fn schema(mut self, schema: serde_json::Value) -> Self {
        self.blank.schema = Some(schema);
        self
    }

    /// Asks.
    ///
    /// # Errors
    ///
    /// An [`AskError`] if there is no whole answer.
    pub fn ask(self, prompt: impl Into<String>) -> impl Future<Output = Result<Answer, AskError>> + Send + 'a {
        let request = Request { prompt: prompt.into(), ..self.blank };
        asked(self.cx, request)
    }

    /// Sends a request as it is; a provider or a model left empty is the run's.
    ///
    /// # Errors
    ///
    /// An [`AskError`] if there is no whole answer.
    pub fn request(self, request: Request) -> impl Future<Output = Result<Answer, AskError>> + Send + 'a {
        asked(self.cx, request)
    }
}

async fn asked(cx: &Context, request: Request) -> Result<Answer, AskError> {
    match cx.desk().ask(&request) {
        // Without an answer there is nobody left to give it to.
        Some(answer) => answer.await.unwrap_or(Err(AskError::Ended { status: crate::Status::Cancelled })),
        None => nested::ask(cx, request).await,
    }
}
