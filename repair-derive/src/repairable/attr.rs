//! The options of `#[repairable(..)]`.

use proc_macro2::{Ident, Span, TokenStream};
use syn::{Index, Member};

use super::setting::Setting;
use crate::{
    errors::Errors,
    options::{CratePath, Entry, Slot, entries, meant, unknown},
};

const OPTIONS: [&str; 16] = [
    "input",
    "max_attempts",
    "max_calls",
    "max_tokens",
    "prompt_prefix",
    "prompt_suffix",
    "provider",
    "model",
    "ladder",
    "allow",
    "drift",
    "grounding",
    "stall",
    "mode",
    "on_exhausted",
    "crate",
];

pub(crate) struct OpAttr {
    /// `None` where it is missing or no field's name, which is recorded.
    pub(crate) input: Option<Input>,
    /// What differs from the default, as calls of `RepairConfig`'s setters.
    pub(crate) settings: Vec<Setting>,
    pub(crate) krate: CratePath,
}

/// The field that is repaired.
pub(crate) struct Input {
    pub(crate) member: Member,
    pub(crate) span: Span,
}

impl OpAttr {
    pub(crate) fn of(options: TokenStream, errors: &mut Errors) -> Self {
        let mut input = Slot::default();
        let mut krate = Slot::default();
        let mut settings: Vec<(String, Slot<Setting>)> = Vec::new();
        let entries = entries(options, "input = \"field\"", errors);
        // What could not be read, or was misspelt, may be the input.
        let mut is_missing = errors.is_empty();
        for entry in entries {
            match entry.name().as_str() {
                "input" => {
                    is_missing = false;
                    let field = field(&entry, errors);
                    input.set(&entry, field, errors);
                }
                "crate" => {
                    let path = entry.crate_path(errors);
                    krate.set(&entry, path, errors);
                }
                name if OPTIONS.contains(&name) => {
                    let setting = Setting::of(&entry, errors);
                    slot(&mut settings, name).set(&entry, setting, errors);
                }
                _ => {
                    is_missing &= meant(&entry.name, &OPTIONS) != Some("input");
                    errors.at(&entry.name, unknown(&entry.name, &OPTIONS));
                }
            }
        }
        if is_missing {
            let message = "`input` is missing: write `input = \"field\"`, with the field to repair";
            errors.push(syn::Error::new(Span::call_site(), message));
        }
        Self {
            input: input.into_value(),
            settings: settings.into_iter().filter_map(|(_, setting)| setting.into_value()).collect(),
            krate: CratePath::new(krate.into_value()),
        }
    }
}

fn slot<'a>(settings: &'a mut Vec<(String, Slot<Setting>)>, name: &str) -> &'a mut Slot<Setting> {
    let at = settings.iter().position(|(known, _)| known == name).unwrap_or(settings.len());
    if at == settings.len() {
        settings.push((name.to_owned(), Slot::default()));
    }
    &mut settings[at].1
}

/// A field's name, or its number in a tuple struct.
fn field(entry: &Entry, errors: &mut Errors) -> Option<Input> {
    const EXAMPLE: &str = "input = \"field\"";
    let (word, span) = entry.word("a field's name", EXAMPLE, errors)?;
    let member = match word.parse() {
        Ok(index) => Member::Unnamed(Index { index, span }),
        Err(_) => match identifier(&word) {
            Some(mut name) => {
                name.set_span(span);
                Member::Named(name)
            }
            None => return entry.mistyped("the name of one field", EXAMPLE, errors),
        },
    };
    Some(Input { member, span })
}

/// The word as an identifier, raw where it is a keyword.
fn identifier(word: &str) -> Option<Ident> {
    if matches!(word, "self" | "Self" | "super" | "crate" | "_") {
        return None;
    }
    syn::parse_str(word).or_else(|_| syn::parse_str(&format!("r#{word}"))).ok()
}
