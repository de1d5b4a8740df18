//! What is repaired, without its type: the driver's view of an op and its field.

use std::{future::Future, pin::Pin};

use super::scrub::Scrub;
use crate::{
    BoxError, Context, Finding, Findings, InputField, Op, OpError, RepairConfig, ShowError, format, machine,
    mend::{Edit, Risk, Unmendable, UnmendableKind},
    op::Repair,
    step::CannotPlan,
};

pub(crate) type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Something that can be run, and whose input can be shown and set.
pub(super) trait Subject: Send {
    /// Its name, for the log.
    fn name(&self) -> &str;

    /// What the machine is to know of a step; `None` for an op.
    fn step(&self) -> Option<machine::StepSetup> {
        None
    }

    /// Has the planner propose an input, and puts it in.
    fn plan<'a>(&'a mut self, _: &'a Context) -> Boxed<'a, Result<Planned, CannotPlan>> {
        Box::pin(std::future::ready(Err(CannotPlan::new("there is no planner"))))
    }

    /// The configuration the author gave it.
    fn config(&self) -> RepairConfig;

    /// Shows the input; what is run stays as it is.
    fn begin(&self) -> Begun;

    /// Runs it, or its relaxed check; a success keeps its output within the subject.
    fn run<'a>(&'a mut self, cx: &'a Context, relaxed: bool) -> Boxed<'a, Result<(), OpError>>;

    /// Mends the input without a model, and shows what it is then; `None` if there was nothing to mend. A dry run changes
    /// nothing.
    fn mend(&mut self, allow: Risk, dry: bool) -> Result<Option<Shown>, Unmendable>;

    /// Sets the input from an answer, and shows what it is now.
    fn set(&mut self, answer: &str, allow: Risk) -> Result<Shown, Findings>;

    /// Commits the output of the last run.
    fn commit<'a>(&'a mut self, cx: &'a Context) -> Boxed<'a, Result<(), BoxError>>;
}

/// What is known of an input that a planner proposed.
pub(super) struct Planned {
    pub(super) fingerprint: Option<u64>,
    pub(super) value: Option<serde_json::Value>,
}

/// An input as it may be shown.
pub(super) struct Shown {
    pub(super) text: String,
    /// What was hidden, so that it can be kept out of everything else.
    pub(super) secrets: Vec<String>,
    /// What was done to a text before it became this.
    pub(super) edits: Vec<Edit>,
}

/// The input when a repair begins.
pub(super) enum Begun {
    /// There is none: the op is not annotated.
    NotAnnotated,
    /// It may be shown like this; the secrets are what must be kept out of everything else.
    Shown { secrets: Vec<String>, subject: machine::Subject },
    /// It can't be shown; its secret places are these.
    NotShown { secret: Vec<String>, error: ShowError },
}

/// An op as a subject: the caller's until something is set in it, a copy of it from then on.
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

    /// Changes the input and shows what it is then. What can't be changed, or not be shown, leaves all as it was.
    fn change<E>(
        &mut self,
        dry: bool,
        change: impl FnOnce(&mut dyn InputField) -> Result<Vec<Edit>, E>,
        unseen: impl FnOnce(ShowError) -> E,
    ) -> Result<Option<Shown>, E> {
        let Some(repair) = self.repair else { return Ok(None) };
        let mut copy = (repair.again)(self.copy.as_ref().unwrap_or(self.op));
        let field = (repair.input)(&mut copy);
        let edits = change(field)?;
        let shown = show(field, edits).map_err(unseen)?;
        if !dry {
            self.copy = Some(copy);
        }
        Ok(Some(shown))
    }
}

impl<O: Op> Subject for OpSubject<'_, O> {
    fn name(&self) -> &str {
        std::any::type_name::<O>()
    }

    fn config(&self) -> RepairConfig {
        self.repair.map_or_else(RepairConfig::default, |repair| (repair.config)())
    }

    fn begin(&self) -> Begun {
        let Some(repair) = self.repair else { return Begun::NotAnnotated };
        // A copy of its own: to write the value into it and read it back must not change what is run.
        let mut scratch = (repair.again)(self.op);
        let field = (repair.input)(&mut scratch);
        let shown = show(field, Vec::new()).and_then(|shown| {
            if field.shape().round_trips() {
                round_trip(field)?;
            }
            Ok(shown)
        });
        let shape = field.shape();
        let secret = shape.secret_paths().to_vec();
        match shown {
            Err(error) => Begun::NotShown { secret, error },
            Ok(shown) => Begun::Shown {
                secrets: shown.secrets,
                subject: machine::Subject {
                    format: shape.format(),
                    schema: shape.shown_schema(),
                    original: shown.text,
                    hidden: !secret.is_empty(),
                    frozen: shape.frozen_paths().to_vec(),
                    secret,
                    ungrounded_ok: shape.ungrounded_ok_paths().to_vec(),
                },
            },
        }
    }

    fn run<'a>(&'a mut self, cx: &'a Context, relaxed: bool) -> Boxed<'a, Result<(), OpError>> {
        // What an earlier run left is gone before this one can fail.
        self.output = None;
        Box::pin(async move {
            let op = self.copy.as_ref().unwrap_or(self.op);
            self.output = Some(if relaxed { op.run_relaxed(cx).await? } else { op.run(cx).await? });
            Ok(())
        })
    }

    fn mend(&mut self, allow: Risk, dry: bool) -> Result<Option<Shown>, Unmendable> {
        let unseen = |error: ShowError| Unmendable { kind: UnmendableKind::Unreadable, at: 0, message: error.to_string() };
        let shown = self.change(dry, |field| field.mend(allow), unseen)?;
        Ok(shown.filter(|shown| !shown.edits.is_empty()))
    }

    fn set(&mut self, answer: &str, allow: Risk) -> Result<Shown, Findings> {
        let unseen = |error: ShowError| Finding::whole().rule(error.code()).expected("a value that can be shown").into();
        let shown = self.change(false, |field| field.set(answer, allow), unseen)?;
        shown.ok_or_else(|| Finding::whole().rule("not_annotated").expected("an annotated op").into())
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

/// The field's text with its secrets hidden.
fn show(field: &dyn InputField, edits: Vec<Edit>) -> Result<Shown, ShowError> {
    let text = field.show()?;
    let shape = field.shape();
    let unseen = if shape.secret_paths().is_empty() { ShowError::FrozenNotRead } else { ShowError::SecretNotHidden };
    let hidden = format::hide(shape, &text).ok_or(unseen)?;
    Ok(Shown { secrets: format::secrets(shape, &text), text: hidden, edits })
}

/// Writes the value into its own field once: what serde loses on the way is found before a model is asked.
fn round_trip(field: &mut dyn InputField) -> Result<(), ShowError> {
    let secret = field.shape().secret_paths().to_vec();
    let quiet = |findings: Findings| ShowError::NotRoundTrip(Scrub::blind(secret).findings(findings));
    let text = field.show()?;
    field.set(&text, Risk::Exact).map_err(quiet)?;
    let again = field.show()?;
    if format::same(field.shape().format(), &text, &again) {
        return Ok(());
    }
    let finding = Finding::whole().rule("round_trip").expected("the same value after writing and reading it");
    Err(ShowError::NotRoundTrip(finding.into()))
}
