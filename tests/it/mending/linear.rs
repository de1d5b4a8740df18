//! Time grows with the length alone, and depth costs no stack.

use std::time::Duration;

use repair::mend::{self, Risk, UnmendableKind};

use super::options;

fn time(text: &str, runs: usize) -> Duration {
    let options = options(Risk::Loss);
    let run = |_| {
        let start = crate::support::Worked::now();
        let _ = std::hint::black_box(mend::json(text, &options));
        start.elapsed()
    };
    (0..runs).map(run).min().unwrap()
}

/// A busy machine slows single runs down: what looks steep is measured again, and longer.
fn steep(shapes: &[(&str, &str)]) -> Vec<String> {
    let make = |head: &str, unit: &str, bytes: usize| format!("{head}{}", unit.repeat(bytes / unit.len()));
    let ratio = |head: &str, unit: &str| {
        let mut ratio = f64::MAX;
        for (kb, runs) in [(4, 3), (16, 5), (8, 9), (32, 9), (64, 5)] {
            let (small, large) = (make(head, unit, kb << 10), make(head, unit, kb << 12));
            let short = time(&small, runs).as_secs_f64().max(50e-6);
            ratio = ratio.min(time(&large, runs).as_secs_f64() / short);
            if ratio <= 5.0 {
                break;
            }
        }
        ratio
    };
    let ratios = shapes.iter().map(|(head, unit)| (format!("{head:?} and {unit:?}"), ratio(head, unit)));
    ratios.filter(|(_, ratio)| *ratio > 5.0).map(|(shape, ratio)| format!("{shape}: {ratio:.1}")).collect()
}

#[test]
fn the_named_shapes_are_linear() {
    assert_eq!(
        steep(&[
            ("[", "\"a\"b "),
            ("", "\"a\"b"),
            ("", "\\}"),
            ("[1", "\n"),
            ("[", "\"a,"),
            ("", "`"),
            ("", "/*"),
            ("", "<think>")
        ]),
        [""; 0]
    );
}

#[test]
fn brackets_and_quotes_are_linear() {
    let shapes = [
        ("[", "\"a\"b"),
        ("{\"a\":", "\"a\"b "),
        ("[\"", "\\}"),
        ("{\"a\": \"", "x,"),
        ("[\"", "a, b, "),
        ("", "```\n"),
        ("", "```json\n"),
        ("", "#```"),
        ("", "[ 1</think>)"),
        ("[", "```"),
        ("[", "/*"),
        ("{", "/*"),
        ("", "</think>"),
        ("", "<think></think>"),
        ("", "{"),
        ("", "["),
        ("", "{\"a\":"),
        ("[", "{\"a\":1,"),
        ("[", "]"),
        ("", "]"),
        ("", "}"),
        ("{", "}"),
        ("", "[1],"),
        ("", "[1] "),
        ("", "{\"a\":1}\n"),
        ("", "{x "),
        ("", "{x} "),
        ("[", "'"),
        ("[", "\""),
        ("[", "\"\""),
        ("{", "\""),
        ("{", "a "),
        ("{", "a:"),
    ];
    assert_eq!(steep(&shapes), [""; 0]);
}

#[test]
fn strings_and_escapes_are_linear() {
    let shapes = [
        ("{", "a:b "),
        ("{", "a:b,"),
        ("[", "a "),
        ("[", "a,"),
        ("[", ","),
        ("[", "("),
        ("", "("),
        ("", "f("),
        ("[", "f(\""),
        ("[", "1 "),
        ("[", "- "),
        ("{\"a\":\"x", "\"}"),
        ("{\"a\":\"x\"y", "\"}"),
        ("{\"a\":\"x\"y", ", \"b"),
        ("[\"x\"y", "\", \""),
        ("{\"a\":\"x\"y{", "\"}"),
        ("{\"a\": \"x ", "*/\"y "),
        ("[", "{\"a\":[1}"),
        ("[", "[}"),
        ("{\"a\":", "[}"),
        ("{\"a\":\"", "\",b "),
        ("{\"a\":\"", "\" b: "),
        ("{\"a\":\"", "b:\""),
        ("{\"a\":\"", ",\"b"),
        ("[\"", ",\"b"),
        ("{\"a\":\"x", "\n\""),
        ("[\"", "\\u12"),
        ("[\"", "\\ud800"),
        ("[\"", "\\n\\x"),
        ("{\\\"a\\\":\\\"", "\\\\\\\""),
        ("[", "“"),
    ];
    assert_eq!(steep(&shapes), [""; 0]);
}

#[test]
fn words_and_fences_are_linear() {
    let shapes = [
        ("[", "“a”b "),
        ("['", "’"),
        ("[", "\u{a0}"),
        ("", "\u{feff}"),
        ("[", "...,"),
        ("[", "…"),
        ("{", "...,"),
        ("[", "/a"),
        ("[", "\"a\"+"),
        ("{", "{"),
        ("[", "#"),
        ("", "#\n"),
        ("[", "//\n"),
        ("[", "\"a\" /*x*/ "),
        ("{\"a\":", "'b' c"),
        ("[", "a:b,"),
        ("{\"a\":[1", ",\"b\":[1"),
        ("", "\""),
        ("", "x "),
        ("", "[\"x\" y "),
        ("", "{\"a\" \"b\" "),
        ("{\"a\":\"", "\"   \n"),
        ("[\"a", "\" \" "),
        ("{\"a\":\"\"b", "}}}} "),
        ("{\"a\":\"x\" y", "} \""),
        ("```json\n{\"a\":\"", "\n```\n"),
        ("```json\n{\"a\":\"", "\n```\n```json\n{\"a\":\""),
        ("", "```json\n{\"a\":\"\n```\n"),
        ("[", "[\"a\",\"b\"}"),
    ];
    assert_eq!(steep(&shapes), [""; 0]);
}

#[test]
fn depth_costs_no_stack() {
    let run = || {
        let closed = "[".repeat(100_000) + &"]".repeat(100_000);
        let deep = ["[".repeat(100_000), "{\"a\":".repeat(100_000), "{".repeat(10 << 20), "[{\"a\":".repeat(50_000)];
        let schema = serde_json::json!({"type": "array", "items": {"$ref": "#"}});
        for allow in [Risk::Guess, Risk::Loss] {
            for text in &deep {
                assert!(mend::json(text, &options(allow)).is_err());
            }
            for text in deep.iter().chain([&closed]) {
                assert!(mend::typed(text, &schema, &options(allow)).is_err());
            }
        }
        assert_eq!(mend::json(&closed, &options(Risk::Guess)).unwrap().text, closed, "it is valid");
        assert!(mend::json(&format!("{closed},"), &options(Risk::Loss)).is_err());
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}

#[test]
fn length_is_bounded() {
    let mut options = options(Risk::Loss);
    options.max_bytes = 10;
    assert_eq!(mend::json("[1, 2, 3, 4,]", &options).unwrap_err().kind, UnmendableKind::TooLong);
}

#[test]
fn candidates_are_bounded() {
    let scattered = "{x} and ".repeat(1000) + "{\"a\": 1}";
    assert_eq!(mend::json(&scattered, &options(Risk::Loss)).unwrap_err().kind, UnmendableKind::TooManyCandidates);
}
