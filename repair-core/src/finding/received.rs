//! What stands at the place of a finding, as text.

use std::fmt::Write as _;

use serde_json::Value;

/// How many characters of a received value are shown, to models and people alike.
pub const RECEIVED_SHOWN: usize = 80;

/// What [`Finding::received`](super::Finding::received) takes: text, or `None`.
pub trait IntoReceived {
    /// The text received, if there was any.
    fn into_received(self) -> Option<String>;
}

impl IntoReceived for &str {
    fn into_received(self) -> Option<String> {
        Some(self.to_owned())
    }
}

impl IntoReceived for String {
    fn into_received(self) -> Option<String> {
        Some(self)
    }
}

impl IntoReceived for Option<String> {
    fn into_received(self) -> Option<String> {
        self
    }
}

impl IntoReceived for Option<&str> {
    fn into_received(self) -> Option<String> {
        self.map(str::to_owned)
    }
}

impl IntoReceived for &Value {
    /// A text without its quotes; of a list or an object what it is, without writing all of it.
    fn into_received(self) -> Option<String> {
        Some(shown(self))
    }
}

impl IntoReceived for Option<&Value> {
    fn into_received(self) -> Option<String> {
        self.map(shown)
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => format!("an array of {}", items.len()),
        Value::Object(fields) => {
            let mut text = "an object with".to_owned();
            for (n, name) in fields.keys().enumerate() {
                if text.len() > RECEIVED_SHOWN {
                    break;
                }
                let _ = write!(text, "{} {name}", if n == 0 { "" } else { "," });
            }
            if fields.is_empty() { "an empty object".to_owned() } else { text }
        }
        scalar => scalar.to_string(),
    }
}
