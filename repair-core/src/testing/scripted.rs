//! A model that answers from a script.

use std::{
    collections::VecDeque,
    fmt,
    future::pending,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{
    model::{CallLimits, LanguageModel, async_trait},
    wire::{Answer, CallFailure, FailureKind, Finish, Request},
};

/// A strict model for tests and examples: it answers what it was told, in order, and keeps every request.
///
/// A request beyond the script is an error that says so; what was not asked for is found by [`finish`](Self::finish). Clones
/// are the same script.
///
/// ```
/// use repair_core::testing::ScriptedModel;
/// use repair_core::wire::FailureKind;
///
/// let model = ScriptedModel::new().fail(FailureKind::Server).answer(r#"{"n": 1}"#);
/// assert!(model.finish().is_err(), "nothing was asked yet");
/// ```
#[derive(Clone, Default)]
pub struct ScriptedModel {
    provider: Option<String>,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    script: VecDeque<Step>,
    requests: Vec<Request>,
}

enum Step {
    Answer(Answer),
    Fail(CallFailure),
    Hang,
}

/// A script that was not asked for to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Leftover {
    /// Steps that were not asked for.
    pub left: usize,
    /// Requests that came.
    pub requests: usize,
}

impl ScriptedModel {
    /// A model with an empty script, under the provider's name `scripted`.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same model under another provider's name.
    #[must_use]
    pub fn named(mut self, provider: impl Into<String>) -> Self {
        self.provider = Some(provider.into());
        self
    }

    /// Then answers this text, to its end.
    #[must_use]
    pub fn answer(self, text: impl Into<String>) -> Self {
        self.then(Answer::new(text))
    }

    /// Then answers these texts, one after the other.
    #[must_use]
    pub fn answers<S: Into<String>>(self, texts: impl IntoIterator<Item = S>) -> Self {
        texts.into_iter().fold(self, Self::answer)
    }

    /// Then gives this answer.
    #[must_use]
    pub fn then(self, answer: Answer) -> Self {
        self.push(Step::Answer(answer))
    }

    /// Then is cut at the token cap after this text.
    #[must_use]
    pub fn truncated(self, text: impl Into<String>) -> Self {
        self.then(Answer::new(text).finish(Finish::Length))
    }

    /// Then refuses with this text.
    #[must_use]
    pub fn refused(self, text: impl Into<String>) -> Self {
        self.then(Answer::new(text).finish(Finish::Refused))
    }

    /// Then fails.
    #[must_use]
    pub fn fail(self, kind: FailureKind) -> Self {
        self.fail_with(CallFailure::new(kind, "scripted failure"))
    }

    /// Then fails like this.
    #[must_use]
    pub fn fail_with(self, failure: CallFailure) -> Self {
        self.push(Step::Fail(failure))
    }

    /// Then never answers.
    #[must_use]
    pub fn hang(self) -> Self {
        self.push(Step::Hang)
    }

    /// Every request so far.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.lock().requests.clone()
    }

    /// Whether the script was asked for to its end.
    ///
    /// # Errors
    ///
    /// A [`Leftover`] if it was not.
    pub fn finish(&self) -> Result<(), Leftover> {
        let state = self.lock();
        match state.script.len() {
            0 => Ok(()),
            left => Err(Leftover { left, requests: state.requests.len() }),
        }
    }

    fn push(self, step: Step) -> Self {
        self.lock().script.push_back(step);
        self
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl LanguageModel for ScriptedModel {
    fn provider(&self) -> &str {
        self.provider.as_deref().unwrap_or("scripted")
    }

    async fn complete(&self, request: &Request, _: CallLimits) -> Result<Answer, CallFailure> {
        let (step, number) = {
            let mut state = self.lock();
            state.requests.push(request.clone());
            (state.script.pop_front(), state.requests.len())
        };
        match step {
            Some(Step::Answer(answer)) => Ok(answer),
            Some(Step::Fail(failure)) => Err(failure),
            Some(Step::Hang) => pending().await,
            None => Err(CallFailure::new(
                FailureKind::Unscripted,
                format!("request {number} came, and the script has {} steps", number - 1),
            )),
        }
    }
}

impl fmt::Debug for ScriptedModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.lock();
        f.debug_struct("ScriptedModel").field("left", &state.script.len()).field("requests", &state.requests.len()).finish()
    }
}

impl fmt::Display for Leftover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} steps of the script were not asked for; {} requests came", self.left, self.requests)
    }
}

impl std::error::Error for Leftover {}
