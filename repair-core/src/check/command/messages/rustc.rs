//! The messages of rustc and cargo: JSON, one a line.

use serde::Deserialize;
use serde_json::Value;

use super::said::{Level, Said, Sayings};

#[derive(Deserialize)]
struct Diagnostic {
    message: String,
    code: Option<Code>,
    level: String,
    #[serde(default)]
    spans: Vec<Span>,
    #[serde(default)]
    children: Vec<Diagnostic>,
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    line_start: usize,
    column_start: usize,
    is_primary: bool,
    #[serde(default)]
    text: Vec<Line>,
    label: Option<String>,
    suggested_replacement: Option<String>,
    expansion: Option<Expansion>,
}

#[derive(Deserialize)]
struct Expansion {
    span: Box<Span>,
}

#[derive(Deserialize)]
struct Line {
    text: String,
}

/// Reads the lines that are messages. Others stand among them: build scripts and a crashing compiler write what they like.
pub(super) fn read(text: &str, sayings: &mut Sayings<'_>) {
    for line in text.lines() {
        if sayings.is_full() {
            return;
        }
        if let Some(diagnostic) = diagnostic(line) {
            push(&diagnostic, sayings);
        }
    }
}

fn diagnostic(line: &str) -> Option<Diagnostic> {
    if !line.starts_with('{') {
        return None;
    }
    let mut value: Value = serde_json::from_str(line).ok()?;
    // Cargo wraps what rustc says.
    let value = match value.get("reason").and_then(Value::as_str) {
        Some("compiler-message") => value.get_mut("message")?.take(),
        Some(_) => return None,
        None => value,
    };
    serde_json::from_value(value).ok()
}

