//! The object-safe view of one repairable field: all that the driver needs of it.

use super::{RepairableInput, Shape, ShowError};
use crate::{Findings, format};

/// One field of an op: show it, know its shape, set it from a model's answer. Every [`RepairableInput`] is one.
pub trait InputField: Send {
    /// The whole text of the value, secrets included; the driver hides them before anyone else sees it.
    ///
    /// # Errors
    ///
    /// As [`RepairableInput::show`].
    fn show(&self) -> Result<String, ShowError>;

    /// The shape of the value.
    fn shape(&self) -> &'static Shape;

    /// Replaces the value by what the answer holds, frozen and secret fields excepted.
    ///
    /// # Errors
    ///
    /// As [`RepairableInput::unmarshal_repair`]; the value is then what it was.
    fn set(&mut self, answer: &str) -> Result<(), Findings>;
}

impl<T: RepairableInput> InputField for T {
    fn show(&self) -> Result<String, ShowError> {
        RepairableInput::show(self).map(std::borrow::Cow::into_owned)
    }

    fn shape(&self) -> &'static Shape {
        T::shape()
    }

    fn set(&mut self, answer: &str) -> Result<(), Findings> {
        let shape = T::shape();
        let grafted = match RepairableInput::show(self) {
            Ok(old) => format::graft(shape, answer, &old),
            Err(_) => None,
        };
        let mut new = T::unmarshal_repair(grafted.as_deref().unwrap_or(answer))?;
        new.keep(self);
        *self = new;
        Ok(())
    }
}

/// What `#[repairable]` generates a call of: the named field, as the driver sees it.
#[doc(hidden)]
pub fn field<T: RepairableInput>(field: &mut T) -> &mut dyn InputField {
    field
}
