//! The examples about steps, run as a user runs them.

use std::{env, process::Command};

fn run(name: &str, args: &[&str]) -> (Option<i32>, String) {
    let tests = env::current_exe().unwrap();
    let program = tests.ancestors().nth(2).unwrap().join("examples").join(format!("{name}{}", env::consts::EXE_SUFFIX));
    assert!(program.exists(), "{} is missing: `cargo test` builds it, `cargo test --test it` does not", program.display());
    let output = Command::new(program).args(args).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn custom_planner_ends_as_expected() {
    let (code, stdout) = run("custom_planner", &[]);
    assert_eq!(code, Some(0), "{stdout}");
    assert!(stdout.contains("-> 0 6 * 1 1-5 "), "{stdout}");
    assert_eq!(run("custom_planner", &["*/15 8-18 * * 1-7"]).0, Some(0));
    assert_eq!(run("custom_planner", &["whenever"]).0, Some(1));
}

#[test]
fn history_ends_as_expected() {
    let (code, stdout) = run("history", &[]);
    assert_eq!(code, Some(0), "{stdout}");
    assert!(stdout.starts_with("listed: "), "{stdout}");
    assert_ne!(run("history", &["--model", "opus"]).0, Some(0));
}
