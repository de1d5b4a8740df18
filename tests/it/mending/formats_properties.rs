//! What holds for every text.

use std::borrow::Cow;

use super::formats::{mend, read};
use proptest::prelude::*;
use repair::mend::{Options, Risk, replay};
use serde_json::{Value, json};

const FORMATS: [&str; 4] = ["xml", "yaml", "toml", "text"];

fn options(allow: Risk) -> Options {
    let mut options = Options::default();
    options.allow = allow;
    options
}

fn holds(text: &str) -> Result<(), TestCaseError> {
    let schema = json!({"properties": {"name": {}, "b": {}, "@id": {}}});
    for format in FORMATS {
        for allow in [Risk::Exact, Risk::Guess, Risk::Loss] {
            for schema in [None, Some(&schema)] {
                let options = options(allow);
                let Ok(mended) = mend(format, text, schema, &options) else { continue };
                prop_assert_eq!(replay(text, &mended.edits), mended.text.as_ref(), "{} replay", format);
                prop_assert!(mended.edits.iter().all(|edit| edit.risk <= allow));
                prop_assert!(read(format, &mended.text).is_some(), "{} {:?} is not valid", format, mended.text);
                let again = mend(format, &mended.text, schema, &options);
                let same = again.as_ref().is_ok_and(|again| again.text == mended.text && again.edits.is_empty());
                prop_assert!(same, "{} not idempotent: {:?} then {:?}", format, mended, again);
            }
        }
    }
    Ok(())
}

fn soup(pieces: &'static [&'static str], most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(pieces), 0..most).prop_map(|pieces| pieces.concat())
}

const XML: &[&str] = &[
    "<a>",
    "</a>",
    "<b>",
    "</b>",
    "<name>",
    "</name>",
    "<Name>",
    "<a x=1>",
    "<a x=\"1\">",
    "<a x='",
    "<b/>",
    "<",
    ">",
    "&",
    "&lt;",
    "&#x41;",
    "&foo;",
    "]]>",
    "<![CDATA[",
    "<!--",
    "-->",
    "<?xml version=\"1.0\"?>",
    "<?",
    "?>",
    "text",
    " ",
    "\n",
    "```xml\n",
    "\n```\n",
    "“",
    "\"",
    "<br>",
    "f<T>",
    "</",
    "<a",
    "<think>",
    "</think>",
    "é",
    "Here is:\n",
    "<!DOCTYPE a>",
    " x=“1”",
    "\u{1}",
    "\u{feff}",
    "</ a >",
    "--",
];
const YAML: &[&str] = &[
    "a: ",
    "b:",
    "name: ",
    "- ",
    "\n",
    "\n  ",
    "\n\t",
    "\n    ",
    "x",
    "x: y",
    "\"",
    "'",
    "“",
    "”",
    "[",
    "]",
    "{",
    "}",
    ",",
    "#",
    " #",
    "|\n",
    ">",
    "@",
    "`",
    "%",
    "*",
    "&",
    "---\n",
    "\n---\n",
    "...\n",
    "```yaml\n",
    "\n```\n",
    "k:v",
    "\\",
    "\\d",
    ": ",
    "Here is the file:\n",
    "é",
    "? ",
    "!x ",
    "~",
    "<think>",
    "</think>",
    "Hope this helps you.",
    "\r\n",
    "\u{feff}",
];
const TOML: &[&str] = &[
    "a = ",
    "b = ",
    "name: ",
    "[t]\n",
    "[[t]]\n",
    "[",
    "]",
    "{",
    "}",
    ",",
    "\n",
    "\n\n",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "“",
    "”",
    "`",
    "x",
    "1",
    "007",
    "1.2.3",
    "True",
    "None",
    ".",
    "=",
    ":",
    ";",
    "#",
    " # c",
    "//",
    "\\",
    "\\d",
    "\\'",
    "full name = ",
    "k = 1\n",
    "```toml\n",
    "\n```\n",
    "Here is the file:\n",
    "é",
    "2024-01-01",
    "\r\n",
    "<think>",
    "</think>",
    "\u{feff}",
    "\t",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: super::cases(150), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary(text in any::<String>()) {
        holds(&text)?;
    }

    #[test]
    fn xml_soup(text in soup(XML, 24)) {
        holds(&text)?;
    }

    #[test]
    fn yaml_soup(text in soup(YAML, 24)) {
        holds(&text)?;
    }

    #[test]
    fn toml_soup(text in soup(TOML, 24)) {
        holds(&text)?;
    }

    #[test]
    fn valid_yaml_is_unchanged(value in tree()) {
        unchanged("yaml", &serde_saphyr::to_string(&value).unwrap())?;
    }

    #[test]
    fn valid_toml_is_unchanged(value in tree()) {
        unchanged("toml", &toml::to_string(&json!({"a": value})).unwrap())?;
    }

    #[test]
    fn valid_xml_is_unchanged(value in tree()) {
        let mut text = String::from("<?xml version=\"1.0\"?>\n");
        write_xml(&value, &mut text);
        unchanged("xml", &text)?;
    }
}

fn unchanged(format: &str, text: &str) -> Result<(), TestCaseError> {
    for allow in [Risk::Exact, Risk::Guess, Risk::Loss] {
        let options = options(allow);
        let mended = mend(format, text, None, &options).map_err(|error| TestCaseError::fail(format!("{text:?}: {error}")))?;
        prop_assert!(mended.edits.is_empty(), "{:?}", mended);
        prop_assert!(matches!(mended.text, Cow::Borrowed(same) if same == text));
    }
    Ok(())
}

fn tree() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[ -~é“”]{0,12}".prop_map(Value::from)
    ];
    let value = leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{1,6}", inner, 0..4).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    });
    prop::collection::btree_map("[a-z]{1,6}", value, 1..4).prop_map(|map| Value::Object(map.into_iter().collect()))
}

fn write_xml(value: &Value, out: &mut String) {
    match value {
        Value::Object(map) => {
            out.push_str("<o id='1'>");
            for (name, value) in map {
                *out += &format!("<x{name}>");
                write_xml(value, out);
                *out += &format!("</x{name}>");
            }
            out.push_str("</o>");
        }
        Value::Array(items) => items.iter().for_each(|item| write_xml(&json!({"item": item}), out)),
        Value::String(text) => *out += &quick_xml::escape::escape(text),
        other => *out += &other.to_string(),
    }
}
