//! What `docs/mending.md` says is what the menders do.

use std::{fs, path::Path};

use repair::mend::{self, EditKind, Options, Risk};
use serde_json::Value;

use super::{formats::mend, options};

fn page() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/mending.md")).unwrap()
}

/// The rows of the tables under one heading, each cell as it is meant.
fn rows(heading: &str) -> Vec<Vec<String>> {
    let page = page();
    let start = page.find(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("there is no `{heading}`"));
    let section = &page[start + 4..];
    let section = &section[..section.find("\n## ").unwrap_or(section.len())];
    let lines = section.lines().filter(|line| line.starts_with('|')).skip(2);
    let rows: Vec<Vec<String>> = lines.map(|line| line.trim_matches('|').split(" | ").map(cell).collect()).collect();
    assert!(!rows.is_empty(), "{heading}");
    rows
}

fn cell(text: &str) -> String {
    let text = text.trim();
    let text = text.strip_prefix("`` ").and_then(|text| text.strip_suffix(" ``")).unwrap_or_else(|| text.trim_matches('`'));
    text.replace('⏎', "\n").replace('⇥', "\t")
}

fn risk(word: &str) -> Risk {
    serde_json::from_value(word.into()).unwrap()
}

fn kind(words: &str) -> EditKind {
    serde_json::from_value(words.replace(' ', "_").into()).unwrap()
}

/// Runs the rows: the text becomes what is said, by an edit of the kind and the risk, and not with less allowed.
fn holds(heading: &str, format: &str, with_schema: bool) {
    let mut misses = Vec::new();
    for row in rows(heading) {
        let (schema, text) = if with_schema { (Some(&row[2]), &row[3]) } else { (None, &row[2]) };
        let (kind, risk, expected) = (kind(&row[0]), risk(&row[1]), row.last().unwrap());
        let schema = schema.map(|schema| serde_json::from_str::<Value>(schema).unwrap());
        let run = |options: &Options| match (format, &schema) {
            ("json", None) => mend::json(text, options),
            ("json", Some(schema)) => mend::typed(text, schema, options),
            _ => mend(format, text, None, options),
        };
        match run(&options(risk)) {
            Ok(mended) => {
                let risks = mended.edits.iter().filter(|edit| edit.kind == kind).map(|edit| edit.risk);
                if &mended.text != expected || risks.max() != Some(risk) {
                    misses.push(format!("{text:?} became {:?} by {:?}", mended.text, mended.edits));
                }
            }
            Err(error) => misses.push(format!("{text:?}: {error}")),
        }
        let lower = [Risk::Exact, Risk::Guess].into_iter().filter(|lower| *lower < risk);
        misses
            .extend(lower.filter(|lower| run(&options(*lower)).is_ok()).map(|lower| format!("{text:?} is mended at {lower:?}")));
    }
    assert!(misses.is_empty(), "{heading}: {misses:#?}");
}

#[test]
fn json() {
    holds("JSON", "json", false);
}

#[test]
fn json_with_a_schema() {
    holds("JSON with a schema", "json", true);
}

#[test]
fn xml() {
    holds("XML", "xml", false);
}

#[test]
fn yaml() {
    holds("YAML", "yaml", false);
}

#[test]
fn toml() {
    holds("TOML", "toml", false);
}

#[test]
fn text() {
    holds("Text", "text", false);
}

#[test]
fn refusals() {
    for row in rows("Refusals") {
        let code = mend::json(&row[2], &options(risk(&row[1]))).map_err(|error| error.kind.code());
        assert_eq!(code.map(|mended| mended.text), Err(row[0].as_str()), "{}", row[2]);
    }
}

#[test]
fn every_kind_of_edit_has_a_row() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("repair-core/src/mend/edit.rs");
    let Ok(source) = fs::read_to_string(source) else { return };
    let start = source.find("pub enum EditKind {").unwrap();
    let body = &source[start..start + source[start..].find("\n}").unwrap()];
    let kinds: Vec<_> =
        body.lines().skip(1).map(str::trim).filter(|line| !line.starts_with("//") && !line.starts_with('#')).collect();
    assert!(kinds.len() > 30, "{kinds:?}");
    let headings = ["JSON", "JSON with a schema", "XML", "YAML", "TOML", "Text"];
    let told: Vec<_> = headings.iter().flat_map(|heading| rows(heading)).map(|row| format!("{:?}", kind(&row[0]))).collect();
    let untold: Vec<_> =
        kinds.iter().map(|kind| kind.trim_end_matches(',')).filter(|kind| !told.iter().any(|told| told == kind)).collect();
    assert_eq!(untold, [""; 0]);
}

#[test]
fn the_first_example_is_right() {
    let mended = mend::json("{'id': 7, tags: [a, b,],}", &Options::default()).unwrap();
    assert!(page().contains(&format!("assert_eq!(mended.text, r#\"{}\"#);", mended.text)));
    assert!(page().lines().count() <= 200);
}
