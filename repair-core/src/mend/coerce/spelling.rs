//! The name that is spelled most like a text.

use super::names::{Names, fold};
use crate::escape;

/// How many letters of a text or a name are compared, and with how many names.
const LETTERS: usize = 64;
const NAMES: usize = 256;

/// The name that is spelled most like the text, if one alone is near enough to be meant.
pub(super) fn nearest(text: &str, names: &Names<'_>) -> Option<usize> {
    closest(text, names.names().iter().map(|name| (name.text, name.value)))
}

/// As [`nearest`], of names that stand for themselves.
pub(crate) fn nearest_name<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    closest(text, names.into_iter().map(|name| (name, name)))
}

fn closest<'n, V: Copy + PartialEq>(text: &str, names: impl Iterator<Item = (&'n str, V)>) -> Option<V> {
    let text = letters(text);
    let mut best: Option<(usize, V, bool)> = None;
    for (name, value) in names.take(NAMES) {
        let name = letters(name);
        // The distance is at least the difference in length.
        if text.len().abs_diff(name.len()) * 2 >= name.len() {
            continue;
        }
        let distance = distance(&text, &name);
        if distance * 2 >= name.len() {
            continue;
        }
        match best {
            Some((least, _, _)) if least < distance => {}
            Some((least, known, _)) if least == distance && known != value => best = Some((least, known, true)),
            Some((least, _, _)) if least == distance => {}
            _ => best = Some((distance, value, false)),
        }
    }
    best.filter(|(_, _, tied)| !tied).map(|(_, value, _)| value)
}

fn letters(text: &str) -> Vec<char> {
    fold(escape::clip(text, 4 * LETTERS)).chars().take(LETTERS).collect()
}

/// Edits from one to the other; a swap of neighbours is one.
pub(crate) fn distance(one: &[char], two: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=two.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut row = Vec::with_capacity(above.len());
        row.push(i + 1);
        for (j, b) in two.iter().enumerate() {
            let changed = usize::from(a != b);
            let mut least = (above[j] + changed).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && one[i - 1] == *b && two[j - 1] == *a {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::nearest_name;

    #[test]
    fn a_name_is_near_when_less_than_half_of_it_differs() {
        let names = ["low", "medium", "high"];
        let nearest = |text: &str| nearest_name(text, names);
        assert_eq!(nearest("hgih"), Some("high"), "a swap is one edit");
        assert_eq!(nearest("MEDIUM!"), Some("medium"));
        assert_eq!(nearest("hi"), None);
        assert_eq!(nearest("P1"), None);
        assert_eq!(nearest(""), None);
        assert_eq!(nearest(&"high ".repeat(100_000)), None);
    }

    #[test]
    fn of_two_that_are_as_near_neither_is_named() {
        assert_eq!(nearest_name("colo", ["color", "colon"]), None);
        assert_eq!(nearest_name("size", ["size", "sizes"]), Some("size"));
    }
}
