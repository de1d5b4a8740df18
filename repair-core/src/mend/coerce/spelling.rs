//! The name that is spelled most like a text.

use super::names::{Names, fold};

/// The name that is spelled most like the text, if one is near enough to be meant.
pub(super) fn nearest(text: &str, names: &Names<'_>) -> Option<usize> {
    let letters = |text: &str| fold(text).chars().take(64).collect::<Vec<_>>();
    let text = letters(text);
    let distances = names.names().iter().take(256).map(|name| (distance(&text, &letters(name.text)), name));
    let (distance, name) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance * 2 < name.text.chars().count()).then_some(name.value)
}

fn distance(one: &[char], two: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut above_left = i;
        let mut left = i + 1;
        for (b, cell) in two.iter().zip(row.iter_mut().skip(1)) {
            let here = (above_left + usize::from(a != b)).min(left + 1).min(*cell + 1);
            above_left = std::mem::replace(cell, here);
            left = here;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}
