//! The inputs that can be repaired: what they must be able to do, and how the driver reaches them.

#[cfg(feature = "garde")]
pub(crate) mod by_garde;
mod check;
mod described;
mod field;
mod foreign;
pub(crate) mod names;
pub(crate) mod paths;
mod raw;
mod shape;
mod std_impls;

use std::{borrow::Cow, fmt};

pub use check::check;
pub(crate) use check::merge;
pub(crate) use described::Described;
pub(crate) use field::read;
pub use field::{InputField, field};
pub use foreign::Json;
pub use raw::Raw;
pub(crate) use shape::shape_of;
pub use shape::{Format, Shape};

use crate::Findings;

/// A type a model's answer can be turned into.
///
/// Derive it: `#[derive(RepairableInput)]`. The derive picks the format from the type (text for a struct with a single
/// `String` field, JSON otherwise) unless `#[repair(..)]` names one. For a type of another crate, wrap it in [`Json`]; for
/// text that should become a type, use [`Raw`].
///
/// ```
/// use repair_core::{Findings, Finding, RepairableInput, Shape, Format, ShowError};
/// use std::borrow::Cow;
///
/// /// A port, written by hand rather than derived.
/// #[derive(Debug, PartialEq)]
/// struct Port(u16);
///
/// impl RepairableInput for Port {
///     fn unmarshal_repair(answer: &str) -> Result<Self, Findings> {
///         let port = answer.trim();
///         port.parse().map(Port).map_err(|_| {
///             Finding::whole().rule("port").expected("a port, 0 to 65535").received(port).into()
///         })
///     }
///     fn show(&self) -> Result<Cow<'_, str>, ShowError> {
///         Ok(self.0.to_string().into())
///     }
///     fn shape() -> &'static Shape {
///         static SHAPE: std::sync::LazyLock<Shape> = std::sync::LazyLock::new(|| Shape::new(Format::Custom));
///         &SHAPE
///     }
/// }
/// assert_eq!(Port::unmarshal_repair(" 8080 "), Ok(Port(8080)));
/// assert!(Port::unmarshal_repair("eighty").is_err());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be repaired: a model's answer can't be turned into it",
    label = "not a `RepairableInput`",
    note = "for a type in your crate, add `#[derive(RepairableInput)]`; for one of another crate, use `Json<{Self}>`",
    note = "for text that should become a `T`, use `Raw<T>`; for a reference, own the data: `String` instead of `&str`"
)]
pub trait RepairableInput: Sized + Send + Sync + 'static {
    /// Turns a model's whole answer into the type, whatever prose or fences surround the value.
    ///
    /// # Errors
    ///
    /// What keeps the answer from being the type, all of it where that can be known.
    fn unmarshal_repair(answer: &str) -> Result<Self, Findings>;

    /// The value as a model should see it, in the shape's format.
    ///
    /// # Errors
    ///
    /// [`ShowError`] if the value can't be written, say a map with keys that are no strings.
    fn show(&self) -> Result<Cow<'_, str>, ShowError>;

    /// Format, schema, frozen and secret fields.
    fn shape() -> &'static Shape;

    /// Called on a new value with the one it replaces: takes over what a model must not touch (frozen and secret fields)
    /// and what it never saw (fields serde skips). The derive writes it.
    fn keep(&mut self, old: &mut Self) {
        let _ = old;
    }

    /// What is wrong with a value beyond its type and its schema: rules between fields, say. Nothing, unless the derive is
    /// told of checks (`#[repair(check = "function")]`, `#[repair(garde)]`) or this is written by hand.
    ///
    /// [`Raw::parse`] adds it to what the schema finds; [`check`] gives both for a value.
    fn check(&self) -> Findings {
        Findings::new()
    }
}

/// A value could not be shown to a model.
#[derive(Debug)]
#[non_exhaustive]
pub enum ShowError {
    /// It could not be written in its format.
    Serialize(Box<dyn std::error::Error + Send + Sync>),
    /// Its secret fields can't be found in the text, so they can't be hidden.
    SecretNotHidden,
    /// Its frozen fields can't be read from the text, so they could change unseen.
    FrozenNotRead,
    /// Writing it and reading it back gives another value, so a repair would lose something in silence.
    NotRoundTrip(Findings),
    /// It is longer than [`RepairConfig::max_input_bytes`](crate::RepairConfig::max_input_bytes).
    TooLong {
        /// Its length in bytes.
        bytes: usize,
        /// The limit in bytes.
        limit: usize,
    },
}

impl ShowError {
    pub(crate) fn serialize(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Serialize(error.into())
    }

    /// A stable word to branch on.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Serialize(_) => "serialize",
            Self::SecretNotHidden => "secret_not_hidden",
            Self::FrozenNotRead => "frozen_not_read",
            Self::NotRoundTrip(_) => "not_round_trip",
            Self::TooLong { .. } => "too_long",
        }
    }
}

impl fmt::Display for ShowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Serialize(_) => f.write_str("the input can't be written in its format"),
            Self::SecretNotHidden => {
                f.write_str("the input's secret fields can't be hidden: they are not, or not only, where its type has them")
            }
            Self::FrozenNotRead => f.write_str("the input's frozen fields can't be read: the text is not readable in its format"),
            Self::NotRoundTrip(findings) => write!(f, "the input does not survive being written and read back: {findings}"),
            Self::TooLong { bytes, limit } => write!(f, "the input is {bytes} bytes long, over the limit of {limit}"),
        }
    }
}

impl std::error::Error for ShowError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Serialize(error) => Some(&**error),
            _ => None,
        }
    }
}
