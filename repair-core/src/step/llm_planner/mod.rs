//! A planner over a model.

mod codec;
mod history;
mod ladder;
mod prompt;

use std::{fmt, sync::Arc};

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};

pub use self::ladder::ModelLadder;
use self::{codec::Codec, prompt::Prompt};
use super::{Attempt, CannotPlan, RepairPlanner};
use crate::{Context, Findings, RepairableInput};

type Show<O> = Arc<dyn Fn(&O) -> String + Send + Sync>;

/// Asks a model for the next input: it is shown what to do, every attempt with its input and what was found wrong, and the
/// source and the task's own prompt where there are any, all of it as data. An answer that is no input is asked for again, with
/// what was wrong with it.
///
/// # Default
///
/// The run's model, 3 answers a plan. What the task yielded is not shown unless [`show_output`](Self::show_output) says how.
///
/// ```
/// use repair_core::{Context, Finding, Findings, OpError, Runtime, step::{LlmRepairPlanner, Step}, testing::ScriptedModel};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let step = Step::builder(async |words: &Vec<String>, _: &Context| Ok::<_, OpError>(words.join(" ")))
///     .validate(|text: &String| match text.len() {
///         ..=20 => Findings::new(),
///         long => Finding::whole().rule("length").expected("at most 20 letters").received(long.to_string()).into(),
///     })
///     .repair_with(LlmRepairPlanner::new("Shorten the title."))
///     .build()?;
/// let model = ScriptedModel::new().answers(["no idea", r#"["Short", "title"]"#]);
/// let outcome = step.run_blocking(&Runtime::builder().model(model).build(), vec!["A very long title, really".into()]);
/// assert_eq!(outcome.report.calls().len(), 2);
/// assert_eq!(outcome.into_result()?, "Short title");
/// # Ok(())
/// # }
/// ```
pub struct LlmRepairPlanner<I, O> {
    instruction: String,
    codec: Codec<I>,
    show_output: Option<Show<O>>,
    ladder: Option<ModelLadder>,
    answers: u32,
    max_tokens: Option<u32>,
}

impl<I: RepairableInput, O> LlmRepairPlanner<I, O> {
    /// With what the model is to do, in a sentence, for an input that is a [`RepairableInput`]: text, numbers, lists, what
    /// derives it.
    pub fn new(instruction: impl Into<String>) -> Self {
        Self::over(instruction.into(), Codec::repairable())
    }
}

impl<I: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static, O> LlmRepairPlanner<I, O> {
    /// The same for an input that is written as JSON.
    pub fn json(instruction: impl Into<String>) -> Self {
        Self::over(instruction.into(), Codec::json())
    }
}

impl<I, O> LlmRepairPlanner<I, O> {
    fn over(instruction: String, codec: Codec<I>) -> Self {
        Self { instruction, codec, show_output: None, ladder: None, answers: 3, max_tokens: None }
    }

    /// How an output is shown to the model: the code that was generated, the query that was built.
    #[must_use]
    pub fn show_output(mut self, show: impl Fn(&O) -> String + Send + Sync + 'static) -> Self {
        self.show_output = Some(Arc::new(show));
        self
    }

    /// Asks these models, the next one for each further plan.
    #[must_use]
    pub fn models(mut self, ladder: ModelLadder) -> Self {
        self.ladder = Some(ladder);
        self
    }

    /// How many answers a plan may take: one that is no input is asked for again. 3 unless said; `0` is read as 1.
    #[must_use]
    pub fn answers(mut self, answers: u32) -> Self {
        self.answers = answers;
        self
    }

    /// The cap of an answer, in tokens: the run's unless said.
    #[must_use]
    pub fn max_tokens(mut self, tokens: u32) -> Self {
        self.max_tokens = Some(tokens);
        self
    }
}

impl<I: Send + Sync, O: Sync> RepairPlanner<I, O> for LlmRepairPlanner<I, O> {
    async fn plan(&self, attempts: &[Attempt<I, O>], cx: &Context) -> Result<I, CannotPlan> {
        let Some(last) = attempts.last() else { return Err(CannotPlan::new("there is no attempt to go by")) };
        let prompt = Prompt::new(&self.codec, &self.instruction, attempts, self.show_output.as_deref(), cx)?;
        let mut unread = Findings::new();
        for answer in 1..=self.answers.max(1) {
            let mut llm = cx.llm().system(prompt.system());
            if let Some(model) = self.ladder.as_ref().and_then(|ladder| ladder.at(attempts.len())) {
                llm = llm.model(model.clone());
            }
            if let Some(tokens) = self.max_tokens {
                llm = llm.max_tokens(tokens);
            }
            if let Some(schema) = self.codec.schema() {
                llm = llm.schema(schema);
            }
            let answered = llm.ask(prompt.user(answer, &unread)).await?;
            match self.codec.read(&answered.text, &last.input) {
                Ok(input) => return Ok(input),
                Err(findings) => unread = findings,
            }
        }
        Err(CannotPlan::new(format!("no answer of the model is an input: {unread}")))
    }
}

impl<I, O> fmt::Debug for LlmRepairPlanner<I, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LlmRepairPlanner")
            .field("instruction", &self.instruction)
            .field("ladder", &self.ladder)
            .field("answers", &self.answers)
            .finish_non_exhaustive()
    }
}
