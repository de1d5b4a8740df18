use repair::{Finding, Raw, RepairableInput};
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
