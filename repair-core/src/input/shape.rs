//! The shape of an input: its format, its schema, and the fields with rules of their own.

use std::{
    any::TypeId,
    collections::HashMap,
    fmt,
    sync::{OnceLock, PoisonError, RwLock},
};

use serde::{Deserialize, Serialize};

use crate::{
    format::span::pointer,
    mend::{Checker, Unmendable, UnmendableKind},
};

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Format {
    /// Free text, taken as it is.
    Text,
    /// JSON.
    Json,
    /// XML.
    Xml,
    /// YAML.
    Yaml,
    /// TOML.
    Toml,
    /// A notation of the type's own: `FromStr`, or a function.
    Custom,
}

impl Format {
    /// The format's name, as a model knows it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text | Self::Custom => "text",
            Self::Json => "JSON",
            Self::Xml => "XML",
            Self::Yaml => "YAML",
            Self::Toml => "TOML",
        }
    }
}

/// What is known of an input type: format, schema, and which fields are frozen, secret or free of grounding.
///
/// Fields are named by JSON Pointer, as in findings.
///
/// ```
/// use repair_core::{Format, Shape};
///
/// let shape = Shape::new(Format::Json).frozen(["/id"]).secret(["/token"]);
/// assert_eq!(shape.frozen_paths(), ["/id"]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    format: Format,
    schema: Option<serde_json::Value>,
    frozen: Vec<String>,
    secret: Vec<String>,
    ungrounded_ok: Vec<String>,
    raw: bool,
    mended_as: Option<Format>,
    checker: CheckedOnce,
}

/// What reading the schema gave. It follows from the rest of the shape, so copies start anew and all are equal.
#[derive(Default)]
struct CheckedOnce(OnceLock<Option<Result<Checker, String>>>);

impl Clone for CheckedOnce {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for CheckedOnce {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for CheckedOnce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckedOnce").finish_non_exhaustive()
    }
}

impl Shape {
    /// A shape without schema and without special fields.
    #[must_use]
    pub const fn new(format: Format) -> Self {
        Self {
            format,
            schema: None,
            frozen: Vec::new(),
            secret: Vec::new(),
            ungrounded_ok: Vec::new(),
            raw: false,
            mended_as: None,
            checker: CheckedOnce(OnceLock::new()),
        }
    }

    /// The JSON Schema of the value.
    #[must_use]
    pub fn schema(mut self, schema: serde_json::Value) -> Self {
        self.schema = Some(schema);
        self
    }

    /// Fields a repair never changes.
    #[must_use]
    pub fn frozen<S: Into<String>>(mut self, paths: impl IntoIterator<Item = S>) -> Self {
        self.frozen = paths.into_iter().map(Into::into).collect();
        self
    }

    /// Fields never shown to a model, a log or an error, and never changed.
    #[must_use]
    pub fn secret<S: Into<String>>(mut self, paths: impl IntoIterator<Item = S>) -> Self {
        self.secret = paths.into_iter().map(Into::into).collect();
        self
    }

    /// Fields whose new values need not be found in the source.
    #[must_use]
    pub fn ungrounded_ok<S: Into<String>>(mut self, paths: impl IntoIterator<Item = S>) -> Self {
        self.ungrounded_ok = paths.into_iter().map(Into::into).collect();
        self
    }

    /// The format.
    #[must_use]
    pub const fn format(&self) -> Format {
        self.format
    }

    /// The JSON Schema, if the type has one.
    #[must_use]
    pub const fn json_schema(&self) -> Option<&serde_json::Value> {
        self.schema.as_ref()
    }

    /// The frozen fields.
    #[must_use]
    pub fn frozen_paths(&self) -> &[String] {
        &self.frozen
    }

    /// The secret fields.
    #[must_use]
    pub fn secret_paths(&self) -> &[String] {
        &self.secret
    }

    /// The fields whose new values need not be found in the source.
    #[must_use]
    pub fn ungrounded_ok_paths(&self) -> &[String] {
        &self.ungrounded_ok
    }