fn push(diagnostic: &Diagnostic, sayings: &mut Sayings<'_>) {
    let level = match diagnostic.level.as_str() {
        "warning" => Level::Warning,
        level if level.starts_with("error") => Level::Error,
        _ => return,
    };
    let span = diagnostic.spans.iter().find(|span| span.is_primary);
    // How many there were is no error of its own.
    if span.is_none() && (diagnostic.message.starts_with("aborting due to ") || diagnostic.message.ends_with(" emitted")) {
        return;
    }
    let label = span.and_then(|span| span.label.as_deref()).filter(|label| !diagnostic.message.contains(label));
    let message = match label {
        Some(label) => format!("{}: {label}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let span = span.map(written);
    sayings.push(&Said {
        level,
        rule: diagnostic.code.as_ref().map(|code| code.code.as_str()),
        message: message.into(),
        file: span.map(|span| span.file_name.as_str()),
        line: span.map(|span| span.line_start),
        column: span.map(|span| span.column_start),
        source: span.and_then(|span| span.text.first()).map(|line| line.text.as_str()),
        advice: diagnostic.children.iter().map(advice).collect(),
    });
}

/// The place in somebody's own file, for one inside a macro of another crate.
fn written(mut span: &Span) -> &Span {
    while let Some(expansion) = span.expansion.as_ref().filter(|_| span.file_name.starts_with(['/', '<']) || span.text.is_empty())
    {
        span = &expansion.span;
    }
    span
}

/// `help: there is a method with a similar name: write `len` in line 3`.
fn advice(child: &Diagnostic) -> String {
    let mut advice = format!("{}: {}", child.level, child.message);
    for span in &child.spans {
        match span.suggested_replacement.as_deref().map(str::trim_end) {
            None => {}
            Some("") => advice.push_str(&format!(", remove it in line {}", span.line_start)),
            Some(replacement) => advice.push_str(&format!(", `{replacement}` in line {}", span.line_start)),
        }
    }
    advice
}

#[cfg(test)]
mod tests {
    use super::super::{MAX_FINDINGS, Messages, TEXT_KEPT, read};

    const CODE: &str = "fn main() {\n    let x: i32 = \"a\";\n    let _y = x.lenn();\n}\n";
    const MISMATCHED: &str = r#"{"$message_type":"diagnostic","message":"mismatched types","code":{"code":"E0308","explanation":"…"},"level":"error","spans":[{"file_name":"main.rs","byte_start":29,"byte_end":32,"line_start":2,"line_end":2,"column_start":18,"column_end":21,"is_primary":true,"text":[{"text":"    let x: i32 = \"a\";","highlight_start":18,"highlight_end":21}],"label":"expected `i32`, found `&str`","suggested_replacement":null,"suggestion_applicability":null,"expansion":null}],"children":[{"message":"a method has a similar name","code":null,"level":"help","spans":[{"file_name":"main.rs","line_start":2,"column_start":16,"is_primary":true,"text":[],"label":null,"suggested_replacement":"len","expansion":null}],"children":[],"rendered":null}],"rendered":"…"}"#;
    const ABORTING: &str =
        r#"{"message":"aborting due to 1 previous error","code":null,"level":"error","spans":[],"children":[]}"#;
    const UNUSED: &str =
        r#"{"message":"unused variable: `x`","code":{"code":"unused_variables"},"level":"warning","spans":[],"children":[]}"#;

    #[test]
    fn an_error_has_rule_line_place_and_advice() {
        let findings = read(Messages::Rustc, &format!("{MISMATCHED}\n{ABORTING}\n{UNUSED}\n"), CODE, false);
        let expected = "1. (whole input): expected no error: mismatched types: expected `i32`, found `&str`, received \"let x: i32 = \
                        \\\"a\\\";\"; main.rs, line 2, column 18; help: a method has a similar name, `len` in line 2";
        assert_eq!(findings.to_string(), expected);
        assert!(findings.iter().all(|finding| finding.rule == "E0308" && finding.path.is_empty()));
    }

    #[test]
    fn what_cargo_wraps_is_the_same() {
        let wrapped = format!(r#"{{"reason":"compiler-message","package_id":"a","message":{MISMATCHED}}}"#);
        let others = r#"{"reason":"build-finished","success":false,"message":{"message":"x","level":"error"}}"#;
        let findings = read(Messages::Rustc, &format!("   Compiling\n{wrapped}\n{wrapped}\n{others}"), CODE, false);
        assert_eq!(findings, read(Messages::Rustc, MISMATCHED, CODE, false), "once each");
    }

    #[test]
    fn warnings_are_findings_on_request() {
        assert!(read(Messages::Rustc, UNUSED, CODE, false).is_empty());
        let findings = read(Messages::Rustc, UNUSED, CODE, true);
        assert_eq!(findings.to_string(), "1. (whole input): expected no warning: unused variable: `x`");
    }

    #[test]
    fn a_fault_inside_a_macro_is_shown_where_the_macro_is_used() {
        let inner = r#""line_start":1,"column_start":1,"is_primary":true,"label":null,"suggested_replacement":null"#;
        let used = format!(r#"{{"file_name":"main.rs","text":[{{"text":"print!(x);"}}],"expansion":null,{inner}}}"#);
        let span = format!(r#"{{"file_name":"/rustc/1/macros.rs","text":[],"expansion":{{"span":{used}}},{inner}}}"#);
        let line = format!(r#"{{"message":"m","code":null,"level":"error","spans":[{span}],"children":[]}}"#);
        let findings = read(Messages::Rustc, &line, "", false);
        assert!(findings.to_string().contains("received \"print!(x);\"; main.rs, line 1"), "{findings}");
    }

    #[test]
    fn hostile_output_is_bounded() {
        let deep = format!(r#"{{"message":"m","level":"error","code":null,"children":{}"#, "[".repeat(100_000));
        let long = format!(
            r#"{{"message":"{}","code":{{"code":"{}"}},"level":"error"}}"#,
            "m\\u202e".repeat(50_000),
            "E".repeat(50_000)
        );
        let wrong = r#"{"message":1,"level":"error"}
            {"message":"m","level":"error","spans":[{"line_start":-1}]}
            {"level":"error","message":"cut"#;
        let findings = read(Messages::Rustc, &format!("{deep}\n{wrong}\n{long}\n\0\n{{}}\n[]\n"), CODE, false);
        assert_eq!(findings.len(), 1, "{findings}");
        assert!(findings.iter().all(|finding| finding.rule.len() < 100));
        let text = findings.to_string();
        assert!(text.chars().count() < 8 * TEXT_KEPT && !text.contains('\u{202e}'), "{}", text.len());

        let many: String = (0..500).map(|n| format!("{{\"message\":\"m{n}\",\"code\":null,\"level\":\"error\"}}\n")).collect();
        assert_eq!(read(Messages::Rustc, &many, CODE, false).len(), MAX_FINDINGS);
    }
}
