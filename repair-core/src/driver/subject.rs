//! What is repaired, without its type: the driver's view of an op and its field.

use std::{future::Future, pin::Pin};

use crate::{
    BoxError, Context, Finding, Findings, InputField, Op, OpError, RepairConfig, Shape, ShowError, format, machine::Blocked,
    op::Repair,
};

pub(super) type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Something that can be run, and whose input can be shown and set.
pub(super) trait Subject: Send {
    /// Its name, for the log.
    fn name(&self) -> &'static str;

    /// The configuration the author gave it.
    fn config(&self) -> RepairConfig;

    /// Whether there is an input to repair.
    fn has_input(&self) -> bool;

    /// Makes ready for a repair and shows the input.
    fn begin(&mut self) -> Result<Shown, NotBegun>;

    /// Runs it; a success keeps its output within the subject.
    fn run<'a>(&'a mut self, cx: &'a Context) -> Boxed<'a, Result<(), OpError>>;

    /// Sets the input from an answer, and shows what it is now.
    fn set(&mut self, answer: &str) -> Result<String, Findings>;

    /// Commits the output of the last run.
    fn commit<'a>(&'a mut self, cx: &'a Context) -> Boxed<'a, Result<(), BoxError>>;
}

/// An input as it may be shown.
pub(super) struct Shown {
    pub(super) text: String,
    pub(super) shape: &'static Shape,
    /// What was hidden, so that it can be kept out of everything else.
    pub(super) secrets: Vec<String>,
}

/// Why a repair could not begin.
pub(super) enum NotBegun {
    Blocked(Blocked),
    NotShown(ShowError),
}

/// An op as a subject: the caller's until a repair begins, a copy of it from then on.
pub(super) struct OpSubject<'a, O: Op> {
    op: &'a O,
    copy: Option<O>,
    repair: Option<Repair<O>>,
    output: Option<O::Output>,
}

impl<'a, O: Op> OpSubject<'a, O> {
    pub(super) fn new(op: &'a O) -> Self {
        Self { op, copy: None, repair: O::__repair(), output: None }
    }

    pub(super) fn into_output(self) -> Option<O::Output> {
        self.output
    }

    fn field(&mut self) -> Option<&mut dyn InputField> {
        let repair = self.repair?;
        let copy = self.copy.get_or_insert_with(|| (repair.again)(self.op));
        Some((repair.input)(copy))
    }
}

impl<O: Op> Subject for OpSubject<'_, O> {
    fn name(&self) -> &'static str {
        std::any::type_name::<O>()
    }

    fn config(&self) -> RepairConfig {
        self.repair.map_or_else(RepairConfig::default, |repair| (repair.config)())
    }

    fn has_input(&self) -> bool {
        self.repair.is_some()
    }

    fn begin(&mut self) -> Result<Shown, NotBegun> {
        let Some(field) = self.field() else { return Err(NotBegun::Blocked(Blocked::NotAnnotated)) };
        let text = field.show().map_err(NotBegun::NotShown)?;
        let shape = field.shape();
        let hidden = hide(shape, &text).map_err(NotBegun::NotShown)?;
        if shape.round_trips() {
            round_trip(field, &text).map_err(NotBegun::NotShown)?;
        }
        Ok(Shown { secrets: format::secrets(shape, &text), text: hidden, shape })
    }

    fn run<'a>(&'a mut self, cx: &'a Context) -> Boxed<'a, Result<(), OpError>> {
        // What an earlier run left is gone before this one can fail.
        self.output = None;
        Box::pin(async move {
            let op = self.copy.as_ref().unwrap_or(self.op);
            self.output = Some(op.run(cx).await?);
            Ok(())
        })
    }

    fn set(&mut self, answer: &str) -> Result<String, Findings> {
        let Some(field) = self.field() else { return Ok(String::new()) };
        field.set(answer)?;
        let shown = field.show().and_then(|text| hide(field.shape(), &text));
        Ok(shown.unwrap_or_else(|error| error.to_string()))
    }

    fn commit<'a>(&'a mut self, cx: &'a Context) -> Boxed<'a, Result<(), BoxError>> {
        Box::pin(async move {
            match &self.output {
                Some(output) => self.copy.as_ref().unwrap_or(self.op).commit(output, cx).await,
                None => Ok(()),
            }
        })
    }
}

/// Writes the value into its own field once: what serde loses on the way is found before a model is asked.
fn round_trip(field: &mut dyn InputField, text: &str) -> Result<(), ShowError> {
    field.set(text).map_err(ShowError::NotRoundTrip)?;
    let again = field.show()?;
    if format::same(field.shape().format(), text, &again) {
        return Ok(());
    }
    Err(ShowError::NotRoundTrip(Finding::whole().rule("round_trip").expected("the same value").received(again).into()))
}

fn hide(shape: &Shape, text: &str) -> Result<String, ShowError> {
    format::hide(shape, text).ok_or(ShowError::SecretNotHidden)
}
