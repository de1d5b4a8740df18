//! Names within a longer text.

use std::{collections::HashMap, ops::Range};

use super::names::{Name, Names, Pick};

impl Names<'_> {
    /// The one name that a text mentions. A mention within a longer one is part of it.
    pub(in crate::mend) fn mentioned(&self, text: &str) -> Pick {
        let text_words = words(text);
        let mut mentions = mentions(text, &text_words, self.names(), self.words());
        if mentions.len() > MENTIONS {
            return Pick::Unclear;
        }
        let longest: Vec<_> = mentions.iter().map(|mention| mention.words.clone()).collect();
        mentions.retain(|mention| {
            !longest.iter().any(|other| {
                other.start <= mention.words.start && other.end >= mention.words.end && other.len() > mention.words.len()
            })
        });
        let Some(first) = mentions.first() else { return Pick::None };
        if mentions.iter().any(|mention| mention.name.value != first.name.value) {
            // `TWO` is one of them: who writes one name in capitals does not mean the other by a plain word
            mentions.retain(|mention| {
                text.get(mention.range.clone()) == Some(mention.name.text) || !is_in_capitals(mention.name.text)
            });
        }
        match mentions.as_slice() {
            [first, rest @ ..] if rest.iter().all(|mention| mention.name.value == first.name.value) => {
                if mentions.iter().all(|mention| mention.doubtful) {
                    return Pick::None;
                }
                let denied = mentions.iter().any(|mention| is_denied(text, &text_words, &mention.words));
                if denied { Pick::Unclear } else { Pick::Mentions(first.name.value, first.range.clone()) }
            }
            _ => Pick::Unclear,
        }
    }
}

#[derive(Debug)]
pub(super) struct Word {
    range: Range<usize>,
    folded: String,
}

/// Runs of letters and digits, parted where an upper-case letter begins a word within them.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut before: Option<char> = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        let in_word = before.is_some();
        let part = c.is_alphanumeric()
            || (in_word && matches!(c, '\'' | '’') && next.is_some_and(char::is_alphabetic))
            || (in_word && matches!(c, '+' | '#') && before.is_some_and(|b| b.is_alphanumeric() || b == c));
        let humps = before.is_some_and(|before| {
            c.is_uppercase() && (before.is_lowercase() || (before.is_uppercase() && next.is_some_and(char::is_lowercase)))
        });
        match (part, words.last_mut()) {
            (true, Some(word)) if in_word && !humps => {
                word.folded.extend(c.to_lowercase());
                word.range.end = at + c.len_utf8();
            }
            (true, _) => words.push(Word { range: at..at + c.len_utf8(), folded: c.to_lowercase().collect() }),
            (false, _) => {}
        }
        before = part.then_some(c);
    }
    words
}

/// The words of a name, in lower case.
pub(super) fn split(name: &str) -> Vec<String> {
    words(name).into_iter().map(|word| word.folded).collect()
}

struct Mention<'n> {
    name: Name<'n>,
    range: Range<usize>,
    words: Range<usize>,
    /// Whether it may as well be a plain word.
    doubtful: bool,
}

/// More mentions than this are not looked through.
const MENTIONS: usize = 128;

fn mentions<'n>(text: &str, text_words: &[Word], names: &[Name<'n>], spelled: &[Vec<Word>]) -> Vec<Mention<'n>> {
    let mut by_first: HashMap<&str, Vec<(Name<'n>, &[Word])>> = HashMap::new();
    for (name, words) in names.iter().zip(spelled) {
        if let Some(first) = words.first() {
            by_first.entry(&first.folded).or_default().push((*name, words));
        }
    }
    let mut found = Vec::new();
    for (start, word) in text_words.iter().enumerate() {
        for &(name, wanted) in by_first.get(word.folded.as_str()).into_iter().flatten() {
            let Some(here) = text_words.get(start..start + wanted.len()) else { continue };
            let same = here.iter().zip(wanted).all(|(here, wanted)| here.folded == wanted.folded);
            if let Some(last) = here.last().filter(|_| same) {
                let range = word.range.start..last.range.end;
                if !is_lower_letter(text, &range) && !is_part(text, &range) {
                    let doubtful = is_plain_word(text, &range);
                    found.push(Mention { name, range, words: start..start + wanted.len(), doubtful });
                }
            }
        }
    }
    found
}

/// A single letter is a name in upper case only.
fn is_lower_letter(text: &str, range: &Range<usize>) -> bool {
    let word = text.get(range.clone()).unwrap_or_default();
    word.chars().count() == 1 && word.chars().all(char::is_lowercase)
}

/// `A`, `I` and `no` before another word are words of the language.
fn is_plain_word(text: &str, range: &Range<usize>) -> bool {
    let word = text.get(range.clone()).unwrap_or_default();
    let mut after = text.get(range.end..).unwrap_or_default().chars();
    let leads_on = after.next() == Some(' ') && after.next().is_some_and(char::is_alphabetic);
    leads_on && matches!(word, "A" | "I" | "no" | "No" | "NO")
}

/// Whether the name is a part of a longer one: `car` in `car-2`, `THREE` in `NUMBER_THREE`.
fn is_part(text: &str, range: &Range<usize>) -> bool {
    let joined = |near: Option<char>, far: Option<char>| {
        near.is_some_and(|c| {
            c.is_alphanumeric() || (matches!(c, '_' | '-' | '.' | '@') && far.is_some_and(char::is_alphanumeric))
        })
    };
    let mut before = text.get(..range.start).unwrap_or_default().chars().rev();
    let mut after = text.get(range.end..).unwrap_or_default().chars();
    joined(before.next(), before.next()) || joined(after.next(), after.next())
}

/// Whether the name can't be taken for a word of a sentence.
fn is_in_capitals(name: &str) -> bool {
    name.chars().filter(|c| c.is_uppercase()).count() > 1
}

/// Whether the sentence of the mention says `not`.
fn is_denied(text: &str, words: &[Word], mention: &Range<usize>) -> bool {
    let ends_between = |one: &Word, two: &Word| {
        text.get(one.range.end..two.range.start).is_some_and(|between| between.contains(['.', '!', '?', '\n', ';']))
    };
    let denies = |word: &Word| {
        word.folded.ends_with("n't")
            || word.folded.ends_with("n’t")
            || matches!(
                word.folded.as_str(),
                "not"
                    | "no"
                    | "non"
                    | "hardly"
                    | "barely"
                    | "unlikely"
                    | "wrong"
                    | "incorrect"
                    | "un"
                    | "never"
                    | "neither"
                    | "nor"
                    | "cannot"
                    | "without"
                    | "except"
            )
    };
    let (before, after) = (words.get(..mention.start).unwrap_or_default(), words.get(mention.end..).unwrap_or_default());
    let mut edge = words.get(mention.start);
    for word in before.iter().rev() {
        if edge.is_some_and(|edge| ends_between(word, edge)) {
            break;
        }
        if denies(word) {
            return true;
        }
        edge = Some(word);
    }
    let mut edge = words.get(mention.end.saturating_sub(1));
    for word in after {
        if edge.is_some_and(|edge| ends_between(edge, word)) {
            break;
        }
        if denies(word) {
            return true;
        }
        edge = Some(word);
    }
    false
}
