//! Lines with a place in them, as compilers and linters have written them since Unix began.

mod place;
mod words;

use std::borrow::Cow;

use self::{
    place::place,
    words::{leading_code, level, trailing_rule},
};
use super::said::{Level, Said, Sayings};
use crate::escape;

/// How many characters of a line are looked at.
const LINE_READ: usize = 4096;

/// Reads the lines that name a place. A note belongs to what was said before it.
pub(super) fn read(text: &str, sayings: &mut Sayings<'_>) {
    let mut last_kept = false;
    for line in text.lines() {
        if sayings.is_full() {
            return;
        }
        let Some(said) = said(escape::clip(line.trim(), LINE_READ)) else { continue };
        if said.level == Level::Note {
            if last_kept {
                sayings.advise(&format!("note: {}", said.message));
            }
            continue;
        }
        last_kept = sayings.wants(said.level);
        sayings.push(&said);
    }
}

/// What a line says, if it names a place.
fn said(line: &str) -> Option<Said<'_>> {
    let (place, message) = place(line)?;
    let (level, code, message) = level(message);
    let (message, rule) = trailing_rule(message);
    // `[Error/no-undef]` has both.
    let (level, rule) = match rule.and_then(|rule| rule.split_once('/')) {
        Some(("Error", rule)) => (Level::Error, Some(rule)),
        Some(("Warning", rule)) => (Level::Warning, Some(rule)),
        _ => (level, rule),
    };
    let (code, message) = match code {
        Some(_) => (code, message),
        None => leading_code(message),
    };
    Some(Said {
        level,
        rule: rule.or(code),
        message: Cow::Borrowed(message),
        file: Some(place.file),
        line: Some(place.line),
        column: place.column,
        ..Said::default()
    })
}

#[cfg(test)]
mod tests {
    use super::super::{MAX_FINDINGS, Messages, TEXT_KEPT, read};

    /// Rule, expectation and hint of each finding.
    fn said(text: &str, candidate: &str, warnings: bool) -> Vec<(String, String, String)> {
        let findings = read(Messages::Lines, text, candidate, warnings).into_iter();
        findings
            .map(|finding| (finding.rule.into_owned(), finding.expected.unwrap_or_default(), finding.hint.unwrap_or_default()))
            .collect()
    }

    #[test]
    fn each_tools_lines_are_read() {
        for (line, rule, expected, hint) in [
            (
                "<stdin>:1:38: error: 'y' undeclared (first use in this function)",
                "error",
                "'y' undeclared (first use in this function)",
                "line 1, column 38",
            ),
            (
                "a.c:3:5: fatal error: x.h: No such file or directory",
                "error",
                "x.h: No such file or directory",
                "a.c, line 3, column 5",
            ),
            (
                "a.c:3:5: error: unused variable 'x' [-Werror=unused-variable]",
                "-Werror=unused-variable",
                "unused variable 'x'",
                "a.c, line 3, column 5",
            ),
            ("/p/a.js:2:7: 'x' is not defined. [Error/no-undef]", "no-undef", "'x' is not defined.", "/p/a.js, line 2, column 7"),
            ("a.py:3: error: Incompatible types [assignment]", "assignment", "Incompatible types", "a.py, line 3"),
            (
                "a.py:1:80: E501 line too long (81 > 79 characters)",
                "E501",
                "line too long (81 > 79 characters)",
                "a.py, line 1, column 80",
            ),
            ("/a.py:3:5 - error: \"x\" is not defined", "error", "\"x\" is not defined", "/a.py, line 3, column 5"),
            (
                "a.ts(3,5): error TS2322: Type 'a' is not assignable to 'b'.",
                "TS2322",
                "Type 'a' is not assignable to 'b'.",
                "a.ts, line 3, column 5",
            ),
            ("main.rs:2:18: error[E0308]: mismatched types", "E0308", "mismatched types", "main.rs, line 2, column 18"),
            (
                "nginx: [emerg] unknown directive \"foo\" in /etc/nginx.conf:12",
                "error",
                "unknown directive \"foo\"",
                "/etc/nginx.conf, line 12",
            ),
            (
                "Error: adapting config: Caddyfile:2: unrecognized directive: foo",
                "error",
                "unrecognized directive: foo",
                "Caddyfile, line 2",
            ),
            ("C:\\a b.c:3:4: error: no", "error", "no", "C:\\a b.c, line 3, column 4"),
            ("x.sql:7: error handling is missing", "error", "error handling is missing", "x.sql, line 7"),
        ] {
            assert_eq!(said(line, "", false), [(rule.into(), format!("no error: {expected}"), hint.into())], "{line}");
        }
    }

    #[test]
    fn other_lines_say_nothing() {
        for line in [
            "",
            ":",
            "a.c: In function 'main':",
            "12:30:45: starting",
            "see http://host:80: it listens",
            "1 error generated.",
            "In file included from /usr/include/a.h:1,",
            "                 from main.c:2:",
            "at 10:5",
            "nginx: the configuration file test failed",
            "a:99999999999999999999: too far",
            "thread 'main' panicked at src/main.rs:2:5:",
            ": 5: x",
        ] {
            assert_eq!(said(line, "", true), [], "{line}");
        }
    }

    #[test]
    fn notes_belong_to_what_they_follow() {
        let text = "-:1:1: warning: w [-Ww]\n-:1:1: note: of the warning\n-:2:3: error: e\n  |\n-:1:1: note: declared here\n";
        let findings = said(text, "", false);
        assert_eq!(findings, [("error".into(), "no error: e".into(), "line 2, column 3; note: declared here".into())]);
        assert_eq!(said(text, "", true).first().map(|said| said.0.as_str()), Some("-Ww"));
    }

    #[test]
    fn the_candidates_line_is_what_was_received() {
        let received = |file: &str, line: u32| {
            let findings = read(Messages::Lines, &format!("{file}:{line}: no"), "one\n  two\u{202e}\n", false);
            findings.into_iter().find_map(|finding| finding.received)
        };
        assert_eq!(received("<stdin>", 2).as_deref(), Some("two\u{202e}"));
        assert_eq!((received("<stdin>", 0), received("<stdin>", 9), received("other.c", 2)), (None, None, None));
    }

    #[test]
    fn hostile_lines_are_bounded() {
        let text = format!("{}\n{}\n{}\n", "a:1: \u{1b}".repeat(100_000), "x://:1".repeat(100_000), ":".repeat(300_000));
        let findings = read(Messages::Lines, &text, "", false);
        assert!(findings.len() <= 2 && findings.to_string().chars().count() < 16 * TEXT_KEPT, "{findings}");
        assert!(!findings.to_string().contains('\u{1b}'));
        let many: String = (0..10_000).map(|n| format!("a:{n}: no\n")).collect();
        assert_eq!(read(Messages::Lines, &many, "", false).len(), MAX_FINDINGS);
        let notes = format!("a:1: no\n{}", "a:1: note: n\n".repeat(10_000));
        assert!(read(Messages::Lines, &notes, "", false).to_string().len() < 2 * TEXT_KEPT);
    }
}
