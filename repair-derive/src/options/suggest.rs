//! What to say of an option nobody knows.

use proc_macro2::Ident;
use syn::ext::IdentExt;

/// Names the option that was probably meant, else all that there are.
pub(crate) fn unknown(name: &Ident, known: &[&str]) -> String {
    match meant(name, known) {
        Some(meant) => format!("there is no option `{}`: did you mean `{meant}`?", name.unraw()),
        None => wrapped("use one of", known),
    }
}

/// The list after its opening words, in lines as long as a message may be.
fn wrapped(opening: &str, list: &[&str]) -> String {
    const LINE: usize = 110;
    let mut lines = vec![opening.to_owned()];
    for (n, item) in list.iter().enumerate() {
        let comma = if n + 1 < list.len() { "," } else { "" };
        match lines.last_mut() {
            Some(line) if line.len() + 1 + item.len() + comma.len() <= LINE => *line += &format!(" {item}{comma}"),
            _ => lines.push(format!("{item}{comma}")),
        }
    }
    lines.join("\n")
}

/// The option that was probably meant.
pub(crate) fn meant<'a>(name: &Ident, known: &[&'a str]) -> Option<&'a str> {
    closest(&name.unraw().to_string(), known)
}

/// The known word that differs by a typo or two, or of which only the first or the last part was written.
pub(crate) fn closest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let is_part = |known: &&str| {
        known.strip_suffix(word).is_some_and(|start| start.ends_with('_')) || word.len() > 1 && known.starts_with(word)
    };
    let near = known.iter().map(|known| (distance(word, known), *known)).min_by_key(|(distance, _)| *distance);
    match near {
        Some((distance, known)) if distance <= (word.chars().count() / 3).max(1) => Some(known),
        _ => known.iter().copied().find(is_part),
    }
}

/// Edits from one word to the other; a swap of neighbours is one.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut rows = vec![(0..=to.len()).collect::<Vec<usize>>()];
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
            let changed = usize::from(from[i - 1] != to[j - 1]);
            let mut least = (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + changed);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::{closest, distance};

    const KNOWN: [&str; 4] = ["input", "max_attempts", "prompt_prefix", "model"];

    #[test]
    fn a_swap_of_neighbours_is_one_edit() {
        assert_eq!(distance("rwa", "raw"), 1);
        assert_eq!(distance("raw", "row"), 1);
        assert_eq!(distance("", "raw"), 3);
    }

    #[test]
    fn typos_and_parts_find_their_option() {
        assert_eq!(closest("inptu", &KNOWN), Some("input"));
        assert_eq!(closest("max_attempt", &KNOWN), Some("max_attempts"));
        assert_eq!(closest("attempts", &KNOWN), Some("max_attempts"));
        assert_eq!(closest("prefix", &KNOWN), Some("prompt_prefix"));
        assert_eq!(closest("in", &KNOWN), Some("input"));
    }

    #[test]
    fn a_stranger_finds_none() {
        assert_eq!(closest("temperature", &KNOWN), None);
        assert_eq!(closest("x", &KNOWN), None);
    }
}
