//! Pointers follow the names that serde writes.

use repair::RepairableInput;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The fields' pointers must be where serde puts the values.
#[track_caller]
fn assert_points_at_fields<T: RepairableInput>(value: &T, pointers: &[&str]) {
    let shown: serde_json::Value = serde_json::from_str(&value.show().unwrap()).unwrap();
    assert_eq!(T::shape().frozen_paths(), pointers);
    for pointer in pointers {
        assert!(shown.pointer(pointer).is_some(), "nothing at {pointer} in {shown}");
    }
}

macro_rules! cases {
    ($($name:ident $case:literal => $pointers:expr;)*) => {$(
        #[test]
        fn $name() {
            #[derive(Serialize, Deserialize, JsonSchema, RepairableInput)]
            #[serde(rename_all = $case)]
            struct Named {
                #[repair(frozen)]
                due_date: u8,
                #[repair(frozen)]
                _is2nd_try: u8,
                #[repair(frozen)]
                r#type: u8,
            }
            assert_points_at_fields(&Named { due_date: 1, _is2nd_try: 2, r#type: 3 }, &$pointers);
        }
    )*};
}

cases! {
    lower "lowercase" => ["/due_date", "/_is2nd_try", "/type"];
    upper "UPPERCASE" => ["/DUE_DATE", "/_IS2ND_TRY", "/TYPE"];
    pascal "PascalCase" => ["/DueDate", "/Is2ndTry", "/Type"];
    camel "camelCase" => ["/dueDate", "/is2ndTry", "/type"];
    snake "snake_case" => ["/due_date", "/_is2nd_try", "/type"];
    screaming_snake "SCREAMING_SNAKE_CASE" => ["/DUE_DATE", "/_IS2ND_TRY", "/TYPE"];
    kebab "kebab-case" => ["/due-date", "/-is2nd-try", "/type"];
    screaming_kebab "SCREAMING-KEBAB-CASE" => ["/DUE-DATE", "/-IS2ND-TRY", "/TYPE"];
}

#[derive(Serialize, Deserialize, JsonSchema, RepairableInput)]
#[serde(rename_all(serialize = "UPPERCASE", deserialize = "UPPERCASE"))]
struct Renamed {
    #[repair(frozen)]
    #[serde(rename = "a/b~c")]
    escaped: u8,
    #[repair(frozen)]
    #[serde(rename(serialize = "both", deserialize = "both"), alias = "other")]
    both_ways: u8,
    #[repair(frozen)]
    #[serde(default, with = "number")]
    #[schemars(with = "String")]
    upper: u8,
    #[serde(rename(serialize = "written"), alias = "written")]
    free: u8,
}

mod number {
    use serde::{Deserialize, Deserializer, Serializer};

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
    pub(super) fn serialize<S: Serializer>(number: &u8, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&number.to_string())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[test]
fn names_of_their_own_win_and_are_escaped() {
    let value = Renamed { escaped: 1, both_ways: 2, upper: 3, free: 4 };
    assert_points_at_fields(&value, &["/a~1b~0c", "/both", "/UPPER"]);
    let read = Renamed::unmarshal_repair(&value.show().unwrap()).unwrap();
    assert_eq!((read.escaped, read.both_ways, read.upper, read.free), (1, 2, 3, 4));
}
