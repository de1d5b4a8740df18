use repair::{Finding, Findings, Raw, RepairableInput};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
#[serde(deny_unknown_fields)]
struct Order {
    #[schemars(regex(pattern = "^O-[0-9]+$"))]
    id: String,
    status: Status,
    #[schemars(range(min = 1, max = 9))]
    quantity: u32,
    contact: Contact,
    lines: Vec<Line>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Status {
    Open,
    Paid,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Contact {
    Mail { email: String, name: String },
    Phone { phone: u64 },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Line {
    article: String,
    #[schemars(length(max = 5))]
    unit: Option<String>,
}

fn findings(text: &str) -> Vec<Finding> {
    Raw::<Order>::new(text).parse().unwrap_err().findings().iter().cloned().collect()
}

fn identities(findings: &[Finding]) -> Vec<(&str, &str)> {
    let mut all: Vec<_> = findings.iter().map(|finding| (finding.path.as_str(), finding.rule.as_ref())).collect();
    all.sort_unstable();
    all
}

#[test]
fn every_violation_is_reported_at_once() {
    let found = findings(
        r#"{"id": "17", "status": "done", "quantity": 12, "contact": {"phone": 1}, "colour": "red",
            "lines": [{"article": "a", "unit": "each piece"}, {"unit": 3}]}"#,
    );
    assert_eq!(
        identities(&found),
        [
            ("/colour", "additionalProperties"),
            ("/id", "pattern"),
            ("/lines/0/unit", "maxLength"),
            ("/lines/1/article", "required"),
            ("/lines/1/unit", "type"),
            ("/quantity", "maximum"),
            ("/status", "enum"),
        ]
    );
    let of = |path: &str| found.iter().find(|finding| finding.path == path).unwrap();
    assert_eq!(of("/status").allowed, ["open", "paid"]);
    assert_eq!(of("/status").received.as_deref(), Some("done"));
    assert_eq!(of("/quantity").expected.as_deref(), Some("a number of at most 9"));
    assert_eq!(of("/lines/1/article").received, None, "what is missing was not received");
    assert_eq!(of("/colour").received.as_deref(), Some("red"));
}

#[test]
fn what_serde_accepts_and_the_schema_does_not_is_a_violation_too() {
    let text = r#"{"id": "17", "status": "open", "quantity": 1, "contact": {"phone": 1}, "lines": []}"#;
    assert!(serde_json::from_str::<Order>(text).is_ok());
    assert_eq!(identities(&findings(text)), [("/id", "pattern")]);
}

#[test]
fn of_alternatives_the_one_that_fits_best_explains() {
    let text = |contact: &str| format!(r#"{{"id": "O-1", "status": "open", "quantity": 1, "contact": {contact}, "lines": []}}"#);
    assert_eq!(identities(&findings(&text(r#"{"email": "a@example.com"}"#))), [("/contact/name", "required")]);
    assert_eq!(identities(&findings(&text(r#"{"phone": "none"}"#))), [("/contact/phone", "type")]);
}

#[test]
fn a_received_value_is_shown_once_and_short() {
    let lines: Vec<String> = (0..400).map(|n| format!(r#"{{"article": "article number {n}"}}"#)).collect();
    let text = format!(r#"{{"lines": [{}]}}"#, lines.join(","));
    let shown: usize = findings(&text).iter().map(|finding| finding.to_string().len()).sum();
    assert!(shown < 1000, "{shown} bytes of findings for {} bytes of record", text.len());
}

#[test]
fn broken_text_says_where_and_why_it_is_ambiguous() {
    let found = findings(r#"{"id": "O-1"} or {"id": "O-2"}"#);
    let hint = found[0].hint.as_deref().unwrap();
    assert!(hint.contains("line 1 column 15") && hint.contains("ambiguous"), "{hint}");
}

#[test]
fn broken_text_says_in_which_line_and_column_and_shows_the_line() {
    let found = findings("{\"id\": \"O-1\",\n \"status\": \"open\" \"quantity\": 1}");
    assert_eq!(identities(&found), [("", "syntax")]);
    assert_eq!(found[0].received.as_deref(), Some(r#" "status": "open" "quantity": 1}"#));
    assert!(found[0].hint.as_deref().unwrap().contains("line 2 column 19"), "{}", found[0]);
    let long = format!("{{\"id\": \"{}\" 1}}", "long ".repeat(40));
    let found = findings(&long);
    let excerpt = found[0].received.as_deref().unwrap();
    assert!(excerpt.ends_with("long \" 1}") && excerpt.len() <= 80, "{excerpt}");
}

#[test]
fn the_nearest_of_the_allowed_values_is_named() {
    let text =
        |status: &str| format!(r#"{{"id": "O-1", "status": "{status}", "quantity": 1, "contact": {{"phone": 1}}, "lines": []}}"#);
    let found = findings(&text("opne"));
    assert_eq!(found[0].allowed, ["open", "paid"]);
    assert_eq!(found[0].hint.as_deref(), Some("the nearest is `open`"));
    assert_eq!(findings(&text("cancelled"))[0].hint, None, "nothing is near");
}

#[test]
fn of_an_unknown_key_the_keys_without_a_value_are_named_and_the_nearest_may_change() {
    let found = findings(r#"{"id": "O-1", "status": "open", "qantity": 4, "contact": {"phone": 1}, "lines": []}"#);
    assert_eq!(identities(&found), [("/qantity", "additionalProperties"), ("/quantity", "required")]);
    let unknown = found.iter().find(|finding| finding.path == "/qantity").unwrap();
    assert_eq!(unknown.allowed, ["quantity"]);
    assert_eq!(unknown.also, ["/quantity"]);
    assert_eq!(
        unknown.to_string(),
        r#"/qantity: expected one of the allowed keys, received "4"; allowed: "quantity"; the nearest is `quantity`; may also change: /quantity"#
    );
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
#[repair(schema = false)]
#[serde(deny_unknown_fields)]
struct Plain {
    colour: Status,
}

#[test]
fn without_a_schema_the_nearest_is_named_all_the_same() {
    let first = |text: &str| Raw::<Plain>::new(text).parse().unwrap_err().findings().iter().next().cloned().unwrap();
    assert_eq!(first(r#"{"color": "open"}"#).hint.as_deref(), Some("the nearest is `colour`"));
    let finding = first(r#"{"colour": "pade` or `evil"}"#);
    assert_eq!(
        (finding.received.as_deref(), &finding.allowed[..]),
        (Some("pade` or `evil"), &["open".into(), "paid".into()][..])
    );
}

#[test]
fn findings_are_numbered_and_eight_of_them_written_out() {
    let findings: Findings = (1..=10).map(|n| Finding::at(format!("/{n}")).rule("odd")).collect();
    let text = findings.to_string();
    assert_eq!(text.lines().count(), 9);
    assert!(text.starts_with("1. /1: breaks the rule `odd`\n2. /2:"), "{text}");
    assert!(text.ends_with("8. /8: breaks the rule `odd`\nand 2 more"), "{text}");
    assert_eq!(findings.len(), 10, "all are kept");
}

#[test]
fn however_long_the_input_a_finding_is_short() {
    let names: Vec<String> = (0..1000).map(|n| format!("n{n}")).collect();
    let long = "long".repeat(10_000);
    let value = serde_json::json!({ &long: &long, "items": names });
    let finding = Finding::at(format!("/{long}")).expected(&*long).received(&value).allowed(&names).hint(&*long).also(&names);
    let text = finding.to_string();
    assert!(text.len() < 3000, "{} bytes", text.len());
    assert!(text.contains(r#""n63" and 936 more"#), "{text}");
}

#[test]
fn a_finding_is_written_as_before_where_nothing_else_may_change() {
    let finding = Finding::at("/a").rule("odd");
    assert_eq!(serde_json::to_string(&finding).unwrap(), r#"{"path":"/a","rule":"odd"}"#);
    let also = finding.also(["/b"]);
    let text = serde_json::to_string(&also).unwrap();
    assert_eq!(text, r#"{"path":"/a","rule":"odd","also":["/b"]}"#);
    assert_eq!(serde_json::from_str::<Finding>(&text).unwrap(), also);
}

macro_rules! read_as {
    ($($name:ident $format:ident;)*) => {$(
        #[derive(Debug, Serialize, Deserialize, JsonSchema, RepairableInput)]
        #[repair($format)]
        struct $name {
            id: u32,
        }
    )*};
}

read_as! { Yaml yaml; Toml toml; Xml xml; }

#[test]
fn in_every_format_broken_text_says_where() {
    fn shown<T: RepairableInput + std::fmt::Debug>(text: &str) -> String {
        Raw::<T>::new(text).parse().unwrap_err().findings().to_string()
    }
    let yaml = shown::<Yaml>("id: 1\nb: [1,\n c: }");
    assert!(yaml.contains("line 2 column 4") && yaml.contains("b: [1,"), "{yaml}");
    let toml = shown::<Toml>("id = 1\nb = = 3");
    assert!(toml.contains("line 2, column 5") && toml.contains("b = = 3"), "{toml}");
    let xml = shown::<Xml>("<a>\n<id>1</ib></a>");
    assert!(xml.contains("line 2 column 6") && xml.contains(r#"received "<id>1</ib></a>""#), "{xml}");
    let xml = shown::<Xml>("<a>\n<!DOCTYPE a></a>");
    assert!(xml.contains("a document type is not accepted at line 2 column 1"), "{xml}");
}
