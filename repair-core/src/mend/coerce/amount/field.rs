//! The unit that a field is in, as far as its name or description says so.

use serde_json::{Map, Value};

use super::units::{Dimension, Unit};
use crate::{
    format::span::Place,
    mend::coerce::{mentions, names},
};

/// How many of the members beside it are looked at, and how far up.
const BESIDE: usize = 24;
const UP: usize = 3;
/// How much of a description is read.
const DESCRIBED: usize = 48;

/// Where a value stands, for what is asked of it.
#[derive(Clone, Copy)]
pub(super) struct Field<'f, 't> {
    pub(super) place: Place<'t>,
    pub(super) keywords: &'f Map<String, Value>,
}

impl Field<'_, '_> {
    /// Whether the unit may be left out here: it is the field's own, or the field names none.
    pub(super) fn is_in(self, unit: Unit) -> bool {
        let mut keys = self.keys();
        let mut own = keys.next().map(|key| in_name(&key)).unwrap_or_default();
        // `unit_price` is in no unit
        own.retain(|named| named.dimension != Dimension::Count);
        let described = self.described();
        let same = |units: &[Unit]| units.iter().any(|named| named.dimension == unit.dimension);
        let only = |units: &[Unit]| units.iter().filter(|named| named.dimension == unit.dimension).all(|named| *named == unit);
        if !own.is_empty() {
            return own.contains(&unit) && only(&own);
        }
        if unit.dimension == Dimension::Share && !described.contains(&unit) {
            return false;
        }
        if same(&described) {
            return only(&described);
        }
        keys.all(|key| only(&in_name(&key))) && self.beside().all(|named| only(&[named]))
    }

    /// Whether it names the unit.
    pub(super) fn names(self, unit: Unit) -> bool {
        self.keys().next().is_some_and(|key| in_name(&key).contains(&unit)) || self.described().contains(&unit)
    }

    /// Whether a word is what the field counts: `parcels` of `3 parcels`.
    pub(super) fn counts(self, word: &str) -> bool {
        let singular = |word: &str| word.strip_suffix('s').unwrap_or(word).to_owned();
        let word = singular(&names::fold(word));
        let own = self.keys().next().unwrap_or_default();
        word.chars().count() > 2 && mentions::split(&own).iter().any(|own| singular(&names::fold(own)) == word)
    }

    /// The names of what it is in, from the inside.
    fn keys(self) -> impl Iterator<Item = String> {
        let places = std::iter::successors(Some(self.place), |place| place.parent());
        places.filter_map(|place| place.key().map(|key| key.into_owned())).take(UP)
    }

    fn described(self) -> Vec<Unit> {
        let texts = ["description", "title"].into_iter().filter_map(|name| self.keywords.get(name).and_then(Value::as_str));
        texts.flat_map(in_text).collect()
    }

    /// What a member beside it names as the unit: `{"amount": "5 EUR", "currency": "USD"}`.
    fn beside(self) -> impl Iterator<Item = Unit> {
        let members = self.place.parent().into_iter().flat_map(|parent| parent.children()).take(BESIDE);
        members.filter_map(|member| {
            let name = names::fold(&member.key()?);
            let names_it = name.contains("currency") || name.ends_with("unit") || name.ends_with("units");
            Unit::of(member.string().filter(|text| names_it && text.len() < 24)?.trim())
        })
    }
}

/// The units in a name: `kg` of `weight_kg`. A short one is one at the end alone, and what is behind `per` is not it.
pub(super) fn in_name(name: &str) -> Vec<Unit> {
    let words = mentions::split(name);
    let per = words.iter().position(|word| word.eq_ignore_ascii_case("per")).unwrap_or(words.len());
    let words = words.get(..per).unwrap_or_default();
    let tells = |n: usize, word: &str| *word != *"in" && (word.chars().count() > 3 || n + 1 == words.len());
    let told = words.iter().enumerate().filter(|(n, word)| tells(*n, word));
    told.filter_map(|(_, word)| Unit::of(&word.to_lowercase())).collect()
}

/// The units that a description names.
pub(super) fn in_text(text: &str) -> Vec<Unit> {
    let text = text.replace("per cent", "percent");
    text.split(|c: char| !is_part(c)).filter(|word| tells(word)).take(DESCRIBED).filter_map(Unit::of).collect()
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '€' | '$' | '£' | '¥' | '%' | '°' | '/')
}

/// Whether a word of a sentence can't well be another word than the unit.
fn tells(word: &str) -> bool {
    match word.chars().count() {
        0 => false,
        1 => !word.chars().all(char::is_alphanumeric),
        2 => matches!(word, "kg" | "km" | "cm" | "mm" | "ms" | "ml" | "mg" | "MB" | "GB" | "KB" | "kB" | "kW" | "°C" | "°F"),
        3 => !matches!(word, "min" | "std" | "mes" | "ora" | "ore"),
        _ => true,
    }
}
