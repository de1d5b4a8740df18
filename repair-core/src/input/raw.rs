//! Text that should become a type.

use std::{borrow::Cow, fmt, marker::PhantomData};

use serde::{Deserialize, Serialize};

use super::{RepairableInput, Shape, ShowError, shape_of};
use crate::{Findings, Repairable, format};

/// Text that should become a `T`: [`parse`](Self::parse) it in the op, and a repair works on the text.
///
/// ```
/// use repair_core::Raw;
///
/// let raw: Raw<u16> = Raw::new("[1, 2");
/// let error = raw.parse().unwrap_err();
/// assert_eq!(error.findings().iter().next().unwrap().rule, "syntax");
/// assert_eq!(Raw::<u16>::new("8080").parse().unwrap(), 8080);
/// ```
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub struct Raw<T> {
    text: String,
    #[serde(skip)]
    becomes: PhantomData<fn() -> T>,
}

impl<T: RepairableInput> Raw<T> {
    /// Takes the text as it came.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), becomes: PhantomData }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The value, strictly: text that is not exactly a `T` is not accepted, nor, for JSON and with the feature `schema`, what
    /// serde takes and the type's JSON Schema does not, nor what the type's own [`check`](RepairableInput::check) objects to.
    ///
    /// # Errors
    ///
    /// A [`Repairable`] with every finding, which `?` turns into an [`OpError`](crate::OpError) that starts a repair.
    pub fn parse(&self) -> Result<T, Repairable> {
        format::parse_strict(&self.text).map_err(Repairable::from)
    }
}

impl<T: RepairableInput> RepairableInput for Raw<T> {
    fn unmarshal_repair(answer: &str) -> Result<Self, Findings> {
        format::find_value::<T>(answer).map(Self::new)
    }

    fn show(&self) -> Result<Cow<'_, str>, ShowError> {
        Ok(Cow::Borrowed(&self.text))
    }

    fn shape() -> &'static Shape {
        shape_of::<Self>(|| T::shape().clone().raw())
    }
}

impl<T> Clone for Raw<T> {
    fn clone(&self) -> Self {
        Self { text: self.text.clone(), becomes: PhantomData }
    }
}

impl<T> PartialEq for Raw<T> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl<T> Eq for Raw<T> {}

impl<T: RepairableInput> fmt::Debug for Raw<T> {
    /// The text, or only its length where its type has secret fields.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if T::shape().secret_paths().is_empty() {
            f.debug_tuple("Raw").field(&self.text).finish()
        } else {
            write!(f, "Raw([{} bytes with secrets])", self.text.len())
        }
    }
}

impl<T: RepairableInput, S: Into<String>> From<S> for Raw<T> {
    fn from(text: S) -> Self {
        Self::new(text)
    }
}
