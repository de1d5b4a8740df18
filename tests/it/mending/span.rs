//! Trees with spans: what they find is what serde_json finds, and what they change is nothing else.

use proptest::prelude::*;
use repair::span::{Kind, Tree, TreeErrorKind};
use serde_json::{Value, json};

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e6..1e6f64).prop_map(Value::from),
        "[a-z\"\\\\/~\u{e9}\n ]{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("[a-c/~\"\u{e9}]{0,2}", inner), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn text() -> impl Strategy<Value = String> {
    (value(), any::<bool>()).prop_map(|(value, pretty)| if pretty { format!(" {value:#}\n") } else { value.to_string() })
}

fn places(tree: &Tree<'_>) -> Vec<String> {
    let mut open = vec![tree.root()];
    let mut found = Vec::new();
    while let Some(place) = open.pop() {
        found.push(place.pointer());
        open.extend(place.children());
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_span_is_the_value_there(text in text()) {
        let whole: Value = serde_json::from_str(&text).unwrap();
        let tree = Tree::parse(&text, 128).unwrap();
        let places = places(&tree);
        prop_assert_eq!(places.len(), tree.values());
        for pointer in places {
            let span = tree.get(&pointer).unwrap();
            let there: Value = serde_json::from_str(&text[span.value]).unwrap();
            prop_assert_eq!(Some(&there), whole.pointer(&pointer));
            if let Some(key) = span.key {
                let key: String = serde_json::from_str(&text[key]).unwrap();
                prop_assert!(pointer.ends_with(&key.replace('~', "~0").replace('/', "~1")));
            }
        }
    }

    #[test]
    fn replacing_changes_one_value(text in text(), new in value(), pick in any::<prop::sample::Index>()) {
        let tree = Tree::parse(&text, 128).unwrap();
        let pointer = pick.get(&places(&tree)).clone();
        let span = tree.get(&pointer).unwrap().value;
        let changed = tree.replace(&[(&pointer, new.to_string())]).unwrap();
        prop_assert!(changed.starts_with(&text[..span.start]) && changed.ends_with(&text[span.end..]));
        let mut expected: Value = serde_json::from_str(&text).unwrap();
        *expected.pointer_mut(&pointer).unwrap() = new;
        prop_assert_eq!(serde_json::from_str::<Value>(&changed).unwrap(), expected);
    }

    #[test]
    fn inserted_and_removed_is_as_before(text in text(), new in value(), pick in any::<prop::sample::Index>()) {
        let tree = Tree::parse(&text, 128).unwrap();
        let parent = pick.get(&places(&tree)).clone();
        let child = match tree.at(&parent).unwrap() {
            place if place.kind() == Kind::Object => format!("{parent}/new"),
            place if place.kind() == Kind::Array => format!("{parent}/{}", place.len()),
            _ => return Ok(()),
        };
        let grown = tree.insert(&child, &new.to_string()).unwrap();
        let grown = Tree::parse(&grown, 128).unwrap();
        let there: Value = serde_json::from_str(grown.at(&child).unwrap().raw()).unwrap();
        prop_assert_eq!(there, new);
        prop_assert_eq!(grown.remove(&child).unwrap(), text);
    }

    #[test]
    fn reads_what_serde_json_reads(text in "[\\[\\]{}:,\"a0-2.eE+\\-tfn\\\\u \n]{0,12}") {
        prop_assert_eq!(Tree::parse(&text, 128).is_ok(), serde_json::from_str::<&serde_json::value::RawValue>(&text).is_ok(), "{}", text);
    }
}

#[test]
fn keeps_the_style_of_its_neighbours() {
    let insert = |text, at| Tree::parse(text, 9).unwrap().insert(at, "1").unwrap();
    assert_eq!(insert("{}", "/a"), r#"{"a": 1}"#);
    assert_eq!(insert(r#"{"x":{}}"#, "/x/a"), r#"{"x":{"a":1}}"#);
    assert_eq!(insert(r#"{"x":0}"#, "/a"), r#"{"x":0,"a":1}"#);
    assert_eq!(insert(r#"{"x": 0}"#, "/a"), r#"{"x": 0, "a": 1}"#);
    assert_eq!(insert("{\n  \"x\": 0\n}", "/a"), "{\n  \"x\": 0,\n  \"a\": 1\n}");
    assert_eq!(insert("{\"x\": 0,\n \"y\" : 0 }", "/a"), "{\"x\": 0,\n \"y\" : 0,\n \"a\" : 1 }");
    assert_eq!(insert("[ 0 , 2 ]", "/-"), "[ 0 , 2 , 1 ]");
}

#[test]
fn removes_with_its_comma() {
    let remove = |text, at| Tree::parse(text, 9).unwrap().remove(at).unwrap();
    let text = r#"{ "a": 1, "b": [2, 3], "c": 4 }"#;
    assert_eq!(remove(text, "/a"), r#"{ "b": [2, 3], "c": 4 }"#);
    assert_eq!(remove(text, "/c"), r#"{ "a": 1, "b": [2, 3] }"#);
    assert_eq!(remove(text, "/b/0"), r#"{ "a": 1, "b": [3], "c": 4 }"#);
    assert_eq!(remove(r#"{"a":1}"#, "/a"), "{}");
}

#[test]
fn the_last_of_one_name_counts() {
    let text = r#"{"a": 1, "a": 2}"#;
    assert_eq!(Tree::parse(text, 9).unwrap().replace(&[("/a", "3")]).unwrap(), r#"{"a": 1, "a": 3}"#);
}

#[test]
fn refuses_what_it_cannot_do() {
    let text = json!({"a": [1], "b": "text"}).to_string();
    let tree = Tree::parse(&text, 9).unwrap();
    assert!(tree.replace(&[("/a", "1"), ("/a/0", "2")]).is_err());
    assert!(tree.replace(&[("/z", "1")]).is_err());
    assert!(tree.replace(&[("/a", "one")]).is_err());
    assert!(tree.insert("/a/5", "1").is_err());
    assert!(tree.insert("/b", "1").is_err());
    assert!(tree.remove("").is_err());
}

#[test]
fn depth_is_bounded_and_no_stack_is_used() {
    for unit in ["[", "{\"a\":"] {
        let deep = unit.repeat(100_000);
        assert_eq!(Tree::parse(&deep, 128).unwrap_err().kind, TreeErrorKind::TooDeep);
    }
    let deep = ["[".repeat(200_000), "]".repeat(200_000)].concat();
    let tree = Tree::parse(&deep, usize::MAX).unwrap();
    assert_eq!(tree.values(), 200_000);
    assert!(tree.get(&"/0".repeat(150_000)).is_some());
}
