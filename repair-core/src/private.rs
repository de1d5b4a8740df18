//! What the macros' expansions call. Not part of the API.
//!
//! Each bound on the user's type is stated by one function, at one place of the expansion, so that a type that lacks
//! something is one error, in our words, at the type's name. `do_not_recommend` keeps rustc from naming each of the
//! traits behind a blanket impl instead.

pub use std::borrow::Cow;
use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};

#[cfg(feature = "garde")]
pub use crate::input::by_garde::{Validated, by_garde};
use crate::{
    Finding, Findings, Format, Shape, ShowError,
    config::{Ladder, LadderStep, ModelName, Rung},
    format,
    input::shape_of,
};
pub use crate::{
    input::{
        field,
        names::{Nameless, Names, Part, Probe, Walk},
        paths::{Field, Fields, InText, Items, NotThere, field as field_at, item as item_at, pointer, root},
    },
    op::{Again, Repair, again},
};

/// A shape, built once a process and type.
pub fn shape<T: 'static>(build: impl FnOnce() -> Shape) -> &'static Shape {
    shape_of::<T>(build)
}

/// A ladder the macro has read already: provider and model where a step names them.
pub fn ladder<const N: usize>(steps: [(Rung, Option<(&str, &str)>); N]) -> Ladder {
    let step = |(rung, model): (Rung, Option<(&str, &str)>)| LadderStep {
        rung,
        model: model.map(|(provider, model)| ModelName::of(provider, model)),
    };
    steps.into_iter().map(step).collect()
}

/// What a tree format asks of a type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be written for a model and read back",
    label = "needs serde and schemars",
    note = "add `#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]` to `{Self}`",
    note = "`#[repair(schema = false)]` needs no `JsonSchema`; `#[repair(from_str)]` and `#[repair(with = \"path\")]` none of them"
)]
pub trait Tree: Serialize + DeserializeOwned + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + DeserializeOwned + JsonSchema> Tree for T {}

/// What a tree format asks of a type under `schema = false`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be written for a model and read back",
    label = "needs serde",
    note = "add `#[derive(serde::Serialize, serde::Deserialize)]` to `{Self}`",
    note = "`#[repair(from_str)]` and `#[repair(with = \"path\")]` need neither"
)]
pub trait TreeWithoutSchema: Serialize + DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + DeserializeOwned> TreeWithoutSchema for T {}

/// How a type is written, read and described in a tree format.
pub struct Codec<T> {
    form: Format,
    decode: fn(Format, &str) -> Result<T, Findings>,
    show: fn(Format, &T) -> Result<Cow<'_, str>, ShowError>,
    schema: Option<fn() -> serde_json::Value>,
}

/// The codec of a type that has a schema.
pub fn tree<T: Tree>(form: Format) -> Codec<T> {
    Codec { schema: Some(format::schema::<T>), ..tree_without_schema(form) }
}

/// The codec of a type without a schema.
pub fn tree_without_schema<T: TreeWithoutSchema>(form: Format) -> Codec<T> {
    Codec { form, decode: decode::<T>, show: show::<T>, schema: None }
}

impl<T> Codec<T> {
    /// Decodes an answer.
    pub fn decode(&self, answer: &str) -> Result<T, Findings> {
        (self.decode)(self.form, answer)
    }

    /// Shows a value.
    pub fn show<'v>(&self, value: &'v T) -> Result<Cow<'v, str>, ShowError> {
        (self.show)(self.form, value)
    }

    /// Format and schema.
    pub fn shape(&self) -> Shape {
        let shape = Shape::new(self.form);
        match self.schema {
            Some(schema) => shape.schema(schema()),
            None => shape,
        }
    }
}

fn decode<T: DeserializeOwned>(form: Format, answer: &str) -> Result<T, Findings> {
    match form {
        Format::Json => format::json::decode(answer),
        #[cfg(feature = "xml")]
        Format::Xml => format::xml::decode(answer),
        #[cfg(feature = "yaml")]
        Format::Yaml => format::yaml::decode(answer),
        #[cfg(feature = "toml")]
        Format::Toml => format::toml::decode(answer),
        other => Err(unavailable(other)),
    }
}

fn show<T: Serialize>(form: Format, value: &T) -> Result<Cow<'_, str>, ShowError> {
    match form {
        Format::Json => format::json::show(value),
        #[cfg(feature = "xml")]
        Format::Xml => format::xml::show(value),
        #[cfg(feature = "yaml")]
        Format::Yaml => format::yaml::show(value),
        #[cfg(feature = "toml")]
        Format::Toml => format::toml::show(value),
        other => Err(ShowError::serialize(unavailable(other).to_string())),
    }
}

fn unavailable(form: Format) -> Findings {
    Finding::whole().rule("format").expected(format!("the feature of `repair` for {}", form.name())).into()
}

/// Decodes an answer as text.
pub fn text(answer: &str) -> Result<String, Findings> {
    format::text::decode(answer)
}

/// What `#[repair(from_str)]` asks of a type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be read from text",
    label = "needs `FromStr`",
    note = "write `impl FromStr for {Self}`, with an `Err` that is `Display`, or choose `#[repair(with = \"path\")]`"
)]
pub trait FromText: FromStr<Err: fmt::Display> {}

#[diagnostic::do_not_recommend]
impl<T: FromStr<Err: fmt::Display>> FromText for T {}

