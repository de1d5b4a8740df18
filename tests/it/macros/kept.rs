//! Frozen, secret and skipped fields.

use repair::RepairableInput;

use super::set;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What serde never writes, and can't make.
#[derive(Clone, Debug, Default, PartialEq)]
struct Handle(u64);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
struct Account {
    #[repair(frozen)]
    id: u32,
    #[repair(secret)]
    token: u64,
    #[repair(frozen)]
    nick: Option<String>,
    name: String,
    #[serde(skip)]
    handle: Handle,
    #[serde(skip_serializing, default)]
    written_only_by_hand: u8,
    #[serde(skip_deserializing)]
    #[schemars(skip)]
    read_only_by_hand: u8,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    note: Option<String>,
}

fn account() -> Account {
    Account {
        id: 1,
        token: 42,
        nick: None,
        name: "ada".into(),
        handle: Handle(9),
        written_only_by_hand: 5,
        read_only_by_hand: 6,
        note: Some("old".into()),
    }
}

#[test]
fn the_shape_names_them() {
    assert_eq!(Account::shape().frozen_paths(), ["/id", "/nick"]);
    assert_eq!(Account::shape().secret_paths(), ["/token"]);
}

#[test]
fn a_repair_changes_none_of_them() {
    let mut repaired = account();
    set(&mut repaired, r#"{"id": 2, "token": 7, "nick": "x", "name": "Ada", "written_only_by_hand": 1}"#).unwrap();
    assert_eq!(repaired, Account { name: "Ada".into(), note: None, ..account() });
}

#[test]
fn a_model_need_not_send_them() {
    let mut repaired = account();
    set(&mut repaired, r#"{"token": "[secret]", "name": "Ada", "note": "new"}"#).unwrap();
    assert_eq!(repaired, Account { name: "Ada".into(), note: Some("new".into()), ..account() });
}

#[test]
fn a_failed_repair_leaves_the_value_as_it_was() {
    let mut repaired = account();
    set(&mut repaired, r#"{"name": [3, 4]}"#).unwrap_err();
    assert_eq!(repaired, account());
}

#[test]
fn keep_takes_them_over_and_nothing_else() {
    let mut old = account();
    let mut new = Account { id: 2, token: 7, name: "Ada".into(), handle: Handle::default(), ..account() };
    new.keep(&mut old);
    assert_eq!(new, Account { name: "Ada".into(), ..account() });
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
struct Pair(#[serde(skip)] Handle, #[repair(frozen)] u32, String);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
struct Newtype(#[repair(ungrounded_ok)] u32);

#[test]
fn the_fields_of_a_tuple_struct_are_counted_as_serde_counts_them() {
    assert_eq!(Pair::shape().frozen_paths(), ["/0"]);
    let mut pair = Pair(Handle(9), 1, "a".into());
    assert_eq!(pair.show().unwrap(), r#"[1,"a"]"#);
    set(&mut pair, r#"[2,"b"]"#).unwrap();
    assert_eq!(pair, Pair(Handle(9), 1, "b".into()));
    assert_eq!(Newtype::shape().ungrounded_ok_paths(), [""]);
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
enum Contact {
    Mail {
        address: String,
        #[serde(skip)]
        handle: Handle,
    },
    None,
}

#[test]
fn an_enum_keeps_nothing_since_the_variant_may_be_another() {
    let mut contact = Contact::Mail { address: "a".into(), handle: Handle(9) };
    set(&mut contact, r#"{"Mail": {"address": "b"}}"#).unwrap();
    assert_eq!(contact, Contact::Mail { address: "b".into(), handle: Handle(0) });
    set(&mut contact, r#""None""#).unwrap();
    assert_eq!(contact, Contact::None);
}
