//! JSON, XML, YAML and TOML, through serde.

use repair::{Format, RepairableInput};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::set;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
struct Ticket {
    id: u32,
    tags: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
#[repair(xml)]
#[serde(rename = "ticket")]
struct Xml {
    #[serde(rename = "@id")]
    #[repair(frozen)]
    id: u32,
    summary: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
#[repair(yaml)]
struct Yaml {
    #[repair(frozen)]
    id: u32,
    tags: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
#[repair(toml)]
struct Toml {
    #[repair(frozen)]
    id: u32,
    tags: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
#[serde(rename_all = "lowercase")]
enum Priority {
    Low,
    Within { days: u32 },
}

/// `schema = false`: no `JsonSchema`, on purpose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, RepairableInput)]
#[repair(json, schema = false)]
struct Plain {
    id: u32,
}

/// A single `String`, but JSON all the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
#[repair(json)]
struct Named {
    name: String,
}

#[track_caller]
fn assert_reads_back<T: RepairableInput + PartialEq + std::fmt::Debug>(value: &T, format: Format, shown: &str) {
    assert_eq!(T::shape().format(), format);
    assert_eq!(value.show().unwrap().trim_end(), shown);
    assert_eq!(&T::unmarshal_repair(&format!("Here you are:\n```\n{shown}\n```\nBest wishes")).unwrap(), value);
    assert!(T::unmarshal_repair("no such value").is_err());
}

#[test]
fn json_is_the_default() {
    assert_reads_back(&Ticket { id: 7, tags: vec!["a".into()] }, Format::Json, r#"{"id":7,"tags":["a"]}"#);
    assert_reads_back(&Priority::Within { days: 3 }, Format::Json, r#"{"within":{"days":3}}"#);
    assert_reads_back(&Priority::Low, Format::Json, r#""low""#);
    assert_reads_back(&Named { name: "Ada".into() }, Format::Json, r#"{"name":"Ada"}"#);
}

#[test]
fn xml_reads_elements_and_attributes() {
    let ticket = Xml { id: 7, summary: "a < b".into() };
    assert_reads_back(&ticket, Format::Xml, r#"<ticket id="7"><summary>a &lt; b</summary></ticket>"#);
    assert_eq!(Xml::shape().frozen_paths(), ["/@id"]);
}

#[test]
fn yaml_reads_a_document() {
    assert_reads_back(&Yaml { id: 7, tags: vec!["a".into()] }, Format::Yaml, "id: 7\ntags:\n- a");
}

#[test]
fn toml_reads_a_document() {
    assert_reads_back(&Toml { id: 7, tags: vec!["a".into()] }, Format::Toml, "id = 7\ntags = [\"a\"]");
}

#[test]
fn a_tree_has_a_schema_unless_told_otherwise() {
    let schema = Ticket::shape().json_schema().unwrap();
    assert_eq!(schema["required"], serde_json::json!(["id", "tags"]));
    assert_eq!(Plain::shape().json_schema(), None);
    assert_reads_back(&Plain { id: 7 }, Format::Json, r#"{"id":7}"#);
}

#[test]
fn a_frozen_field_keeps_its_value_in_every_format() {
    let mut ticket = Xml { id: 7, summary: "old".into() };
    set(&mut ticket, r#"<ticket id="8"><summary>new</summary></ticket>"#).unwrap();
    assert_eq!(ticket, Xml { id: 7, summary: "new".into() });
    let mut ticket = Yaml { id: 7, tags: vec![] };
    set(&mut ticket, "id: 8\ntags: [b]").unwrap();
    assert_eq!(ticket, Yaml { id: 7, tags: vec!["b".into()] });
    let mut ticket = Toml { id: 7, tags: vec![] };
    set(&mut ticket, "tags = [\"b\"]").unwrap();
    assert_eq!(ticket, Toml { id: 7, tags: vec!["b".into()] });
}
