use std::error::Error;

use repair::model::{AnthropicModel, ModelError, OpenAiModel};

use super::KEY;

fn anthropic_at(url: &str) -> Result<AnthropicModel, ModelError> {
    AnthropicModel::builder().api_key(KEY).base_url(url).build()
}

fn code<T>(result: Result<T, ModelError>) -> &'static str {
    result.map_or_else(|error| error.code(), |_| "ok")
}

#[test]
fn a_missing_key_is_named_with_what_is_legal() {
    let error = AnthropicModel::builder().build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "no credential for `anthropic`: give one with `api_key` or `auth_token`, or set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN"
    );
    let error = OpenAiModel::builder().model("m").build().unwrap_err();
    assert_eq!(error.to_string(), "no credential for `openai`: give one with `api_key`, or set OPENAI_API_KEY");
}

#[test]
fn keys_that_cannot_be_sent() {
    for key in ["", "  ", "two words", "line\nbreak", "schlüssel", "nul\0"] {
        assert_eq!(code(AnthropicModel::builder().api_key(key).build()), "invalid_key", "{key:?}");
        assert_eq!(code(OpenAiModel::builder().api_key(key).build()), "invalid_key", "{key:?}");
    }
    assert_eq!(code(AnthropicModel::builder().api_key(KEY).version("1\n2").build()), "invalid_version");
}

#[test]
fn https_unless_it_stays_on_this_machine() {
    for url in ["https://api.example.com", "http://localhost:1", "http://127.0.0.1:1/v1", "http://127.9.9.9", "http://[::1]:1"] {
        assert_eq!(code(anthropic_at(url)), "ok", "{url}");
    }
    for url in ["http://api.example.com", "http://10.0.0.1", "http://localhost.example.com", "http://0.0.0.0:1"] {
        assert_eq!(code(anthropic_at(url)), "insecure_base_url", "{url}");
        let allowed = AnthropicModel::builder().api_key(KEY).base_url(url).allow_http().build();
        assert_eq!(code(allowed), "ok", "{url}");
        assert_eq!(code(OpenAiModel::builder().base_url(url).build()), "insecure_base_url", "{url}");
        assert_eq!(code(OpenAiModel::builder().base_url(url).allow_http().build()), "ok", "{url}");
    }
}

#[test]
fn base_urls_that_are_none() {
    for url in [
        "",
        "api.example.com",
        "ftp://example.com",
        "https://",
        "https://user:hunter2@example.com",
        "https://example.com?key=hunter2",
        "https://example.com#hunter2",
        "data:text/plain,hunter2",
    ] {
        let error = anthropic_at(url).unwrap_err();
        assert_eq!(error.code(), "invalid_base_url", "{url}");
        assert!(!error.to_string().contains("hunter2") && error.source().is_none(), "{error}");
    }
}

#[test]
fn no_key_is_ever_shown() {
    let anthropic = AnthropicModel::builder().api_key(KEY);
    let bearer = AnthropicModel::builder().auth_token(KEY);
    let openai = OpenAiModel::builder().api_key(KEY);
    let shown = [
        format!("{anthropic:?} {bearer:?} {openai:?}"),
        format!("{:#?}", anthropic.build().unwrap()),
        format!("{:#?}", bearer.build().unwrap()),
        format!("{:#?}", openai.build().unwrap()),
        format!("{:?}", AnthropicModel::builder().api_key("not a key").build().unwrap_err()),
    ];
    for shown in shown {
        assert!(!shown.contains(KEY) && !shown.contains("not a key"), "{shown}");
    }
}
