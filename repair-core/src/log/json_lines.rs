//! The log as lines of JSON.

use std::{
    fmt,
    io::Write,
    sync::{Mutex, PoisonError},
};

use serde_json::{Value, json};

use super::{Entry, Sink};

/// How much of the texts a log holds. Secret fields are in none of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// All of them: inputs, prompts, answers.
    #[default]
    Full,
    /// Their lengths only.
    Lengths,
}

/// Writes each entry as one line of JSON. A line that can't be written is dropped: a log never fails a run.
///
/// ```
/// use repair_core::{Runtime, log::{Content, JsonLines}};
/// use std::sync::Arc;
///
/// let log = JsonLines::new(std::io::stderr()).content(Content::Lengths);
/// let runtime = Runtime::builder().sink(Arc::new(log)).build();
/// ```
pub struct JsonLines<W> {
    writer: Mutex<W>,
    content: Content,
}

impl<W: Write + Send> JsonLines<W> {
    /// A log with all texts.
    pub fn new(writer: W) -> Self {
        Self { writer: Mutex::new(writer), content: Content::Full }
    }

    /// How much of the texts it holds.
    #[must_use]
    pub fn content(mut self, content: Content) -> Self {
        self.content = content;
        self
    }
}

impl<W: Write + Send> Sink for JsonLines<W> {
    fn append(&self, entry: &Entry) {
        let line = match self.content {
            Content::Full => serde_json::to_string(entry),
            Content::Lengths => serde_json::to_value(entry).and_then(|mut value| {
                shorten(&mut value);
                serde_json::to_string(&value)
            }),
        };
        if let Ok(line) = line {
            let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = writeln!(writer, "{line}");
        }
    }
}

impl<W> fmt::Debug for JsonLines<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JsonLines").field("content", &self.content).finish_non_exhaustive()
    }
}

/// The keys under which text of an input, a prompt or an answer stands.
const TEXTS: [&str; 16] = [
    "path",
    "replacement",
    "reason",
    "text",
    "prompt",
    "system",
    "original",
    "shown",
    "received",
    "source",
    "message",
    "hint",
    "expected",
    "allowed",
    "prompt_prefix",
    "prompt_suffix",
];

/// The keys under which lists of such texts stand.
const LISTS: [&str; 4] = ["allowed", "also", "paths", "keys"];

fn shorten(value: &mut Value) {
    // The entry's own depth is bounded by its types, a schema's by the recursion limit it was read with.
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(text) if TEXTS.contains(&key.as_str()) => *value = json!({ "bytes": text.len() }),
                    // A step's input may be any JSON.
                    value if key == "value" => *value = json!({ "bytes": value.to_string().len() }),
                    Value::Array(items) if LISTS.contains(&key.as_str()) => *value = json!({ "items": items.len() }),
                    _ => shorten(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(shorten),
        _ => {}
    }
}
