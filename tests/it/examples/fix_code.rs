//! Code, checked by a compiler and by its tests.

use super::{provider::openai, read, tidy_example};

#[test]
fn what_the_compiler_and_then_the_tests_say_is_corrected() {
    let ran = tidy_example("fix_code", &[], &[]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{}", ran.stdout);
    let parts = [
        "  draft:\n    1. (whole input): expected no error: mismatched types",
        "line 5, column 5",
        "  attempt 1:\n    1. (whole input): expected code that passes `tests::of_an_even_count_halfway_between_the_middle_two`; \
         assertion `left == right` failed, left: Some(8.0), right: Some(6.0)\n",
        "  attempt 2:\n    accepted\n",
        "It compiles and passes its tests:\n",
    ];
    for part in parts {
        assert!(ran.stdout.contains(part), "{part:?} is not in {}", ran.stdout);
    }
    assert!(ran.stdout.ends_with(&read("fix_code/answer-2.rs")), "{}", ran.stdout);
    assert_eq!(tidy_example("fix_code", &[], &[]).stdout, ran.stdout, "another run says something else");
}

#[test]
fn a_live_model_is_asked_where_one_is_named() {
    let provider = openai(&format!("```rust\n{}```", read("fix_code/answer-2.rs")));
    let url = format!("http://{}/v1", provider.address);
    let ran = tidy_example("fix_code", &["--model", "openai/tiny"], &[("OPENAI_BASE_URL", &url)]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{}", ran.stdout);
    assert_eq!(provider.requests().len(), 1);
    assert!(provider.requests()[0].contains("fn of_none_none()"), "the tests are not in the prompt");
}

#[test]
fn a_model_that_is_of_no_help_ends_in_an_error() {
    let provider = openai("pub fn median(_: &[i64]) -> Option<f64> { None }");
    let url = format!("http://{}/v1", provider.address);
    let ran = tidy_example("fix_code", &["--model", "openai/tiny"], &[("OPENAI_BASE_URL", &url)]);
    assert_eq!(ran.code, Some(1), "{}", ran.stdout);
    assert!(ran.stdout.contains("left: None, right: Some(5.0)"), "{}", ran.stdout);
    assert!(ran.stderr.starts_with("error: "), "{}", ran.stderr);
}

#[test]
fn a_wrong_command_line_is_an_error() {
    for (arguments, part) in [
        (&["--models", "x"][..], "usage: [--model PROVIDER/MODEL]"),
        (&["--model"], "usage: [--model PROVIDER/MODEL]"),
        (&["--model", "gemini/flash"], "no provider known here: anthropic, openai"),
    ] {
        for name in ["generate_sql", "fix_code", "fix_config"] {
            let ran = tidy_example(name, arguments, &[]);
            assert_eq!(ran.code, Some(1), "{name} {arguments:?}: {}", ran.stdout);
            assert!(ran.stderr.starts_with("error: ") && ran.stderr.contains(part), "{name} {arguments:?}: {}", ran.stderr);
        }
    }
}