    /// The format inside a text, by whose rules it is mended.
    #[must_use]
    pub fn mend_as(mut self, format: Format) -> Self {
        self.mended_as = Some(format);
        self
    }

    /// The schema, ready to check with; read once.
    pub(crate) fn checker(&self) -> Result<Option<&Checker>, Unmendable> {
        let read = self.checker.0.get_or_init(|| self.schema.as_ref().map(Checker::new));
        match read {
            None => Ok(None),
            Some(Ok(checker)) => Ok(Some(checker)),
            Some(Err(why)) => Err(Unmendable { kind: UnmendableKind::Schema, at: 0, message: why.clone() }),
        }
    }

    /// The format by whose rules the value is mended without a model, if it is text of one.
    pub(crate) fn mended_as(&self) -> Option<Format> {
        self.mended_as.or(self.raw.then_some(self.format))
    }

    /// The same shape for text that has yet to become the value.
    pub(crate) fn raw(mut self) -> Self {
        self.raw = true;
        self
    }

    /// Whether the value is written and read back when it is repaired, so that a loss in between must be looked for.
    pub(crate) fn round_trips(&self) -> bool {
        !self.raw && self.format != Format::Text
    }

    /// Whether it is the shape of text that has yet to become the value.
    pub(crate) fn is_raw(&self) -> bool {
        self.raw
    }

    /// The schema without the secret fields: neither they nor their defaults are shown, and no model is asked for them. No
    /// schema at all where one of them can't be found in it.
    pub(crate) fn shown_schema(&self) -> Option<serde_json::Value> {
        let mut schema = self.schema.clone()?;
        for path in &self.secret {
            let (parent, name) = path.rsplit_once('/')?;
            let owner = owner_of(&schema, parent)?;
            let name = pointer::unescape(name);
            let owner = schema.pointer_mut(&owner)?;
            owner.get_mut("properties")?.as_object_mut()?.remove(&*name)?;
            if let Some(required) = owner.get_mut("required").and_then(serde_json::Value::as_array_mut) {
                required.retain(|required| *required != *name);
            }
        }
        Some(schema)
    }

    /// Frozen and secret fields: what keeps its value through every repair.
    pub(crate) fn kept_paths(&self) -> impl Iterator<Item = &str> {
        self.frozen.iter().chain(&self.secret).map(String::as_str)
    }
}

/// Where in the schema the object at a path of the value is described, references followed.
fn owner_of(schema: &serde_json::Value, path: &str) -> Option<String> {
    let resolve = |mut at: String| {
        // A chain of references is short, or it is a circle.
        for _ in 0..16 {
            match schema.pointer(&at)?.get("$ref").and_then(serde_json::Value::as_str) {
                Some(reference) => reference.strip_prefix('#')?.clone_into(&mut at),
                None => return Some(at),
            }
        }
        None
    };
    let mut at = resolve(String::new())?;
    for token in path.split('/').skip(1) {
        at = resolve(format!("{at}/properties/{token}"))?;
    }
    Some(at)
}

/// The shape of `T`, built once a process. A `static` in a generic function is one for all `T`, hence the map.
pub(crate) fn shape_of<T: 'static>(build: impl FnOnce() -> Shape) -> &'static Shape {
    static SHAPES: RwLock<Option<HashMap<TypeId, &'static Shape>>> = RwLock::new(None);
    let id = TypeId::of::<T>();
    if let Some(shape) = SHAPES.read().unwrap_or_else(PoisonError::into_inner).as_ref().and_then(|shapes| shapes.get(&id)) {
        return shape;
    }
    // Built outside the lock: a schema may ask for other shapes.
    let built = build();
    let mut shapes = SHAPES.write().unwrap_or_else(PoisonError::into_inner);
    shapes.get_or_insert_default().entry(id).or_insert_with(|| Box::leak(Box::new(built)))
}
