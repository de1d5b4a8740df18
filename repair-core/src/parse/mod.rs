//! The one-line form: text that should be a `T`.

mod value;

use std::future::Future;

pub use value::{ParseValue, parse_value};

use crate::{
    Context, Op, OpError, Outcome, Raw, RepairConfig, RepairError, RepairableInput, RunOptions, Runtime,
    input::field,
    op::{Repair, again},
};

/// Text that should be a `T`: parsed, and repaired where it is not quite one.
///
/// ```
/// use repair_core::{Runtime, parse, testing::ScriptedModel};
///
/// # fn main() -> Result<(), repair_core::RepairError> {
/// let runtime = Runtime::builder().model(ScriptedModel::new().answer("[1, 2]")).build();
/// let numbers: Vec<u32> = parse("[1, many]").run_blocking(&runtime)?;
/// assert_eq!(numbers, [1, 2]);
/// # Ok(())
/// # }
/// ```
pub fn parse<T: RepairableInput>(text: impl Into<String>) -> Parse<T> {
    Parse { op: ParseOp { raw: Raw::new(text) }, options: RunOptions::new() }
}

/// What [`parse`] gives: run it.
#[must_use = "nothing is parsed until it is run"]
#[derive(Debug)]
pub struct Parse<T: RepairableInput> {
    op: ParseOp<T>,
    options: RunOptions,
}

impl<T: RepairableInput> Parse<T> {
    /// Changes the configuration, which is [`RepairConfig::default`].
    pub fn configure(mut self, configure: impl Fn(RepairConfig) -> RepairConfig + Send + Sync + 'static) -> Self {
        self.options = self.options.configure(configure);
        self
    }

    /// The text the truth can be read from: new values must be found in it. See [`RunOptions::source`].
    pub fn source(mut self, source: impl Into<String>) -> Self {
        self.options = self.options.source(source);
        self
    }

    /// Options for this run; they replace what [`configure`](Self::configure) and [`source`](Self::source) said.
    pub fn options(mut self, options: RunOptions) -> Self {
        self.options = options;
        self
    }

    /// The value.
    ///
    /// # Errors
    ///
    /// A [`RepairError`], which carries the report.
    pub fn run(self, runtime: &Runtime) -> impl Future<Output = Result<T, RepairError>> + Send {
        let outcome = self.outcome(runtime);
        async move { outcome.await.into_result() }
    }

    /// The value and the report.
    pub fn outcome(self, runtime: &Runtime) -> impl Future<Output = Outcome<T>> + Send + use<T> {
        runtime.run_with(self.op, self.options)
    }

    /// As [`run`](Self::run), for a caller without an executor.
    ///
    /// # Errors
    ///
    /// A [`RepairError`], which carries the report.
    pub fn run_blocking(self, runtime: &Runtime) -> Result<T, RepairError> {
        runtime.run_blocking_with(self.op, self.options).into_result()
    }
}

#[derive(Debug)]
struct ParseOp<T: RepairableInput> {
    raw: Raw<T>,
}

impl<T: RepairableInput> Clone for ParseOp<T> {
    fn clone(&self) -> Self {
        Self { raw: self.raw.clone() }
    }
}

impl<T: RepairableInput> Op for ParseOp<T> {
    type Output = T;

    async fn run(&self, _: &Context) -> Result<T, OpError> {
        Ok(self.raw.parse()?)
    }

    fn __repair() -> Option<Repair<Self>> {
        Some(Repair::new(again::<Self>, |op| field(&mut op.raw), RepairConfig::default))
    }
}
