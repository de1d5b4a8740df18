//! Frozen and secret parts of XML: whole elements with all that is in them, and attributes.

use repair::{InputField, RepairableInput};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::set;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Address {
    #[serde(rename = "@kind")]
    kind: String,
    street: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
#[repair(xml)]
struct Order {
    #[serde(rename = "@token")]
    #[repair(secret)]
    token: String,
    #[repair(frozen)]
    address: Address,
    note: String,
}

fn order() -> Order {
    let address = Address { kind: "home".into(), street: "1 & 2 Main".into() };
    Order { token: "it's \"x\"".into(), address, note: "helo".into() }
}

#[test]
fn a_value_with_them_is_written_and_read_back() {
    let mut same = order();
    let text = InputField::show(&same).unwrap();
    set(&mut same, &text).unwrap();
    assert_eq!(same, order());
}

#[test]
fn a_repair_changes_none_of_them() {
    let mut repaired = order();
    let answer = "<Order token='y\" admin=\"1'><address kind=\"work\"><street>9 Elm</street></address><note>hello</note></Order>";
    set(&mut repaired, answer).unwrap();
    assert_eq!(repaired, Order { note: "hello".into(), ..order() });
}

#[test]
fn an_answer_may_leave_a_frozen_element_out() {
    let mut repaired = order();
    set(&mut repaired, "<Order token=\"[secret]\"><note>hello</note></Order>").unwrap();
    assert_eq!(repaired, Order { note: "hello".into(), ..order() });
}