/// Decodes an answer by the type's own `FromStr`.
pub fn from_str<T: FromText>(answer: &str) -> Result<T, Findings> {
    let text = format::text::decode(answer)?;
    T::from_str(&text).map_err(|error| {
        Finding::whole().rule("from_str").expected("text of the type").received(text.as_str()).hint(error.to_string()).into()
    })
}

/// What a function named by `#[repair(with = "..")]` may fail with.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what is wrong with an answer",
    label = "fails with `{Self}`",
    note = "let the function return `Result<_, Findings>`, or write `impl From<{Self}> for Findings`"
)]
pub trait IntoFindings: Into<Findings> {}

#[diagnostic::do_not_recommend]
impl<E: Into<Findings>> IntoFindings for E {}

/// Decodes an answer by a function of the user's own.
pub fn with<T, E: IntoFindings>(answer: &str, decode: fn(&str) -> Result<T, E>) -> Result<T, Findings> {
    decode(answer).map_err(Into::into)
}

/// What `#[repair(from_str)]` and `#[repair(with = "..")]` ask of a type, unless `show` names a function.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be shown to a model",
    label = "needs `Display`",
    note = "write `impl Display for {Self}`, as the text it is read from, or name a function with `#[repair(show = \"path\")]`"
)]
pub trait ToText: fmt::Display {}

#[diagnostic::do_not_recommend]
impl<T: fmt::Display> ToText for T {}

/// Shows a value by its `Display`.
pub fn display<T: ToText>(value: &T) -> Result<Cow<'_, str>, ShowError> {
    Ok(Cow::Owned(value.to_string()))
}

/// What a function named by `#[repair(show = "..")]` may return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no text to show to a model",
    label = "returns `{Self}`",
    note = "let the function return `String` or `&str`"
)]
pub trait IntoText<'v>: Into<Cow<'v, str>> {}

#[diagnostic::do_not_recommend]
impl<'v, S: Into<Cow<'v, str>>> IntoText<'v> for S {}

/// Shows a value by a function of the user's own.
pub fn shown<'v, T, S: IntoText<'v>>(value: &'v T, show: fn(&'v T) -> S) -> Result<Cow<'v, str>, ShowError> {
    Ok(show(value).into())
}

/// What a function named by `#[repair(check = "..")]` may return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what is wrong with a value",
    label = "returns `{Self}`",
    note = "let the function return `Findings`, `Option<Finding>` or `Result<(), Findings>`"
)]
pub trait Checked {
    /// What it found.
    fn into_findings(self) -> Findings;
}

impl Checked for Findings {
    fn into_findings(self) -> Findings {
        self
    }
}

impl Checked for Option<Finding> {
    fn into_findings(self) -> Findings {
        self.into_iter().collect()
    }
}

impl<E: IntoFindings> Checked for Result<(), E> {
    fn into_findings(self) -> Findings {
        self.err().map(Into::into).unwrap_or_default()
    }
}

/// Checks a value by a function of the user's own.
pub fn check<T, C: Checked>(value: &T, check: fn(&T) -> C) -> Findings {
    check(value).into_findings()
}

/// What several checks found.
pub fn all<const N: usize>(checks: [Findings; N]) -> Findings {
    checks.into_iter().flatten().collect()
}

/// Checks by garde: the feature is on.
#[doc(hidden)]
#[macro_export]
macro_rules! __garde_is_on {
    ($type:ty, $value:expr, $walk:expr) => {
        $crate::private::by_garde::<$type>($value, $walk)
    };
}

/// As `__toml_is_off`.
#[doc(hidden)]
#[macro_export]
macro_rules! __garde_is_off {
    ($($check:tt)*) => {
        ::core::compile_error!("`garde` needs a feature of `repair`: add `features = [\"garde\"]` to it in Cargo.toml")
    };
}

/// Expands to nothing: the format's feature is on.
#[doc(hidden)]
#[macro_export]
macro_rules! __format_is_on {
    () => {};
}

/// Expands to what is missing, in words; as a macro, since `repair-derive` does not know the features.
#[doc(hidden)]
#[macro_export]
macro_rules! __toml_is_off {
    () => {
        ::core::compile_error!("`toml` needs a feature of `repair`: add `features = [\"toml\"]` to it in Cargo.toml");
    };
}

/// As `__toml_is_off`.
#[doc(hidden)]
#[macro_export]
macro_rules! __xml_is_off {
    () => {
        ::core::compile_error!("`xml` needs a feature of `repair`: add `features = [\"xml\"]` to it in Cargo.toml");
    };
}

/// As `__toml_is_off`.
#[doc(hidden)]
#[macro_export]
macro_rules! __yaml_is_off {
    () => {
        ::core::compile_error!("`yaml` needs a feature of `repair`: add `features = [\"yaml\"]` to it in Cargo.toml");
    };
}

#[cfg(feature = "toml")]
pub use crate::__format_is_on as toml;
#[cfg(feature = "xml")]
pub use crate::__format_is_on as xml;
#[cfg(feature = "yaml")]
pub use crate::__format_is_on as yaml;
#[cfg(not(feature = "garde"))]
pub use crate::__garde_is_off as garde;
#[cfg(feature = "garde")]
pub use crate::__garde_is_on as garde;
#[cfg(not(feature = "toml"))]
pub use crate::__toml_is_off as toml;
#[cfg(not(feature = "xml"))]
pub use crate::__xml_is_off as xml;
#[cfg(not(feature = "yaml"))]
pub use crate::__yaml_is_off as yaml;
