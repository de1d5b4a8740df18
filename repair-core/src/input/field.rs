//! The object-safe view of one repairable field: all that the driver needs of it.

use std::borrow::Cow;

use super::{Format, RepairableInput, Shape, ShowError};
use crate::{
    Finding, Findings, format,
    mend::{self, Edit, Mended, Options, Risk, Unmendable, UnmendableKind},
};

/// One field of an op: show it, know its shape, set it from a model's answer. Every [`RepairableInput`] is one.
pub trait InputField: Send {
    /// The whole text of the value, secrets included; the driver hides them before anyone else sees it.
    ///
    /// # Errors
    ///
    /// As [`RepairableInput::show`].
    fn show(&self) -> Result<String, ShowError>;

    /// The shape of the value.
    fn shape(&self) -> &Shape;

    /// Mends the text without a model, where the shape says that it is text of a format; the edits that were made.
    ///
    /// # Errors
    ///
    /// An [`Unmendable`] if it is broken and can't be mended by edits of this risk; the value is then what it was.
    fn mend(&mut self, allow: Risk) -> Result<Vec<Edit>, Unmendable>;

    /// Replaces the value by what the answer holds, frozen and secret fields excepted; the edits that made it readable.
    ///
    /// # Errors
    ///
    /// As [`RepairableInput::unmarshal_repair`]; the value is then what it was.
    fn set(&mut self, answer: &str, allow: Risk) -> Result<Vec<Edit>, Findings>;
}

impl<T: RepairableInput> InputField for T {
    fn show(&self) -> Result<String, ShowError> {
        RepairableInput::show(self).map(Cow::into_owned)
    }

    fn shape(&self) -> &Shape {
        T::shape()
    }

    fn mend(&mut self, allow: Risk) -> Result<Vec<Edit>, Unmendable> {
        let shape = T::shape();
        let (Some(format), Ok(text)) = (shape.mended_as(), RepairableInput::show(self)) else { return Ok(Vec::new()) };
        let Some(mended) = mended(&text, format, shape, allow)? else { return Ok(Vec::new()) };
        let unreadable =
            |findings: Findings| Unmendable { kind: UnmendableKind::Unreadable, at: 0, message: findings.to_string() };
        let mut new = T::unmarshal_repair(&mended.text).map_err(unreadable)?;
        let edits = mended.edits;
        new.keep(self);
        *self = new;
        Ok(edits)
    }

    fn set(&mut self, answer: &str, allow: Risk) -> Result<Vec<Edit>, Findings> {
        let shape = T::shape();
        let Mended { text: answer, edits } = mended_answer(answer, shape, allow);
        let has_kept = shape.kept_paths().next().is_some();
        let grafted = match RepairableInput::show(self) {
            Ok(old) if has_kept => format::graft(shape, &answer, &old),
            _ => None,
        };
        // A type's own `keep` puts back what it must; text has none.
        if has_kept && shape.is_raw() && grafted.is_none() {
            return Err(not_kept(shape).into());
        }
        let mut new = T::unmarshal_repair(grafted.as_deref().unwrap_or(&answer))?;
        new.keep(self);
        *self = new;
        Ok(edits)
    }
}

/// The value an answer holds, mended where it must be.
pub(crate) fn read<T: RepairableInput>(answer: &str, allow: Risk) -> Result<T, Findings> {
    T::unmarshal_repair(&mended_answer(answer, T::shape(), allow).text)
}

/// A text with what was mended in it; `None` where there was nothing to mend.
pub(super) fn mended<'a>(text: &'a str, format: Format, shape: &Shape, allow: Risk) -> Result<Option<Mended<'a>>, Unmendable> {
    let mended = mend::input(text, format, shape, &options(allow))?;
    if mended.edits.is_empty() {
        return Ok(None);
    }
    if !format::keeps(shape, format, text, &mended.text) {
        let message = "mending it would change a frozen or secret field".to_owned();
        return Err(Unmendable { kind: UnmendableKind::Misfit, at: 0, message });
    }
    Ok(Some(mended))
}

/// An answer, mended where it can be: what can't be is left to the type's own reading, which says best what is wrong with it.
fn mended_answer<'a>(answer: &'a str, shape: &Shape, allow: Risk) -> Mended<'a> {
    let as_it_is = |_| Mended { text: Cow::Borrowed(answer), edits: Vec::new() };
    mend::input(answer, shape.format(), shape, &options(allow)).unwrap_or_else(as_it_is)
}

/// An answer in which a frozen or secret value has no place.
pub(super) fn not_kept(shape: &Shape) -> Finding {
    Finding::whole().rule("kept").expected(format!("{} alone, with every field it had", shape.format().name()))
}

pub(super) fn options(allow: Risk) -> Options {
    Options { allow, ..Options::default() }
}

/// What `#[repairable]` generates a call of: the named field, as the driver sees it.
#[doc(hidden)]
pub fn field<T: RepairableInput>(field: &mut T) -> &mut dyn InputField {
    field
}
