//! Lines with a place in them, as compilers and linters have written them since Unix began.

use std::borrow::Cow;

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
    let (place, message) = colons(line).or_else(|| parenthesis(line)).or_else(|| at_the_end(line))?;
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

struct Place<'a> {
    file: &'a str,
    line: usize,
    column: Option<usize>,
}

/// `file:12:5: message`, `file:12: message`, `file:12:5 - message`.
fn colons(line: &str) -> Option<(Place<'_>, &str)> {
    line.match_indices(':').find_map(|(at, _)| {
        let file = file(&line[..at])?;
        let (number, rest) = digits(&line[at + 1..])?;
        let column = rest.strip_prefix(':').and_then(digits);
        let (column, rest) = column.map_or((None, rest), |(column, rest)| (Some(column), rest));
        let message = rest.strip_prefix(':').or_else(|| rest.strip_prefix(" - "))?.trim();
        (!message.is_empty()).then_some((Place { file, line: number, column }, message))
    })
}

/// `file(12,5): message`.
fn parenthesis(line: &str) -> Option<(Place<'_>, &str)> {
    let (head, message) = line.split_once("): ")?;
    let (before, numbers) = head.rsplit_once('(')?;
    let (number, rest) = digits(numbers)?;
    let column = match rest {
        "" => None,
        rest => Some(digits(rest.strip_prefix(',')?)?.0),
    };
    Some((Place { file: file(before)?, line: number, column }, message.trim()))
}

/// `nginx: [emerg] message in /etc/nginx.conf:12`.
fn at_the_end(line: &str) -> Option<(Place<'_>, &str)> {
    let (message, place) = line.rsplit_once(" in ")?;
    let (before, number) = place.rsplit_once(':')?;
    let (number, rest) = digits(number)?;
    let bracketed = message.find('[').and_then(|at| message.get(at..)).unwrap_or(message);
    rest.is_empty().then_some((Place { file: file(before)?, line: number, column: None }, bracketed))
}

/// The file a place begins with, after what may stand before it: `Error: reading config: Caddyfile`.
fn file(before: &str) -> Option<&str> {
    let file = before.rsplit(": ").next().unwrap_or(before).trim();
    // A time of day, a URL's port, a sentence.
    let is_file =
        !file.is_empty() && file.len() <= 512 && !file.contains("://") && !file.bytes().all(|b| b.is_ascii_digit() || b == b':');
    is_file.then_some(file)
}

fn digits(text: &str) -> Option<(usize, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number = text.get(..end).filter(|digits| digits.len() <= 9)?.parse().ok()?;
    Some((number, text.get(end..)?))
}

/// The words tools begin with; without one it is an error.
const LEVELS: [(&str, Level); 17] = [
    ("fatal error", Level::Error),
    ("fatal", Level::Error),
    ("error", Level::Error),
    ("warning", Level::Warning),
    ("note", Level::Note),
    ("information", Level::Note),
    ("info", Level::Note),
    ("hint", Level::Note),
    ("help", Level::Note),
    ("remark", Level::Note),
    ("[emerg]", Level::Error),
    ("[alert]", Level::Error),
    ("[crit]", Level::Error),
    ("[error]", Level::Error),
    ("[warn]", Level::Warning),
    ("[notice]", Level::Note),
    ("[info]", Level::Note),
];

/// Level and code at the beginning: `error: message`, `error TS2322: message`, `error[E0308]: message`, `[emerg] message`.
fn level(message: &str) -> (Level, Option<&str>, &str) {
    for (word, level) in LEVELS {
        let Some(rest) = message.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word)).and(message.get(word.len()..))
        else {
            continue;
        };
        if word.starts_with('[') {
            return (level, None, rest.trim_start());
        }
        let Some((code, rest)) = rest.split_once(':') else { continue };
        let code = code.trim().trim_start_matches('[').trim_end_matches(']');
        if code.is_empty() {
            return (level, None, rest.trim_start());
        }
        if is_rule(code) {
            return (level, Some(code), rest.trim_start());
        }
    }
    (Level::Error, None, message)
}

/// A code at the beginning: `E501 line too long`, `C0114: Missing docstring`.
fn leading_code(message: &str) -> (Option<&str>, &str) {
    let Some((word, rest)) = message.split_once(' ') else { return (None, message) };
    let word = word.trim_end_matches(':');
    let letters = word.bytes().take_while(u8::is_ascii_uppercase).count();
    let digits = word.bytes().skip(letters).take_while(u8::is_ascii_digit).count();
    let is_code = (1..=4).contains(&letters) && (2..=6).contains(&digits) && letters + digits == word.len();
    if is_code { (Some(word), rest.trim_start()) } else { (None, message) }
}

/// A rule in brackets at the end: `message [-Wunused]`, `message [arg-type]`.
fn trailing_rule(message: &str) -> (&str, Option<&str>) {
    let split = message.strip_suffix(']').and_then(|inner| inner.rsplit_once('['));
    match split {
        Some((message, rule)) if is_rule(rule) && message.ends_with(' ') => (message.trim_end(), Some(rule)),
        _ => (message, None),
    }
}

fn is_rule(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_/=.:@#+".contains(&b))
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
