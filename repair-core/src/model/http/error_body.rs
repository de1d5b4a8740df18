//! What providers put into the body of an error, in one form.

use serde_json::Value;

/// Codes that mean there is no money: waiting does not help.
const SPEND: [&str; 12] = [
    "billing_error",
    "billing_hard_limit_reached",
    "billing_not_active",
    "contract_spend_limit_reached",
    "credit_balance_exhausted",
    "enforced_spend_limit_reached",
    "insufficient_quota",
    "linked_organization_billing_unavailable",
    "linked_organization_spend_limit_reached",
    "organization_spend_limit_exceeded",
    "organization_usage_limit_exceeded",
    "project_spend_limit_exceeded",
];

/// The identifiers of an error. Its message is not among them: nothing is decided by words.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ErrorBody {
    /// The type, the code and the detailed code, as far as they are words.
    words: Vec<String>,
    /// A status inside the body, as OpenRouter and vLLM put it into `code`.
    status: Option<u16>,
}

impl ErrorBody {
    /// The error a body carries, in any of the known forms.
    pub(crate) fn find(body: &Value) -> Option<Self> {
        if body["object"] == "error" {
            return Some(Self::read(body));
        }
        let error = match &body["error"] {
            Value::Null | Value::Bool(false) => {
                body["choices"].as_array()?.iter().map(|choice| &choice["error"]).find(|error| !error.is_null())?
            }
            error => error,
        };
        Some(Self::read(error))
    }

    fn read(error: &Value) -> Self {
        let fields = [&error["type"], &error["code"], &error["details"]["error_code"]];
        let words = fields.into_iter().filter_map(Value::as_str).filter(|word| is_word(word)).map(str::to_owned).collect();
        let code = &error["code"];
        let status = code.as_u64().or_else(|| code.as_str()?.parse().ok()).and_then(|code| u16::try_from(code).ok());
        Self { words, status: status.filter(|status| (400..600).contains(status)) }
    }

    /// Whether it says that there is no money.
    pub(super) fn is_spend(&self) -> bool {
        self.words.iter().any(|word| SPEND.contains(&word.as_str()))
    }

    /// The status it stands for: its own, or the one its type usually comes with.
    pub(super) fn status(&self) -> Option<u16> {
        self.status.or_else(|| self.words.iter().find_map(|word| usual_status(word)))
    }

    /// The most precise of its words.
    pub(super) fn word(&self) -> Option<&str> {
        self.words.last().map(String::as_str)
    }
}

fn usual_status(word: &str) -> Option<u16> {
    Some(match word {
        "invalid_request_error" | "BadRequestError" => 400,
        "authentication_error" | "invalid_api_key" => 401,
        "permission_error" => 403,
        "not_found_error" | "NotFoundError" | "model_not_found" => 404,
        "conflict_error" => 409,
        "request_too_large" => 413,
        "rate_limit_error" | "rate_limit_exceeded" => 429,
        "api_error" | "server_error" | "InternalServerError" => 500,
        "timeout_error" => 504,
        "overloaded_error" => 529,
        _ => return None,
    })
}

/// An identifier, which may be shown: not a sentence that could quote the request.
fn is_word(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_form_is_found() {
        for (body, word, status) in [
            (
                json!({"type": "error", "error": {"type": "overloaded_error", "message": "x"}}),
                Some("overloaded_error"),
                Some(529),
            ),
            (json!({"error": {"type": "invalid_request_error", "code": "bad_key", "param": null}}), Some("bad_key"), Some(400)),
            (json!({"error": {"code": 502, "message": "upstream"}}), None, Some(502)),
            (json!({"error": {"code": "429"}}), Some("429"), Some(429)),
            (
                json!({"object": "error", "type": "BadRequestError", "code": 400, "message": "x"}),
                Some("BadRequestError"),
                Some(400),
            ),
            (json!({"error": "model 'x' not found"}), None, None),
            (json!({"choices": [{"message": {}}, {"error": {"code": 503}}]}), None, Some(503)),
        ] {
            let error = ErrorBody::find(&body).unwrap();
            assert_eq!((error.word(), error.status()), (word, status), "{body}");
        }
        for body in [json!({"choices": [{"message": {}}], "error": null}), json!([]), json!("error"), json!(null)] {
            assert_eq!(ErrorBody::find(&body), None, "{body}");
        }
    }

    #[test]
    fn a_sentence_is_not_a_word() {
        let error = ErrorBody::find(&json!({"error": {"type": "your prompt said: hello", "code": -3}})).unwrap();
        assert_eq!(error, ErrorBody::default());
    }
}
