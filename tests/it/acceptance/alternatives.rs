//! Of several alternatives, the one a value is meant for explains what is wrong.

use repair::{Finding, Json, Raw};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

type Known = (String, String);

trait Alternatives: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static {}
impl<T: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static> Alternatives for T {}

fn findings<T: Alternatives>(text: &str) -> Vec<Finding> {
    let result = Raw::<Json<T>>::new(text).parse();
    result.err().map(|error| error.findings().iter().cloned().collect()).unwrap_or_default()
}

fn identities<T: Alternatives>(text: &str) -> Vec<Known> {
    let mut all: Vec<Known> = findings::<T>(text).into_iter().map(|finding| (finding.path, finding.rule.into())).collect();
    all.sort_unstable();
    all
}

fn known(all: &[(&str, &str)]) -> Vec<Known> {
    all.iter().map(|(path, rule)| ((*path).to_owned(), (*rule).to_owned())).collect()
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Internal {
    Mail { email: String, name: String, lines: Vec<u32> },
    Phone { number: Option<u64> },
    None,
}

#[test]
fn an_internal_tag_decides() {
    // Least would be wrong as `none` or as `phone`.
    assert_eq!(
        identities::<Internal>(r#"{"kind": "mail", "number": 1}"#),
        known(&[("/email", "required"), ("/lines", "required"), ("/name", "required")])
    );
    assert_eq!(identities::<Internal>(r#"{"kind": "phone", "number": "x", "email": 1}"#), known(&[("/number", "type")]));
}

#[test]
fn an_unknown_tag_is_one_finding_with_all_tags() {
    let found = findings::<Internal>(r#"{"kind": "mial", "email": "a", "name": "b", "lines": [1]}"#);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((&*found[0].path, &*found[0].rule), ("/kind", "enum"));
    assert_eq!(found[0].allowed, ["mail", "phone", "none"]);
    assert_eq!(found[0].hint.as_deref(), Some("the nearest is `mail`"));
    assert_eq!(found[0].received.as_deref(), Some("mial"));
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Point { x: i32, y: i32 },
    Name(String),
}

#[test]
fn an_adjacent_tag_decides() {
    assert_eq!(identities::<Vec<Adjacent>>(r#"[{"t": "Point", "c": {"x": 1}}]"#), known(&[("/0/c/y", "required")]));
    assert_eq!(identities::<Vec<Adjacent>>(r#"[{"t": "Name", "c": {"x": 1, "y": 1}}]"#), known(&[("/0/c", "type")]));
    assert_eq!(identities::<Vec<Adjacent>>(r#"[{"t": "Line", "c": 1}]"#), known(&[("/0/t", "enum")]));
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Mail { email: String, name: String },
    Phone { phone: u64, name: String, area: u32 },
    Number(u64),
}

#[test]
fn without_a_tag_the_one_that_knows_most_of_the_value_explains() {
    assert_eq!(
        identities::<Untagged>(r#"{"phone": 1, "name": "b"}"#),
        known(&[("/area", "required")]),
        "both lack one, and `phone` knows two of the keys"
    );
    assert_eq!(identities::<Untagged>(r#"{"email": 1}"#), known(&[("/email", "type"), ("/name", "required")]));
    assert_eq!(identities::<Untagged>("-1"), known(&[("", "minimum")]), "a number is not meant as an object");
}

#[test]
fn where_none_is_of_the_type_all_types_are_named() {
    let found = findings::<Untagged>("true");
    assert_eq!((&*found[0].rule, found[0].expected.as_deref()), ("type", Some("an object or a whole number")));
}

/// With a description of its own, each value is an alternative.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Described {
    /// Later.
    Low,
    /// Now.
    High,
}

#[test]
fn alternatives_of_one_value_each_are_an_enumeration() {
    let found = findings::<Option<Described>>(r#""hgih""#);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((&*found[0].rule, &found[0].allowed[..]), ("enum", &["low".into(), "high".into()][..]));
    assert_eq!(found[0].hint.as_deref(), Some("the nearest is `high`"));
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum External {
    Mail { email: String },
    Phone { number: u64 },
    Nothing,
}

#[test]
fn the_key_of_an_external_tag_decides() {
    assert_eq!(identities::<External>(r#"{"Phone": {"number": "x"}}"#), known(&[("/Phone/number", "type")]));
    assert_eq!(identities::<External>(r#""Mail""#), known(&[("", "enum")]));
    let found = findings::<External>(r#"{"Mial": {"email": "a"}}"#);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((&*found[0].path, &found[0].allowed[..]), ("/Mial", &["Mail".into(), "Phone".into()][..]));
    assert_eq!(found[0].also, ["/Mail"]);
}
