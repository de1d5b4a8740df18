//! The rungs of `ladder = [..]`, read here so that nothing is left to fail at run time.

use proc_macro2::Ident;
use syn::{Expr, Lit};

use crate::{
    errors::Errors,
    options::{Entry, closest, is_constant, ungrouped},
};

const EXAMPLE: &str = "ladder = [\"mend\", \"patch\"]";

/// The rungs by name, and as variants of `config::Rung`.
const RUNGS: [(&str, &str); 6] = [
    ("mend", "Mend"),
    ("read", "Read"),
    ("patch", "Patch"),
    ("reread", "Reread"),
    ("simplified", "Simplified"),
    ("whole", "Whole"),
];
/// Those that ask no model.
const WITHOUT_MODEL: [&str; 2] = ["mend", "read"];

/// `rung` or `rung@provider/model`.
pub(crate) struct Step {
    pub(crate) rung: Ident,
    pub(crate) model: Option<(String, String)>,
}

/// The steps, if each of them is one.
pub(super) fn steps(entry: &Entry, errors: &mut Errors) -> Option<Vec<Step>> {
    let Some(Expr::Array(list)) = entry.expression() else {
        return entry.mistyped("a list of rungs", EXAMPLE, errors);
    };
    if list.elems.is_empty() {
        errors.at(entry, format!("a ladder has a rung or more: write `{EXAMPLE}`, or leave it off"));
        return None;
    }
    // Each is read, so that all mistakes are told.
    let steps: Vec<_> = list.elems.iter().map(|item| step(item, errors)).collect();
    steps.into_iter().collect()
}

fn step(item: &Expr, errors: &mut Errors) -> Option<Step> {
    match read(ungrouped(item)) {
        Ok(step) => Some(step),
        Err(message) => {
            errors.at(item, message);
            None
        }
    }
}

fn read(item: &Expr) -> Result<Step, String> {
    let (text, span) = match item {
        Expr::Lit(literal) if let Lit::Str(text) = &literal.lit => (text.value(), text.span()),
        Expr::Path(path) if let Some(word) = path.path.get_ident().filter(|_| !is_constant(&path.path)) => {
            (word.to_string(), word.span())
        }
        _ => return Err("a rung stands here as a string, such as `\"patch\"`: constants and macros are not read".to_owned()),
    };
    let (name, model) = match text.split_once('@') {
        Some((name, model)) => (name, Some(model)),
        None => (text.as_str(), None),
    };
    let Some((name, variant)) = RUNGS.iter().find(|(known, _)| *known == name) else { return Err(no_rung(name)) };
    let model = match model {
        Some(_) if WITHOUT_MODEL.contains(name) => return Err(format!("`{name}` asks no model: write `\"{name}\"`")),
        Some(model) => Some(provider_and_model(model).ok_or_else(|| no_model(name, model))?),
        None => None,
    };
    Ok(Step { rung: Ident::new(variant, span), model })
}

fn provider_and_model(name: &str) -> Option<(String, String)> {
    let (provider, model) = name.split_once('/')?;
    let is_name = |part: &str| !part.is_empty() && !part.contains(char::is_whitespace);
    (is_name(provider) && is_name(model)).then(|| (provider.to_owned(), model.to_owned()))
}

fn no_rung(name: &str) -> String {
    let known = RUNGS.map(|(name, _)| name);
    let meant = closest(name, &known).map(|meant| format!(": did you mean `{meant}`?")).unwrap_or_default();
    let separator = if meant.is_empty() { ";" } else { "" };
    format!("`{name}` is no rung{meant}{separator} the rungs are {}", known.join(", "))
}

fn no_model(rung: &str, model: &str) -> String {
    format!("`{rung}@{model}` names no model: write `{rung}@provider/model`")
}
