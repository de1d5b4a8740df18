//! Two texts of a value by path: what differs, and the old one with the new one's values at some places.

use serde_json::{Map, Value};

use super::{Tree, pointer};

/// Whole numbers below this are all told apart by a float: 2⁵³.
pub(crate) const EXACT: f64 = 9_007_199_254_740_992.0;

/// The old text with a new one's values at the open places, and every other byte as it was.
///
/// `None` where that can't be done: a list that holds an open place has another length in the new text, so that its items
/// can't be told apart; what holds one is of another kind; or a place lies where nothing can be put.
pub(crate) fn merge(old: &Tree<'_>, new: &Tree<'_>, open: &[String]) -> Option<String> {
    let open = outermost(open.iter().map(|path| reachable(old, path)).collect());
    let mut replaced = Vec::new();
    let mut inserted = Vec::new();
    let mut removed = Vec::new();
    for path in &open {
        if !is_aligned(old, new, path) {
            return None;
        }
        match (old.at(path), new.at(path)) {
            (Some(_), Some(new)) => replaced.push((path, new.raw())),
            (None, Some(new)) => inserted.push((path, new.raw())),
            // A member that is gone together with what held it was not taken out on purpose.
            (Some(_), None) if parent(path).is_some_and(|parent| new.at(parent).is_some()) => removed.push(path),
            (_, None) => {}
        }
    }
    let mut text = old.replace(&replaced).ok()?;
    for (path, raw) in inserted {
        text = Tree::parse(&text, usize::MAX).ok()?.insert(path, raw).ok()?;
    }
    // From the end, so that no item's removal moves the next one.
    for path in removed.into_iter().rev() {
        text = Tree::parse(&text, usize::MAX).ok()?.remove(path).ok()?;
    }
    Some(text)
}

/// Where a path ends in a tree: itself, or the first place on its way that is not there.
pub(crate) fn reachable(tree: &Tree<'_>, path: &str) -> String {
    let ends = path.match_indices('/').map(|(at, _)| at).skip(1).chain([path.len()]);
    ends.map(|end| &path[..end]).find(|&prefix| tree.at(prefix).is_none()).unwrap_or(path).to_owned()
}

/// The paths without those that lie within another, in the order of the tokens.
pub(crate) fn outermost(mut paths: Vec<String>) -> Vec<String> {
    paths.sort_by(|a, b| order(a).cmp(order(b)));
    paths.dedup();
    let mut kept: Vec<String> = Vec::new();
    for path in paths {
        if kept.last().is_none_or(|outer| !pointer::is_within(&path, outer)) {
            kept.push(path);
        }
    }
    kept
}

/// Tokens compare one by one, items by their number.
fn order(path: &str) -> impl Iterator<Item = (Option<usize>, &str)> {
    path.split('/').map(|token| (pointer::index(token), token))
}

fn parent(path: &str) -> Option<&str> {
    path.rsplit_once('/').map(|(parent, _)| parent)
}

/// Whether what lies on the way to a place is of the same kind in both, and every list as long in the one as in the other.
fn is_aligned(old: &Tree<'_>, new: &Tree<'_>, path: &str) -> bool {
    path.match_indices('/').map(|(at, _)| &path[..at]).all(|holder| match (old.at(holder), new.at(holder)) {
        (Some(old), Some(new)) => old.kind() == new.kind() && (old.kind() != super::Kind::Array || old.len() == new.len()),
        _ => true,
    })
}

/// The places at which two values differ, as far down as they have the same members.
pub(crate) fn differences(old: &Value, new: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare(old, new, &mut String::new(), &mut found);
    found
}

fn compare(old: &Value, new: &Value, path: &mut String, found: &mut Vec<String>) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => members(old, new, path, found),
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                below(path, &index.to_string(), |path| compare(old, new, path, found));
            }
        }
        (old, new) if is_same(old, new) => {}
        _ => found.push(path.clone()),
    }
}

fn members(old: &Map<String, Value>, new: &Map<String, Value>, path: &mut String, found: &mut Vec<String>) {
    for (name, value) in old {
        below(path, name, |path| match new.get(name) {
            Some(new) => compare(value, new, path, found),
            None => found.push(path.clone()),
        });
    }
    for name in new.keys().filter(|name| !old.contains_key(*name)) {
        below(path, name, |path| found.push(path.clone()));
    }
}

fn below(path: &mut String, token: &str, visit: impl FnOnce(&mut String)) {
    let length = path.len();
    path.push('/');
    path.push_str(&pointer::escape(token));
    visit(path);
    path.truncate(length);
}

