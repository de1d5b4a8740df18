//! `at!`: where a field is, as serde reads it.

use std::{
    collections::{BTreeMap, HashMap},
    time::Instant,
};

use repair::{Finding, Raw, RepairableInput, at};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, JsonSchema, RepairableInput)]
#[serde(rename_all(serialize = "UPPERCASE", deserialize = "camelCase"))]
pub struct Order {
    order_id: String,
    #[serde(rename = "type/of")]
    pub r#type: String,
    pub(crate) customer: Option<Box<Customer>>,
    lines: Vec<Line>,
    labels: BTreeMap<String, Line>,
    grid: [Vec<Line>; 2],
    more: Option<HashMap<u8, Box<Customer>>>,
    #[serde(flatten)]
    address: Address,
    #[serde(skip_serializing)]
    hidden: Option<u8>,
    id: Id,
    within: Option<Box<Self>>,
    #[serde(rename(serialize = "w", deserialize = "r"))]
    both: u8,
}

#[derive(Serialize, Deserialize, JsonSchema, RepairableInput)]
pub struct Customer {
    #[serde(rename = "e~mail")]
    email: String,
    name: Name,
}

#[derive(Serialize, Deserialize, JsonSchema, RepairableInput)]
pub struct Name {
    first: String,
    last: String,
}

#[derive(Serialize, Deserialize, JsonSchema, RepairableInput)]
pub struct Line {
    quantity: u32,
    price: (u32, String),
}

#[derive(Serialize, Deserialize, JsonSchema, RepairableInput)]
pub struct Address {
    city: String,
    street: String,
}

#[derive(Serialize, Deserialize, JsonSchema, RepairableInput)]
pub struct Id(Name);

#[test]
fn fields_have_the_names_that_serde_reads() {
    assert_eq!(at!(Order, order_id), "/orderId");
    assert_eq!(at!(Order, r#type), "/type~1of");
    assert_eq!(at!(Order, hidden), "/hidden");
    assert_eq!(at!(Order, both), "/r");
}

#[test]
fn options_and_boxes_are_looked_through() {
    assert_eq!(at!(Order, customer.email), "/customer/e~0mail");
    assert_eq!(at!(Order, customer.name.last), "/customer/name/last");
    assert_eq!(at!(Order, within.within.lines[0].quantity), "/within/within/lines/0/quantity");
}

#[test]
fn items_are_named_by_number_or_key() {
    let n = 7;
    assert_eq!(at!(Order, lines), "/lines");
    assert_eq!(at!(Order, lines[3]), "/lines/3");
    assert_eq!(at!(Order, lines[n + 1].quantity), "/lines/8/quantity");
    assert_eq!(at!(Order, grid[1][n].price), "/grid/1/7/price");
    let key = "a/b".to_owned();
    assert_eq!(at!(Order, labels[&key].quantity), "/labels/a~1b/quantity");
    assert_eq!(at!(Order, more["3"].email), "/more/3/e~0mail");
}

#[test]
fn what_is_flattened_is_beside_the_others() {
    assert_eq!(at!(Order, address.city), "/city");
    assert_eq!(at!(Order, address), "");
}

#[test]
fn a_field_that_is_the_whole_value_has_its_place() {
    assert_eq!(at!(Order, id.0.first), "/id/first");
    assert_eq!(at!(Transparent, only.last), "/last");
    assert_eq!(at!(Text, text), "");
}

#[derive(Serialize, Deserialize, JsonSchema, RepairableInput)]
#[serde(transparent)]
struct Transparent {
    only: Name,
}

#[derive(RepairableInput)]
struct Text {
    text: String,
}

#[derive(Serialize, Deserialize, JsonSchema, RepairableInput)]
struct Pair(u8, #[serde(skip)] u8, Name, Option<(u8, u8)>);

#[test]
fn unnamed_fields_are_numbered_without_those_that_are_skipped() {
    assert_eq!(at!(Pair, 0), "/0");
    assert_eq!(at!(Pair, 2), "/1");
    assert_eq!(at!(Pair, 2.first), "/1/first");
    assert_eq!(at!(Nested, 1.2), "/1/1");
    assert_eq!(at!(Nested, 1.2.last), "/1/1/last");
}

#[derive(Serialize, Deserialize, JsonSchema, RepairableInput)]
struct Nested(u8, Pair);

#[derive(Serialize, Deserialize, JsonSchema, RepairableInput)]
struct Page<T, const N: usize = 1>
where
    T: Clone,
{
    items: Vec<T>,
    next: Option<Box<Page<T, N>>>,
}

impl<T: Clone, const N: usize> Page<T, N> {
    fn place() -> String {
        at!(Self, next.items[N])
    }
}

#[derive(Clone, Serialize, Deserialize, JsonSchema, RepairableInput)]
struct Entry {
    title: String,
}

#[test]
fn a_generic_type_has_the_fields_of_its_arguments() {
    assert_eq!(at!(Page<Entry>, next.items[0].title), "/next/items/0/title");
    assert_eq!(Page::<u8, 4>::place(), "/next/items/4");
}

#[derive(Serialize, Deserialize, JsonSchema, RepairableInput)]
#[serde(rename_all = "kebab-case")]
struct Ticket {
    #[serde(skip, default = "Instant::now")]
    #[allow(dead_code, reason = "only its place is asked for")]
    received: Instant,
    due_date: String,
}

macro_rules! place_in {
    ($type:ty, $($path:tt)*) => { at!($type, $($path)*) };
}

macro_rules! place_of {
    ($field:ident) => {
        at!(Ticket, $field)
    };
}

#[test]
fn macros_may_name_fields() {
    assert_eq!(place_in!(Ticket, due_date), "/due-date");
    assert_eq!(place_of!(due_date), "/due-date");
}

#[test]
fn a_function_may_have_a_type_of_its_own() {
    #[derive(Serialize, Deserialize, JsonSchema, RepairableInput)]
    struct Local {
        id: u32,
    }
    assert_eq!(Finding::at(at!(Local, id)).path, "/id");
}

#[test]
fn a_place_is_where_the_value_is_found() {
    let text = r#"{"received": 1, "due-date": 7}"#;
    let error = Raw::<Ticket>::new(text).parse().err().unwrap();
    assert_eq!(error.findings().iter().next().unwrap().path, at!(Ticket, due_date));
}
