//! The names of months and weekdays in English, German, French, Spanish and Italian, without accents.

const MONTHS: [&[&str]; 12] = [
    &["january", "januar", "janner", "janvier", "enero", "gennaio", "jan", "janv", "ene", "gen"],
    &["february", "februar", "fevrier", "febrero", "febbraio", "feb", "fevr", "fev", "febr"],
    &["march", "marz", "maerz", "mars", "marzo", "mar"],
    &["april", "avril", "abril", "aprile", "apr", "avr", "abr"],
    &["may", "mai", "mayo", "maggio", "mag"],
    &["june", "juni", "juin", "junio", "giugno", "jun", "giu"],
    &["july", "juli", "juillet", "julio", "luglio", "jul", "juil", "lug"],
    &["august", "aout", "agosto", "aug", "ago"],
    &["september", "septembre", "septiembre", "setiembre", "settembre", "sep", "sept", "set"],
    &["october", "oktober", "octobre", "octubre", "ottobre", "oct", "okt", "ott"],
    &["november", "novembre", "noviembre", "nov"],
    &["december", "dezember", "decembre", "diciembre", "dicembre", "dec", "dez", "dic"],
];

/// From Monday on. `mar` is a month.
const WEEKDAYS: [&[&str]; 7] = [
    &["monday", "montag", "lundi", "lunes", "lunedi", "mon"],
    &["tuesday", "dienstag", "mardi", "martes", "martedi", "tue", "tues"],
    &["wednesday", "mittwoch", "mercredi", "miercoles", "mercoledi", "wed"],
    &["thursday", "donnerstag", "jeudi", "jueves", "giovedi", "thu", "thur", "thurs"],
    &["friday", "freitag", "vendredi", "viernes", "venerdi", "fri"],
    &["saturday", "samstag", "sonnabend", "samedi", "sabado", "sabato", "sat"],
    &["sunday", "sonntag", "dimanche", "domingo", "domenica", "sun"],
];

/// Words between the parts of a date.
const BETWEEN: [&str; 12] = ["the", "of", "on", "de", "del", "le", "el", "il", "den", "der", "am", "dem"];

const ORDINAL: [&str; 6] = ["st", "nd", "rd", "th", "er", "º"];

/// What a word of a date means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Month(u32),
    Weekday(u32),
    Ordinal,
    Between,
}

/// What a word means, in lower case and without accents.
pub(super) fn meaning(word: &str) -> Option<Word> {
    let at = |names: &[&[&str]]| names.iter().position(|names| names.contains(&word)).and_then(|n| u32::try_from(n).ok());
    if let Some(month) = at(&MONTHS) {
        return Some(Word::Month(month + 1));
    }
    if let Some(weekday) = at(&WEEKDAYS) {
        return Some(Word::Weekday(weekday));
    }
    if ORDINAL.contains(&word) {
        return Some(Word::Ordinal);
    }
    BETWEEN.contains(&word).then_some(Word::Between)
}

#[cfg(test)]
mod tests {
    use super::{MONTHS, WEEKDAYS};

    #[test]
    fn no_name_stands_for_two() {
        let mut names: Vec<&str> = MONTHS.iter().chain(&WEEKDAYS).flat_map(|names| names.iter().copied()).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
