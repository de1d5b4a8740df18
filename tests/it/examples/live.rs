//! Which model `with_repair` asks, and what it may cost.

use serde_json::Value;

use super::{
    at, data, example,
    provider::{Provider, anthropic, openai},
    read_json,
};

#[test]
fn the_environment_names_the_model_and_the_command_line_overrules_it() {
    let answer = read_json("dirty-format.answers.json")[0].as_str().unwrap().to_owned();
    let (openai, anthropic) = (openai(&answer), anthropic(&answer));
    let (openai_url, anthropic_url) = (format!("http://{}/v1", openai.address), format!("http://{}", anthropic.address));
    let input = at(&data("dirty-format.json"));
    let local = [("OPENAI_BASE_URL", openai_url.as_str()), ("OPENAI_MODEL", "tiny")];
    let both = [local[0], local[1], ("ANTHROPIC_API_KEY", "k"), ("ANTHROPIC_BASE_URL", anthropic_url.as_str())];
    for (environment, arguments, asked) in [
        (&local[..], &["--input", &input][..], "openai/tiny"),
        (&both, &["--input", &input], "anthropic/claude-sonnet-4-6"),
        (&both, &["--input", &input, "--model", "openai/other"], "openai/other"),
        (&both, &["--input", &input, "--model", "claude/claude-haiku-4-5"], "anthropic/claude-haiku-4-5"),
    ] {
        let ran = example("with_repair", arguments, environment);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        assert_eq!(serde_json::from_str::<Value>(&ran.stdout).unwrap(), read_json("dirty-format.expected.json")["ticket"]);
        assert!(ran.stderr.contains(&format!("asked     {asked} ")), "{}", ran.stderr);
        assert!(ran.stderr.contains("300 tokens read and 60 written"), "{}", ran.stderr);
    }
    let asked =
        |provider: &Provider, model: &str| provider.requests().iter().any(|request| request.contains(&format!("\"{model}\"")));
    assert!(asked(&openai, "tiny") && asked(&openai, "other"));
    assert!(asked(&anthropic, "claude-sonnet-4-6") && asked(&anthropic, "claude-haiku-4-5"));
    let unnamed = example("with_repair", &["--input", &input], &local[..1]);
    assert_eq!(unnamed.code, Some(1));
    assert!(unnamed.stderr.contains("OPENAI_MODEL"), "{}", unnamed.stderr);
}

#[test]
fn a_live_model_that_is_always_wrong_keeps_within_the_caps() {
    let provider = openai("I'm not sure what you mean.");
    let url = format!("http://{}/v1", provider.address);
    let ran = example("with_repair", &[], &[("OPENAI_BASE_URL", &url), ("OPENAI_MODEL", "tiny")]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(ran.stdout.lines().count(), 2, "only what is clean, or mended without a model, is a ticket");
    assert!(!ran.stderr.contains("scripted"), "{}", ran.stderr);
    assert_eq!(ran.stderr.lines().filter(|line| line.starts_with("code: ")).count(), 3);
    assert!(provider.requests().len() <= 2 * 3 + 2);
}
