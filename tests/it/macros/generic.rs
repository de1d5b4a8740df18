//! Types with parameters.

use std::marker::PhantomData;

use repair::{Raw, RepairableInput};

use super::set;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
struct Page<T> {
    #[repair(frozen)]
    number: u32,
    items: Vec<T>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
enum Either<A: Ord, B = u8>
where
    B: Copy,
{
    One(A),
    Other(B),
}

#[derive(Clone, Debug, PartialEq, RepairableInput)]
#[repair(text)]
struct AtMost<const N: usize>(String);

/// The parameter need not be `Send` itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, RepairableInput)]
#[repair(schema = false)]
struct Id<T> {
    id: u32,
    #[serde(skip)]
    of: PhantomData<fn() -> T>,
}

#[test]
fn each_instance_has_its_own_shape() {
    let items = |schema: Option<&serde_json::Value>| schema.unwrap()["properties"]["items"]["items"]["type"].clone();
    assert_eq!(items(Page::<String>::shape().json_schema()), "string");
    assert_eq!(items(Page::<bool>::shape().json_schema()), "boolean");
    assert_eq!(Page::<bool>::shape().frozen_paths(), ["/number"]);
}

#[test]
fn instances_are_read_and_set() {
    let mut page: Page<u8> = Page { number: 1, items: vec![] };
    set(&mut page, r#"{"number": 2, "items": [3]}"#).unwrap();
    assert_eq!(page, Page { number: 1, items: vec![3] });
    assert_eq!(Either::<u8>::unmarshal_repair(r#"{"Other": 4}"#), Ok(Either::Other(4)));
    assert_eq!(AtMost::<3>::unmarshal_repair("abc"), Ok(AtMost("abc".into())));
    assert_eq!(Id::<*const u8>::unmarshal_repair(r#"{"id": 4}"#), Ok(Id { id: 4, of: PhantomData }));
    assert_eq!(Raw::<Page<u8>>::new(r#"{"number": 1, "items": []}"#).parse().unwrap().number, 1);
}
