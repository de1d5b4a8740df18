//! A place for one option's value.

use super::Entry;
use crate::errors::Errors;

/// The value of an option that may be given once; it reports a second one itself.
pub(crate) struct Slot<T> {
    given: bool,
    value: Option<T>,
}

impl<T> Slot<T> {
    /// Takes the value, `None` where it was no good and that is recorded.
    pub(crate) fn set(&mut self, entry: &Entry, value: Option<T>, errors: &mut Errors) {
        if self.given {
            errors.at(entry, format!("`{}` is given twice: keep one", entry.name()));
        } else {
            self.given = true;
            self.value = value;
        }
    }

    /// Whether the option is there, with a good value or a bad one.
    pub(crate) fn is_given(&self) -> bool {
        self.given
    }

    pub(crate) fn as_ref(&self) -> Option<&T> {
        self.value.as_ref()
    }

    pub(crate) fn into_value(self) -> Option<T> {
        self.value
    }
}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self { given: false, value: None }
    }
}
