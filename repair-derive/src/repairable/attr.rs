//! The options of `#[repairable(..)]`.

use proc_macro2::{Ident, Span, TokenStream};
use syn::{Expr, Index, Member};

use crate::{
    errors::Errors,
    options::{CratePath, Entry, Slot, entries, meant, unknown},
};

const OPTIONS: [&str; 10] =
    ["input", "max_attempts", "prompt_prefix", "prompt_suffix", "provider", "model", "max_tokens", "stall", "allow", "crate"];

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

pub(crate) enum Setting {
    /// `.name(value)`.
    Value(Ident, Expr),
    /// `.stall(Stall::Ignore)`: the option, where its variants are below the crate, and the variant.
    Choice(Ident, Vec<&'static str>, Ident),
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

impl Setting {
    fn of(entry: &Entry, errors: &mut Errors) -> Option<Self> {
        let name = &entry.name;
        let value = match entry.name().as_str() {
            "max_attempts" => {
                entry.number("max_attempts = 3", "never repairs: write 1 or more, or leave `#[repairable]` off", errors)
            }
            "max_tokens" => entry.number("max_tokens = 2048", "leaves no room for an answer: write 1 or more", errors),
            "stall" => return Self::choice(entry, &STALL, errors),
            "allow" => return Self::choice(entry, &ALLOW, errors),
            "provider" => entry.text("provider = \"anthropic\"", errors),
            "model" => entry.text("model = \"claude-sonnet-4-6\"", errors),
            other => entry.text(&format!("{other} = \"..\""), errors),
        };
        value.map(|value| Self::Value(name.clone(), value))
    }

    fn choice(entry: &Entry, choice: &Choice, errors: &mut Errors) -> Option<Self> {
        let (word, span) = entry.word(choice.takes, choice.example, errors)?;
        match choice.variants.iter().find(|(known, _)| *known == word) {
            Some((_, variant)) => Some(Self::Choice(entry.name.clone(), choice.path.to_vec(), Ident::new(variant, span))),
            None => entry.mistyped(choice.takes, choice.example, errors),
        }
    }
}

/// An option that takes one of some words.
struct Choice {
    takes: &'static str,
    example: &'static str,
    /// Where the variants are, below the crate.
    path: &'static [&'static str],
    variants: &'static [(&'static str, &'static str)],
}

const STALL: Choice = Choice {
    takes: "`stop` or `ignore`",
    example: "stall = \"ignore\"",
    path: &["Stall"],
    variants: &[("stop", "Stop"), ("ignore", "Ignore")],
};

const ALLOW: Choice = Choice {
    takes: "`exact`, `guess` or `loss`",
    example: "allow = \"loss\"",
    path: &["mend", "Risk"],
    variants: &[("exact", "Exact"), ("guess", "Guess"), ("loss", "Loss")],
};