/// Whether two values are the same, numbers by what they amount to: `1` is `1.0`. Beyond the numbers a float tells apart,
/// only the same digits are the same.
pub(crate) fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => {
            x == y || x.is_f64() != y.is_f64() && x.as_f64() == y.as_f64() && x.as_f64().is_some_and(|x| x.abs() < EXACT)
        }
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};

    use super::{Tree, merge, outermost, pointer, reachable};

    /// Few keys and few items, so that places meet; some keys need escapes.
    fn value() -> impl Strategy<Value = Value> {
        let scalar = prop_oneof![
            Just(json!(null)),
            any::<bool>().prop_map(Value::from),
            (-3..3).prop_map(Value::from),
            "[a\"é\\\\]{0,3}".prop_map(Value::from)
        ];
        let key = prop::sample::select(vec!["a", "b", "a/b", "~", "", "0"]);
        scalar.prop_recursive(4, 24, 4, move |inner| {
            let members = prop::collection::vec((key.clone(), inner.clone()), 0..4);
            let object = members.prop_map(|members| {
                Value::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<Map<_, _>>())
            });
            prop_oneof![object, prop::collection::vec(inner, 0..4).prop_map(Value::Array)]
        })
    }

    /// Some places of either value, and some of neither.
    fn place() -> impl Strategy<Value = String> {
        let token = prop::sample::select(vec!["a", "b", "a~1b", "~0", "", "0", "1", "9", "-"]);
        prop::collection::vec(token, 0..4).prop_map(|tokens| tokens.iter().map(|token| format!("/{token}")).collect())
    }

    /// The same value with other spaces, as different people write it.
    fn text(value: &Value, spaced: bool) -> String {
        if spaced { serde_json::to_string_pretty(value).unwrap_or_default() } else { value.to_string() }
    }

    fn read(text: &str) -> Result<Tree<'_>, TestCaseError> {
        Tree::parse(text, usize::MAX).map_err(|_| TestCaseError::fail(format!("no JSON: {text}")))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn only_open_places_change_and_they_have_the_new_values(
            old in value(), new in value(), open in prop::collection::vec(place(), 0..4), spaced in any::<bool>(),
        ) {
            let (old_text, new_text) = (text(&old, spaced), text(&new, !spaced));
            let (old_tree, new_tree) = (read(&old_text)?, read(&new_text)?);
            let Some(merged) = merge(&old_tree, &new_tree, &open) else { return Ok(()) };
            let tree = read(&merged)?;
            prop_assert!(serde_json::from_str::<Value>(&merged).is_ok(), "{}", merged);

            let open = outermost(open.iter().map(|path| reachable(&old_tree, path)).collect());
            // An item that was taken out moves those after it.
            let moves = |path: &str| {
                let gone = open.iter().filter(|open| new_tree.at(open).is_none());
                let holders = gone.filter_map(|open| open.rsplit_once('/')).map(|(holder, _)| holder);
                holders.into_iter().any(|holder| {
                    matches!(old.pointer(holder), Some(Value::Array(_))) && pointer::is_within(path, holder)
                })
            };
            let raw = |tree: &Tree<'_>, path: &str| tree.at(path).map(|place| place.raw().to_owned());
            for path in leaves(&old) {
                let is_open = |open: &String| pointer::is_within(&path, open) || pointer::is_within(open, &path);
                if !open.iter().any(is_open) && !moves(&path) {
                    prop_assert_eq!(raw(&old_tree, &path), raw(&tree, &path), "{} in {}", path, merged);
                }
            }
            for path in open.iter().filter(|path| new_tree.at(path).is_some() && !moves(path)) {
                prop_assert_eq!(raw(&new_tree, path), raw(&tree, path), "{} in {}", path, merged);
            }
            if !open.iter().any(|path| moves(path)) {
                let again = merge(&tree, &new_tree, &open);
                prop_assert_eq!(again.as_deref(), Some(&*merged));
            }
        }
    }

    /// What holds nothing else, by place; empty lists and objects among them.
    fn leaves(value: &Value) -> Vec<String> {
        let mut found = Vec::new();
        let mut open = vec![(String::new(), value)];
        while let Some((path, value)) = open.pop() {
            match value {
                Value::Array(items) if !items.is_empty() => {
                    open.extend(items.iter().enumerate().map(|(index, item)| (format!("{path}/{index}"), item)));
                }
                Value::Object(fields) if !fields.is_empty() => {
                    open.extend(fields.iter().map(|(name, field)| (format!("{path}/{}", pointer::escape(name)), field)));
                }
                _ => found.push(path),
            }
        }
        found
    }
}
