//! What holds for every text that should be JSON.

use proptest::prelude::*;
use repair::mend::{self, Risk};
use serde::de::IgnoredAny;

fn check(text: &str) {
    for allow in [Risk::Exact, Risk::Guess, Risk::Loss] {
        check_at(text, allow);
    }
}

fn check_at(text: &str, allow: Risk) {
    let options = super::options(allow);
    let valid = serde_json::from_str::<IgnoredAny>(text).is_ok();
    match mend::json(text, &options) {
        Ok(mended) => {
            assert!(serde_json::from_str::<IgnoredAny>(&mended.text).is_ok(), "{text:?} -> {}", mended.text);
            assert_eq!(mended.replay(text), mended.text);
            assert!(mended.edits.iter().all(|edit| edit.risk <= allow));
            assert!(mended.edits.windows(2).all(|w| w[0].span.end <= w[1].span.start), "{text:?} {:?}", mended.edits);
            let again = mend::json(&mended.text, &options).unwrap();
            assert!(again.edits.is_empty());
            assert_eq!(again.text, mended.text);
            if valid {
                assert_eq!(mended.text, text);
                assert!(mended.edits.is_empty());
            }
        }
        Err(error) => {
            assert!(!valid, "{text:?} refused: {error}");
            assert!(!error.message.contains("can't be made JSON"), "{text:?}");
        }
    }
}

fn value() -> impl Strategy<Value = serde_json::Value> {
    let text = prop::sample::select(vec![
        "a",
        "x, y",
        "it's",
        "say \"hi\"",
        "{x}",
        "[1]",
        "a: b",
        "",
        "```",
        "// c",
        "\\",
        "\n",
        "é😀",
        "24\" tv",
        "# n",
        "<think>",
        "a}",
        "null",
        "\u{c}x",
    ]);
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f32>().prop_map(|f| serde_json::json!(f)),
        text.clone().prop_map(Into::into),
        ".{0,12}".prop_map(Into::into),
    ];
    leaf.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
            prop::collection::hash_map(prop_oneof![text.clone().prop_map(str::to_owned), "[a-z]{1,5}"], inner, 0..5)
                .prop_map(|m| serde_json::Value::Object(m.into_iter().collect())),
        ]
    })
}

const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "'",
    "a",
    "1",
    " ",
    "\n",
    "\\",
    "\\\"",
    "\\u",
    "d83d",
    "`",
    "```",
    "```json\n",
    "//",
    "/*",
    "*/",
    "#",
    "+",
    "-",
    ".",
    "...",
    "…",
    "e",
    "=",
    "=>",
    ";",
    "(",
    ")",
    "true",
    "None",
    "nul",
    "“",
    "”",
    "´",
    "‘",
    "<think>",
    "</think>",
    "key",
    "\"k\":",
    "é",
    "\u{feff}",
    "\u{a0}",
    "\0",
    "ObjectId(",
    "\t",
    "u'",
    "new Date(",
];
const CUTS: &[&str] = &["", "\"", ",", "}", "]", "{", "[", ":", "\\", "'", "a", " ", "\n", "/*", "```", "“"];

/// Where something is cut out of a text, how much of it, and what is put there.
fn cut() -> impl Strategy<Value = (prop::sample::Index, usize, &'static str)> {
    (any::<prop::sample::Index>(), 0..4_usize, prop::sample::select(CUTS))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: super::cases(500), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in "\\PC{0,60}") {
        check(&text);
    }

    #[test]
    fn json_like(parts in prop::collection::vec(prop::sample::select(PIECES), 0..24)) {
        check(&parts.concat());
    }

    #[test]
    fn valid(value in value(), pretty in any::<bool>()) {
        check(&if pretty { serde_json::to_string_pretty(&value).unwrap() } else { value.to_string() });
    }

    #[test]
    fn mutated(value in value(), pretty in any::<bool>(), cuts in prop::collection::vec(cut(), 1..5)) {
        let mut text = if pretty { serde_json::to_string_pretty(&value).unwrap() } else { value.to_string() };
        for (at, len, with) in cuts {
            let start = text.floor_char_boundary(at.index(text.len() + 1));
            let end = text.ceil_char_boundary((start + len).min(text.len()));
            text.replace_range(start..end, with);
        }
        check(&text);
    }
}
