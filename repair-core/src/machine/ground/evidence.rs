//! How well what stands around a value in the source speaks for a field.

use super::Source;
use crate::mend::fold;

/// How many words to either side count.
const REACH: usize = 8;
/// The shortest word of a description that is looked for.
const TELLING: usize = 4;
/// Words that describe any field.
const COMMON: [&str; 22] = [
    "that", "this", "with", "from", "which", "when", "where", "have", "must", "should", "value", "number", "field", "their",
    "they", "than", "into", "each", "given", "date", "text", "name",
];

/// The words a field is known by: its key's, those its neighbours have as their values, and less so its description's.
pub(in crate::machine) struct Known {
    key: Vec<String>,
    neighbours: Vec<String>,
    description: Vec<String>,
}

impl Known {
    pub(in crate::machine) fn by(path: &str, description: Option<&str>, neighbours: &str) -> Self {
        let words = |text: &str| -> Vec<String> {
            text.split(|c: char| !c.is_alphanumeric())
                .filter(|word| !word.is_empty())
                .map(fold)
                .map(|word| stem(&word).to_owned())
                .collect()
        };
        let key: Vec<String> = path
            .split('/')
            .filter(|token| token.parse::<usize>().is_err())
            .flat_map(words)
            .filter(|word| word.len() > 2)
            .collect();
        let is_telling =
            |word: &String| word.chars().count() >= TELLING && !COMMON.contains(&word.as_str()) && !key.contains(word);
        let description = description.map(words).unwrap_or_default().into_iter().filter(is_telling).collect();
        let neighbours = words(neighbours).into_iter().filter(|word| word.chars().count() >= TELLING).collect();
        Self { key, neighbours, description }
    }
}

impl Source<'_> {
    /// How strongly the words around a place speak for a field; 0 if none do.
    #[allow(clippy::cast_precision_loss, reason = "distances are small")]
    pub(in crate::machine) fn evidence(&self, (from, to): (usize, usize), known: &Known) -> f64 {
        let words = self.words.slice();
        let nearest = |wanted: &String| {
            let is = |at: &usize| words.get(*at).is_some_and(|word| stem(word) == wanted);
            if (from..to).any(|at| is(&at)) {
                return 1.0;
            }
            let before = (from.saturating_sub(REACH)..from).rev().find(is).map(|at| from - at);
            let after = (to..words.len().min(to + REACH)).find(is).map(|at| at + 1 - to);
            [before, after].into_iter().flatten().min().map_or(0.0, |distance| 1.0 / (1.0 + distance as f64))
        };
        let sum = |wanted: &[String]| wanted.iter().map(nearest).sum::<f64>();
        // Of many neighbours, a few that stand close say as much as all.
        2.0 * sum(&known.key) + 2.0 * sum(&known.neighbours).min(1.0) + sum(&known.description)
    }
}

/// A word without the ending of a plural.
fn stem(word: &str) -> &str {
    word.strip_suffix('s').filter(|stem| stem.chars().count() > 2).unwrap_or(word)
}
