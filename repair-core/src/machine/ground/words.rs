//! The words of a text, as they are compared.

use crate::mend::fold;

/// From so many words on, a text counts as a long one.
const LONG: usize = 8;
/// The shortest word that says what a text is about.
const TELLING: usize = 4;

/// A text as words in lower case and without accents; what stands between two of them is forgotten.
pub(super) struct Words {
    words: Vec<String>,
    /// Where each begins in the text.
    starts: Vec<usize>,
}

impl Words {
    pub(super) fn of(text: &str) -> Self {
        let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
        Self { words: split(text).map(fold).collect(), starts: split(text).map(start).collect() }
    }

    /// The words that begin within these bytes of the text.
    pub(super) fn within(&self, from: usize, to: usize) -> (usize, usize) {
        let at = |byte: usize| self.starts.partition_point(|&start| start < byte);
        (at(from), at(to))
    }

    pub(super) fn slice(&self) -> &[String] {
        &self.words
    }

    /// Whether the text stands in these words: one after the other; or, where it is long, most of its telling ones at all.
    pub(super) fn has(&self, text: &str) -> bool {
        let wanted = Self::of(text).words;
        if wanted.is_empty() {
            return false;
        }
        if self.words.windows(wanted.len()).any(|window| window == wanted) {
            return true;
        }
        if wanted.len() >= LONG {
            return self.has_most(&wanted);
        }
        text.contains(|c: char| c.is_ascii_digit()) && self.has_squeezed(&wanted.concat())
    }

    fn has_most(&self, wanted: &[String]) -> bool {
        let telling: Vec<&String> = wanted.iter().filter(|word| word.chars().count() >= TELLING).collect();
        let found = telling.iter().filter(|word| self.words.contains(**word)).count();
        !telling.is_empty() && found * 5 >= telling.len() * 4
    }

    /// Whether the letters and digits stand there, from the beginning of a word to the end of one: a telephone number, a code.
    fn has_squeezed(&self, wanted: &str) -> bool {
        (0..self.words.len()).any(|from| {
            let mut rest = wanted;
            for word in &self.words[from..] {
                match rest.strip_prefix(word.as_str()) {
                    Some("") => return true,
                    Some(more) => rest = more,
                    None => return false,
                }
            }
            false
        })
    }
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}
