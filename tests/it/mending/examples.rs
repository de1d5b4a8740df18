//! The examples `mend` and `mend_cases`, run as a user runs them.

use std::{
    env, fs,
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
};

struct Ran {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

fn example(name: &str, arguments: &[&str], stdin: &str) -> Ran {
    let tests = env::current_exe().unwrap();
    let program = tests.ancestors().nth(2).unwrap().join("examples").join(format!("{name}{}", env::consts::EXE_SUFFIX));
    assert!(program.exists(), "{} is missing: `cargo test` builds it, `cargo test --test it` does not", program.display());
    let pipes = || Stdio::piped();
    let mut child = Command::new(program).args(arguments).stdin(pipes()).stdout(pipes()).stderr(pipes()).spawn().unwrap();
    // it may end before it reads
    let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A file for one test.
fn file(name: &str, text: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("repair-{}-{name}", std::process::id()));
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn mend_writes_the_text_alone_and_a_picture_of_each_edit() {
    let ran = example("mend", &[], "Sure:\n```json\n{'a': 1,\n \"b\": [1, 2,]}\n```\n");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "{\"a\": 1,\n \"b\": [1, 2]}"));
    assert!(ran.stderr.contains("exact: extra comma\n --> stdin:4:12\n"), "{}", ran.stderr);
    assert!(!ran.stderr.contains('\u{1b}'), "no colour where nobody sees it");
}

#[test]
fn mend_leaves_valid_text_alone() {
    let ran = example("mend", &["--strict"], " {\"a\" : 1}\r\n");
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), " {\"a\" : 1}\r\n", ""));
}

#[test]
fn mend_refuses_what_is_riskier_than_allowed() {
    let text = "{\"title\":\"The 24\" Monitor\",\"n\":1}";
    let ran = example("mend", &["--strict"], text);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
    assert!(ran.stderr.starts_with("refused: too_risky: ") && ran.stderr.contains("--> stdin:1:17"), "{}", ran.stderr);
    let ran = example("mend", &[], text);
    assert_eq!(ran.code, Some(0));
    assert!(ran.stderr.contains("guess: inner quote"), "{}", ran.stderr);
    let cut = "{\"a\": 1, \"b\": ";
    assert_eq!(example("mend", &[], cut).code, Some(1));
    let ran = example("mend", &["--allow-loss"], cut);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "{\"a\": 1, \"b\": null}"));
    assert!(ran.stderr.contains("loss: "), "{}", ran.stderr);
}

#[test]
fn mend_coerces_by_a_schema_and_reads_other_formats() {
    let schema = file("schema.json", "{\"type\": \"object\", \"properties\": {\"n\": {\"type\": \"integer\"}}}");
    let ran = example("mend", &["--schema", schema.to_str().unwrap()], "{\"n\": \"7\"}");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "{\"n\": 7}"));
    let yaml = file("part.yaml", "title: Part 1: start\n");
    let ran = example("mend", &[yaml.to_str().unwrap()], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "title: \"Part 1: start\"\n"));
    let ran = example("mend", &["--format", "xml"], "<a>b & c</a>");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "<a>b &amp; c</a>"));
    fs::remove_file(schema).unwrap();
    fs::remove_file(yaml).unwrap();
}

#[test]
fn mend_says_what_is_wrong_with_its_arguments() {
    for arguments in
        [&["--strict", "--allow-loss"][..], &["--format", "ini"], &["--nonsense"], &["no-such-file"], &["a", "b"], &["--schema"]]
    {
        let ran = example("mend", arguments, "{}");
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(ran.stderr.starts_with("error: "), "{}", ran.stderr);
    }
}

#[test]
fn mend_shows_a_part_of_long_lines_and_of_many_edits() {
    let text = format!("[{}]", "1,,".repeat(100_000));
    let ran = example("mend", &[], &text);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.len() < 50_000, "{} bytes", ran.stderr.len());
    assert!(ran.stderr.contains(" more edits"), "{}", &ran.stderr[ran.stderr.len() - 100..]);
}

#[test]
fn mend_cases_counts() {
    let lines = [
        r#"{"id": "r", "kind": "value", "input": "{a: 1}", "expected_text": "{\"a\": 1}"}"#,
        r#"{"id": "w", "kind": "value", "input": "{a: 1}", "expected_text": "{\"a\": 2}"}"#,
        r#"{"id": "x", "kind": "value", "input": "hello", "expected_text": "\"hello\""}"#,
        r#"{"id": "n", "kind": "nothing", "input": "hello"}"#,
        r#"{"id": "e", "kind": "error", "input": "{a: 1}"}"#,
        r#"{"id": "u", "kind": "unspecified", "input": "[1e999]"}"#,
        r#"{"id": "exact", "kind": "value", "input": "12345678901234567890", "expected_text": "12345678901234567891"}"#,
        r#"{"id": "t", "kind": "value", "input": "\"7\"", "expected_text": "7.0", "schema": {"type": "integer"}}"#,
    ];
    let cases = file("cases.jsonl", &lines.join("\n"));
    let name = cases.file_name().unwrap().to_str().unwrap();
    let counted = format!("{name} cases=7 right=3 wrong=3 refused=1 unjudged=1\n");
    let ran = example("mend_cases", &[cases.to_str().unwrap()], "");
    assert_eq!((ran.code, ran.stdout), (Some(0), counted.clone()));
    let ran = example("mend_cases", &["--misses", cases.to_str().unwrap()], "");
    for miss in ["wrong w\n", "refused x\n", "wrong e\n", "wrong exact\n"] {
        assert!(ran.stdout.contains(miss), "{}", ran.stdout);
    }
    assert!(ran.stdout.ends_with(&counted));
    fs::write(&cases, "{\"id\": \"r\"}\n").unwrap();
    let ran = example("mend_cases", &[cases.to_str().unwrap()], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.contains(":1: "), "{}", ran.stderr);
    fs::remove_file(&cases).unwrap();
    assert_eq!(example("mend_cases", &[cases.to_str().unwrap()], "").code, Some(2));
    assert_eq!(example("mend_cases", &[], "").code, Some(2));
}
