//! Two texts of a value by path: what differs, and the old one with the new one's values at some places.

use serde_json::{Map, Value};

use super::{Tree, pointer};

/// How many places are listed; a text may differ everywhere.
const LISTED: usize = 64;

/// The old text with a new one's values at the open places, and every other byte as it was.
///
/// `None` where that can't be done: a list that holds an open place has another length in the new text, so that its items
/// can't be told apart; or a place lies where nothing can be put.
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

/// Whether every list on the way to a place is as long in the one as in the other.
fn is_aligned(old: &Tree<'_>, new: &Tree<'_>, path: &str) -> bool {
    path.match_indices('/').map(|(at, _)| &path[..at]).all(|holder| match (old.at(holder), new.at(holder)) {
        (Some(old), Some(new)) if old.kind() == super::Kind::Array => new.kind() == old.kind() && old.len() == new.len(),
        _ => true,
    })
}

/// The places at which two values differ, as far down as they have the same members; at most some dozens of them.
pub(crate) fn differences(old: &Value, new: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare(old, new, &mut String::new(), &mut found);
    found
}

fn compare(old: &Value, new: &Value, path: &mut String, found: &mut Vec<String>) {
    if found.len() >= LISTED {
        return;
    }
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

/// Whether two values are the same, numbers by what they amount to.
pub(crate) fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            a == b || !(a.is_i64() && b.is_i64() || a.is_u64() && b.is_u64()) && a.as_f64() == b.as_f64()
        }
        _ => a == b,
    }
}
