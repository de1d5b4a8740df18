//! The one-line form for a type that is only a JSON Schema.

use std::{fmt, future::Future, sync::Arc};

use serde_json::Value;

use crate::{
    Context, Findings, Format, Op, OpError, Outcome, RepairConfig, RepairError, RunOptions, Runtime, Shape,
    input::Described,
    op::{Repair, again},
};

type Check = Arc<dyn Fn(&Value) -> Findings + Send + Sync>;

/// Text that should satisfy a JSON Schema known only when the program runs: a tool's parameters, a tenant's own form.
///
/// ```
/// use repair_core::{Runtime, parse_value, testing::ScriptedModel};
/// use serde_json::json;
///
/// # fn main() -> Result<(), repair_core::RepairError> {
/// let schema = json!({"type": "object", "properties": {"size": {"enum": ["small", "large"]}}, "required": ["size"]});
/// let runtime = Runtime::builder().model(ScriptedModel::new().answer(r#"{"size": "large"}"#)).build();
/// let order = parse_value(r#"{"size": "XL"}"#, schema).source("One large coffee, please.").run_blocking(&runtime)?;
/// assert_eq!(order["size"], "large");
/// # Ok(())
/// # }
/// ```
pub fn parse_value(text: impl Into<String>, schema: Value) -> ParseValue {
    let shape = Shape::new(Format::Json).schema(schema);
    ParseValue { text: text.into(), shape, check: None, options: RunOptions::new() }
}

/// What [`parse_value`] gives: run it.
#[must_use = "nothing is parsed until it is run"]
#[derive(Clone)]
pub struct ParseValue {
    text: String,
    shape: Shape,
    check: Option<Check>,
    options: RunOptions,
}

impl ParseValue {
    /// Fields that no repair changes, as JSON Pointers.
    pub fn frozen<S: Into<String>>(mut self, paths: impl IntoIterator<Item = S>) -> Self {
        self.shape = self.shape.frozen(paths);
        self
    }

    /// Fields that no repair changes and nobody is shown, as JSON Pointers.
    pub fn secret<S: Into<String>>(mut self, paths: impl IntoIterator<Item = S>) -> Self {
        self.shape = self.shape.secret(paths);
        self
    }

    /// What the schema can't say: called on each value that satisfies it.
    pub fn check(mut self, check: impl Fn(&Value) -> Findings + Send + Sync + 'static) -> Self {
        self.check = Some(Arc::new(check));
        self
    }

    /// The text the truth can be read from: new values must be found in it. See [`RunOptions::source`].
    pub fn source(mut self, source: impl Into<String>) -> Self {
        self.options = self.options.source(source);
        self
    }

    /// Changes the configuration, which is [`RepairConfig::default`].
    pub fn configure(mut self, configure: impl Fn(RepairConfig) -> RepairConfig + Send + Sync + 'static) -> Self {
        self.options = self.options.configure(configure);
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
    pub fn run(self, runtime: &Runtime) -> impl Future<Output = Result<Value, RepairError>> + Send {
        let outcome = self.outcome(runtime);
        async move { outcome.await.into_result() }
    }

    /// The value and the report.
    pub fn outcome(self, runtime: &Runtime) -> impl Future<Output = Outcome<Value>> + Send + use<> {
        let (op, options) = self.into_op();
        runtime.run_with(op, options)
    }

    /// As [`run`](Self::run), for a caller without an executor.
    ///
    /// # Errors
    ///
    /// A [`RepairError`], which carries the report.
    pub fn run_blocking(self, runtime: &Runtime) -> Result<Value, RepairError> {
        let (op, options) = self.into_op();
        runtime.run_blocking_with(op, options).into_result()
    }

    fn into_op(self) -> (ValueOp, RunOptions) {
        (ValueOp { input: Described::new(self.text, self.shape), check: self.check }, self.options)
    }
}

impl fmt::Debug for ParseValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParseValue").field("bytes", &self.text.len()).field("options", &self.options).finish_non_exhaustive()
    }
}

#[derive(Clone)]
struct ValueOp {
    input: Described,
    check: Option<Check>,
}

impl Op for ValueOp {
    type Output = Value;

    async fn run(&self, _: &Context) -> Result<Value, OpError> {
        let value = self.input.parse()?;
        let found = self.check.as_ref().map(|check| check(&value)).unwrap_or_default();
        Ok(found.none_or(value)?)
    }

    fn __repair() -> Option<Repair<Self>> {
        Some(Repair::new(again::<Self>, |op| &mut op.input, RepairConfig::default))
    }
}
