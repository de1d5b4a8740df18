//! Names in another spelling, or within a longer text.

use std::{cell::OnceCell, collections::HashMap, ops::Range};

use super::mentions::{Word, words};

/// What a text says about a set of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::mend) enum Pick {
    /// It is that name, but for case, separators and punctuation.
    Is(usize),
    /// Of all names, it mentions that one alone.
    Mentions(usize, Range<usize>),
    /// It mentions several, or denies the one that it mentions.
    Unclear,
    /// It mentions none.
    None,
}

/// A name, and the value it stands for: several names may stand for one value.
#[derive(Clone, Copy, Debug)]
pub(in crate::mend) struct Name<'n> {
    pub(in crate::mend) text: &'n str,
    pub(in crate::mend) value: usize,
}

/// Names to look for.
#[derive(Debug, Default)]
pub(in crate::mend) struct Names<'n> {
    names: Vec<Name<'n>>,
    /// Filled in when a text is none of the names as they are.
    spelled: OnceCell<Spelled>,
}

/// The names in lower case, and with letters and digits alone; `None` where two values are spelled alike.
#[derive(Debug, Default)]
struct Spelled {
    lower: HashMap<String, Option<usize>>,
    folded: HashMap<String, Option<usize>>,
    words: Vec<Vec<Word>>,
}

impl<'n> Names<'n> {
    pub(in crate::mend) fn new(names: Vec<Name<'n>>) -> Self {
        Self { names, spelled: OnceCell::new() }
    }

    pub(in crate::mend) fn with(&self, more: &[Name<'n>]) -> Self {
        Self::new([self.names.as_slice(), more].concat())
    }

    pub(super) fn names(&self) -> &[Name<'n>] {
        &self.names
    }

    /// The words of each name.
    pub(super) fn words(&self) -> &[Vec<Word>] {
        &self.spelled().words
    }

    pub(in crate::mend) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    pub(in crate::mend) fn pick(&self, text: &str) -> Pick {
        match self.whole(text) {
            // A sign on a word alone, as in `A-` or `!active`, makes another word of it.
            Pick::None if !text.trim().contains(char::is_whitespace) && has_sign(text) => Pick::None,
            Pick::None => self.mentioned(text),
            pick => pick,
        }
    }

    /// The value whose name is written just so.
    pub(super) fn exactly(&self, text: &str) -> Option<usize> {
        self.names.iter().find(|name| name.text == text).map(|name| name.value)
    }

    /// Whether the whole text is one of the names.
    pub(in crate::mend) fn whole(&self, text: &str) -> Pick {
        let text = text.trim();
        if let Some(value) = self.exactly(text) {
            return Pick::Is(value);
        }
        let spelled = self.spelled();
        let found = spelled.lower.get(&text.to_lowercase()).or_else(|| {
            let folded = if has_sign(text) { String::new() } else { fold(text) };
            if folded.is_empty() { None } else { spelled.folded.get(&folded) }
        });
        found.map_or(Pick::None, |value| value.map_or(Pick::Unclear, Pick::Is))
    }

    fn spelled(&self) -> &Spelled {
        self.spelled.get_or_init(|| {
            let mut spelled = Spelled::default();
            for name in &self.names {
                let same = |known: &mut Option<usize>| *known = known.filter(|known| *known == name.value);
                spelled.lower.entry(name.text.to_lowercase()).and_modify(same).or_insert(Some(name.value));
                spelled.folded.entry(fold(name.text)).and_modify(same).or_insert(Some(name.value));
                spelled.words.push(words(name.text));
            }
            spelled
        })
    }
}

/// Letters and digits in lower case; and the signs without which `C++` is `C` and `-1` is `1`.
pub(crate) fn fold(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    let mut chars = name.trim().chars().peekable();
    let mut kept = false;
    while let Some(c) = chars.next() {
        let sign = folded.is_empty() && c == '-' && chars.peek().is_some_and(char::is_ascii_digit);
        kept = c.is_alphanumeric() || (kept && matches!(c, '+' | '#')) || sign;
        if kept {
            folded.extend(c.to_lowercase().map(without_accent));
        }
    }
    folded
}

/// Whether something that [`fold`] leaves out may mean something: a point or hyphen beside a digit or at an end, or a sign
/// of its own. `in-progress` and `**ONE**` have none; `1.0`, `A-` and `!active` do.
fn has_sign(text: &str) -> bool {
    let text = text.trim().trim_matches(['*', '_', '`', '"', '\'', '(', ')', '[', ']']);
    let text = text.trim_end_matches(['.', ',', ':', ';']);
    // `urgent!` is emphasis, `5!` is not five
    let text = text.strip_suffix('!').filter(|word| word.ends_with(char::is_alphabetic)).unwrap_or(text);
    let mut before = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let after = chars.peek().copied();
        let letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let means = match c {
            '!' | '~' | '<' | '>' | '=' | '%' | '±' | '¬' => true,
            '-' if before.is_none() && digit(after) => false,
            '-' | '−' => !(letter(before) || digit(before) && letter(after)) || after.is_none_or(char::is_whitespace),
            '.' | ',' => digit(before) && digit(after),
            _ => false,
        };
        if means && !(c == '-' && before.is_some_and(char::is_whitespace) && after.is_some_and(char::is_whitespace)) {
            return true;
        }
        before = Some(c);
    }
    false
}

fn without_accent(c: char) -> char {
    match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'è'..='ë' | 'ē' | 'ę' | 'ě' => 'e',
        'ì'..='ï' | 'ī' => 'i',
        'ñ' | 'ń' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => 'o',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => 'u',
        'ý' | 'ÿ' => 'y',
        'ś' | 'š' => 's',
        'ź' | 'ż' | 'ž' => 'z',
        'ł' => 'l',
        c => c,
    }
}
