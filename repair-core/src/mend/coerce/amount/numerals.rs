//! Numbers in words.

/// A number of words: whole ones, and a half or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numeral {
    pub(super) whole: u64,
    pub(super) half: bool,
}

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const SCALES: [(&str, u64); 2] = [("million", 1_000_000), ("thousand", 1000)];

/// German, French, Spanish and Italian, from one to twelve. What is another word of one of these languages or of English is
/// missing: `once`, `due`, `sept`.
const ABROAD: [&[&str]; 12] = [
    &["ein", "eins", "eine", "un", "une", "uno", "una"],
    &["zwei", "deux", "dos"],
    &["drei", "trois", "tres", "tre"],
    &["vier", "quatre", "cuatro", "quattro"],
    &["funf", "cinq", "cinco", "cinque"],
    &["sechs", "seis", "sei"],
    &["sieben", "siete", "sette"],
    &["acht", "huit", "ocho", "otto"],
    &["neun", "neuf", "nueve", "nove"],
    &["zehn", "dix", "diez", "dieci"],
    &["elf", "onze", "undici"],
    &["zwolf", "douze", "doce", "dodici"],
];

/// The number that the words begin with, and the words behind it.
pub(super) fn read<'w>(words: &'w [&'w str]) -> Option<(Numeral, &'w [&'w str])> {
    let (whole, rest) = match words {
        ["half", "a", rest @ ..] => return half_of(rest),
        ["half", "an", rest @ ..] => return half_of(rest),
        ["half", "dozen", ..] => return half_of(words.get(1..)?),
        ["a", "dozen", ..] => (1, words.get(1..)?),
        // `a kilo`, `an hour`
        ["a" | "an", unit, ..] if !is_scale(unit) => (1, words.get(1..)?),
        [first, rest @ ..] => match abroad(first) {
            Some(number) if small(first).is_none() => (number, rest),
            _ => cardinal(words)?,
        },
        [] => return None,
    };
    match rest {
        ["dozen", rest @ ..] if (1..100).contains(&whole) => Some((Numeral { whole: whole * 12, half: false }, rest)),
        ["and", "a", "half", rest @ ..] => Some((Numeral { whole, half: true }, rest)),
        rest => Some((Numeral { whole, half: false }, rest)),
    }
}

/// `half a dozen`, `half an hour`.
fn half_of<'w>(rest: &'w [&'w str]) -> Option<(Numeral, &'w [&'w str])> {
    let whole = |whole, rest| Some((Numeral { whole, half: false }, rest));
    match rest {
        ["dozen", rest @ ..] => whole(6, rest),
        ["hundred", rest @ ..] => whole(50, rest),
        ["thousand", rest @ ..] => whole(500, rest),
        ["million", rest @ ..] => whole(500_000, rest),
        [_] => Some((Numeral { whole: 0, half: true }, rest)),
        _ => None,
    }
}

/// An English cardinal below a thousand million. Years and digits in words, `twenty twenty-six` and `one two`, are none.
fn cardinal<'w>(words: &'w [&'w str]) -> Option<(u64, &'w [&'w str])> {
    if let ["zero", rest @ ..] = words {
        return Some((0, rest));
    }
    let (mut total, mut rest, mut begun) = (0, words, false);
    for (name, scale) in SCALES {
        let (count, after) = below_thousand(rest).unwrap_or((0, rest));
        let bare = if after.len() == rest.len() { rest.strip_prefix(&["a"]).unwrap_or(rest) } else { after };
        if let Some(after) = bare.strip_prefix(&[name]).filter(|_| count > 0 || !begun) {
            total += scale * count.max(1);
            rest = after;
            begun = true;
        }
    }
    let last =
        if begun { rest.strip_prefix(&["and"]).filter(|rest| rest.first().is_some_and(|word| *word != "a")) } else { None };
    match below_thousand(last.unwrap_or(rest)) {
        Some((count, after)) => Some((total + count, after)),
        None if begun => Some((total, rest)),
        None => None,
    }
    .filter(|(_, after)| after.first().is_none_or(|word| small(word).is_none() && tens(word).is_none() && !is_scale(word)))
}

fn below_thousand<'w>(words: &'w [&'w str]) -> Option<(u64, &'w [&'w str])> {
    let (hundreds, rest) = match words {
        ["hundred", rest @ ..] | ["a", "hundred", rest @ ..] => (1, rest),
        [count, "hundred", rest @ ..] => (small(count).filter(|count| *count > 0)?, rest),
        _ => return below_hundred(words),
    };
    let behind = rest.strip_prefix(&["and"]).unwrap_or(rest);
    match below_hundred(behind) {
        Some((count, rest)) => Some((hundreds * 100 + count, rest)),
        None => Some((hundreds * 100, rest)),
    }
}

fn below_hundred<'w>(words: &'w [&'w str]) -> Option<(u64, &'w [&'w str])> {
    let (first, rest) = words.split_first()?;
    if let Some(tens) = tens(first) {
        let unit = rest.first().and_then(|word| small(word)).filter(|unit| (1..10).contains(unit));
        return Some(unit.map_or((tens, rest), |unit| (tens + unit, rest.get(1..).unwrap_or_default())));
    }
    small(first).filter(|count| *count > 0).map(|count| (count, rest))
}

fn place(words: &[&str], word: &str) -> Option<u64> {
    words.iter().position(|known| *known == word).and_then(|n| u64::try_from(n).ok())
}

fn small(word: &str) -> Option<u64> {
    place(&SMALL, word)
}

fn tens(word: &str) -> Option<u64> {
    place(&TENS, word).map(|n| (n + 2) * 10)
}

fn abroad(word: &str) -> Option<u64> {
    let n = ABROAD.iter().position(|names| names.contains(&word))?;
    u64::try_from(n + 1).ok()
}

fn is_scale(word: &str) -> bool {
    matches!(word, "hundred" | "thousand" | "million")
}

#[cfg(test)]
mod tests {
    use super::{Numeral, read};

    fn number(text: &str) -> Option<(u64, bool)> {
        let words: Vec<&str> = text.split([' ', '-']).collect();
        match read(&words)? {
            (Numeral { whole, half }, []) => Some((whole, half)),
            _ => None,
        }
    }

    #[test]
    fn cardinals() {
        for (text, expected) in [
            ("zero", 0),
            ("twelve", 12),
            ("twenty-five", 25),
            ("a hundred", 100),
            ("two hundred and fifty", 250),
            ("nine hundred ninety-nine", 999),
            ("fifteen hundred", 1500),
            ("a thousand", 1000),
            ("one thousand two hundred", 1200),
            ("one thousand and five", 1005),
            ("two hundred thousand", 200_000),
            ("one million two hundred thousand and one", 1_200_001),
            ("a dozen", 12),
            ("half a dozen", 6),
            ("two dozen", 24),
            ("half a million", 500_000),
            ("zwolf", 12),
            ("six", 6),
        ] {
            assert_eq!(number(text), Some((expected, false)), "{text}");
        }
        assert_eq!(number("two and a half"), Some((2, true)));
    }

    #[test]
    fn what_has_no_one_reading() {
        for text in [
            "",
            "a",
            "and",
            "half",
            "a few",
            "twenty twenty six",
            "nineteen eighty four",
            "one two",
            "five twenty",
            "two or three",
            "thousand million",
            "hundred hundred",
            "zero five",
            "one thousand and",
            "twenty zero",
            "once",
            "due",
            "two thousand thousand",
        ] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
