//! What a tool says becomes findings.

use super::*;

#[test]
fn a_compilers_error_is_a_finding_and_correct_code_has_none() {
    let named = rustc().arg(CommandCheck::FILE).file("lib.rs");
    for check in [rustc().arg("-"), named] {
        let findings = run(&check, WRONG).unwrap();
        assert_eq!(rules(&findings), ["E0308"], "{findings}");
        let finding = findings.iter().next().unwrap();
        assert_eq!((finding.path.as_str(), finding.received.as_deref()), ("", Some("\"a\"")));
        assert!(finding.expected.as_deref().unwrap().contains("expected `i32`, found `&str`"), "{finding}");
        assert!(finding.hint.as_deref().unwrap().starts_with("line 2, column 5"), "{finding}");
        assert_eq!(run(&check, RIGHT).unwrap(), Findings::new());
    }
}

#[test]
fn code_is_repaired_until_it_compiles() {
    #[derive(Clone)]
    struct Compile {
        code: Raw<String>,
    }

    #[repairable(input = "code", max_attempts = 2)]
    impl Op for Compile {
        type Output = String;
        async fn run(&self, cx: &Context) -> Result<String, OpError> {
            let code = self.code.parse()?;
            let findings = rustc().arg("-").check(&code, cx).await.map_err(OpError::fatal)?;
            Ok(findings.none_or(code)?)
        }
    }
    let model = ScriptedModel::new().answer(serde_json::json!({ "value": RIGHT }).to_string()).answer(RIGHT);
    let runtime = Runtime::builder().model(model.clone()).build();
    let outcome = runtime.run_blocking(Compile { code: Raw::new(WRONG) });
    assert!(model.requests()[0].prompt.contains("expected `i32`, found `&str`"), "{}", model.requests()[0].prompt);
    assert_eq!(outcome.status(), Status::Repaired, "{:?}", outcome.result);
}

#[test]
fn lines_with_places_are_findings() {
    let check = CommandCheck::new("gcc")
        .args(["-Wall", "-fsyntax-only", CommandCheck::FILE])
        .file("main.c")
        .timeout(BOUND)
        .messages(Messages::Lines);
    let code = "int main(void) {\n    int x = 1;\n    return y;\n}\n";
    let findings = run(&check, code).unwrap();
    assert_eq!(rules(&findings), ["error"], "{findings}");
    let finding = findings.iter().next().unwrap();
    assert_eq!(finding.received.as_deref(), Some("return y;"));
    let hint = finding.hint.as_deref().unwrap();
    assert!(hint.starts_with("line 3, column 12; note: each undeclared identifier"), "{finding}");
    assert_eq!(rules(&run(&check.clone().warnings(true), code).unwrap()), ["error", "-Wunused-variable"]);
    assert_eq!(run(&check, "int main(void) { return 0; }").unwrap(), Findings::new());
}

#[test]
fn a_sarif_log_is_read_and_something_else_is_an_error() {
    let log = r#"{"version": "2.1.0", "runs": [{"results": [{"ruleId": "L1", "level": "error", "message": {"text": "no"}}]}]}"#;
    let check = CommandCheck::new("cat").messages(Messages::Sarif);
    assert_eq!(rules(&run(&check, log).unwrap()), ["L1"]);
    assert_eq!(run(&check, "").unwrap(), Findings::new());
    let error = run(&check, "usage: cat").unwrap_err();
    assert_eq!(error.code(), "unreadable");
    assert!(error.to_string().starts_with("what \"cat\" wrote can't be read as a SARIF log"), "{error}");
}

#[test]
fn a_check_is_named_after_its_tool() {
    let name = |check: &CommandCheck| Check::<str>::name(check).into_owned();
    assert_eq!((name(&CommandCheck::new("/usr/bin/gcc")), name(&rustc())), ("gcc".into(), "rustc".into()));
    assert!(!Check::<str>::stops(&rustc()) && Check::<String>::stops(&rustc().stop()));
}
