//! The providers' own schemas, from `tests/contracts`.

use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;

/// One schema, with the keys its top level knows.
pub(crate) struct Contract {
    name: &'static str,
    validator: Validator,
    properties: Vec<String>,
}

macro_rules! contracts {
    ($($name:ident = $file:literal;)*) => {$(
        pub(crate) static $name: LazyLock<Contract> =
            LazyLock::new(|| Contract::new($file, include_str!(concat!("../../contracts/", $file, ".schema.json"))));
    )*};
}

contracts! {
    ANTHROPIC_REQUEST = "anthropic-messages-request";
    ANTHROPIC_MESSAGE = "anthropic-message";
    ANTHROPIC_ERROR = "anthropic-error";
    OPENAI_REQUEST = "openai-chat-request";
    OPENAI_COMPLETION = "openai-chat-completion";
}

impl Contract {
    fn new(name: &'static str, text: &str) -> Self {
        let schema: Value = serde_json::from_str(text).unwrap();
        let properties = schema["properties"].as_object().unwrap().keys().cloned().collect();
        Self { name, validator: jsonschema::validator_for(&schema).unwrap(), properties }
    }

    /// Asserts that a body keeps the contract, and has no key the contract does not know.
    pub(crate) fn check(&self, body: &Value) {
        let errors: Vec<String> =
            self.validator.iter_errors(body).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{}: {errors:#?}\n{body:#}", self.name);
        for key in body.as_object().unwrap().keys() {
            assert!(self.properties.contains(key), "{} knows no `{key}`", self.name);
        }
    }
}
