//! Ops to repair, and a runtime in which time stands still.

use std::sync::{Arc, Mutex};

use repair::{
    Context, Finding, Findings, Op, OpError, Outcome, Raw, Repairable, RepairableInput, RunOptions, Runtime,
    log::MemoryLog,
    repairable,
    testing::{ScriptedModel, TestClock},
};

/// A runtime over a scripted model.
pub struct Bench {
    pub model: ScriptedModel,
    pub clock: TestClock,
    pub runtime: Runtime,
}

impl Bench {
    pub fn new(model: ScriptedModel) -> Self {
        let clock = TestClock::new();
        let runtime = Runtime::builder().model(model.clone()).clock(Arc::new(clock.clone())).build();
        Self { model, clock, runtime }
    }

    pub fn logged(model: ScriptedModel) -> (Self, MemoryLog) {
        let log = MemoryLog::new();
        let clock = TestClock::new();
        let runtime = Runtime::builder().model(model.clone()).clock(Arc::new(clock.clone())).sink(Arc::new(log.clone())).build();
        (Self { model, clock, runtime }, log)
    }

    pub fn run<O: Op>(&self, op: O) -> Outcome<O::Output> {
        self.runtime.run_blocking(op)
    }

    pub fn run_with<O: Op>(&self, op: O, options: RunOptions) -> Outcome<O::Output> {
        self.runtime.run_blocking_with(op, options)
    }

    /// The user turns sent so far.
    pub fn prompts(&self) -> Vec<String> {
        self.model.requests().into_iter().map(|request| request.prompt).collect()
    }
}

/// Free text.
#[derive(Clone, Debug, RepairableInput)]
pub struct Text {
    pub text: String,
}

/// What an op saw, run by run.
#[derive(Clone, Debug, Default)]
pub struct Seen(Arc<Mutex<Vec<String>>>);

impl Seen {
    pub fn push(&self, text: impl Into<String>) {
        self.0.lock().unwrap().push(text.into());
    }

    pub fn all(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

/// Wants the text `good`; brings its own prompt and no findings.
#[derive(Clone, Debug)]
pub struct WantsGood {
    pub raw: Text,
    pub seen: Seen,
}

impl WantsGood {
    pub fn new(text: &str) -> Self {
        Self { raw: Text { text: text.into() }, seen: Seen::default() }
    }
}

#[repairable(input = "raw", max_attempts = 3, prompt_prefix = "<", prompt_suffix = ">", stall = "ignore")]
impl Op for WantsGood {
    type Output = String;
    async fn run(&self, _: &Context) -> Result<String, OpError> {
        self.seen.push(&self.raw.text);
        match self.raw.text.as_str() {
            "good" => Ok(format!("made of {}", self.raw.text)),
            "fatal" => Err(OpError::fatal(Broken)),
            text => Err(Repairable::with_prompt(format!("Make it good: {text}")).because(NotGood(text.into())).into()),
        }
    }
}

/// The user's own errors.
#[derive(Debug, PartialEq)]
pub struct NotGood(pub String);

impl std::fmt::Display for NotGood {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} is not good", self.0)
    }
}

impl std::error::Error for NotGood {}

#[derive(Debug, PartialEq)]
pub struct Broken;

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the disk is gone")
    }
}

impl std::error::Error for Broken {}

/// Wants a whole number from 1 to 9 in JSON; says what is wrong with findings.
#[derive(Clone, Debug)]
pub struct WantsDigit {
    pub raw: Text,
    pub seen: Seen,
}

impl WantsDigit {
    pub fn new(text: &str) -> Self {
        Self { raw: Text { text: text.into() }, seen: Seen::default() }
    }
}

#[repairable(input = "raw", max_attempts = 3)]
impl Op for WantsDigit {
    type Output = i64;
    async fn run(&self, _: &Context) -> Result<i64, OpError> {
        self.seen.push(&self.raw.text);
        let value: serde_json::Value = serde_json::from_str(&self.raw.text).map_err(|error| {
            Findings::from(
                Finding::whole().rule("syntax").expected("JSON").received(self.raw.text.as_str()).hint(error.to_string()),
            )
        })?;
        let Some(number) = value.as_i64() else {
            return Err(Finding::whole().rule("type").expected("a number").received(&value).into());
        };
        if !(1..=9).contains(&number) {
            return Err(Finding::whole().rule("range").expected("1 to 9").received(&value).into());
        }
        Ok(number)
    }
}

/// Adds up a JSON list of numbers.
#[derive(Clone, Debug)]
pub struct Sum {
    pub raw: Raw<Vec<i64>>,
}

impl Sum {
    pub fn new(text: &str) -> Self {
        Self { raw: Raw::new(text) }
    }
}

#[repairable(input = "raw")]
impl Op for Sum {
    type Output = i64;
    async fn run(&self, _: &Context) -> Result<i64, OpError> {
        Ok(self.raw.parse()?.iter().sum())
    }
}

/// The time this thread has worked: what else the machine does is not in it.
#[derive(Clone, Copy)]
pub struct Worked(std::time::Duration);

impl Worked {
    pub fn now() -> Self {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Self(std::time::Duration::new(time.tv_sec.try_into().unwrap(), time.tv_nsec.try_into().unwrap()))
    }

    pub fn elapsed(self) -> std::time::Duration {
        Self::now().0 - self.0
    }
}
