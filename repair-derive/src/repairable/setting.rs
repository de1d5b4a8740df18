//! What an option sets in the `RepairConfig`.

use proc_macro2::{Ident, Span};
use syn::Expr;

use super::ladder::{self, Step};
use crate::{errors::Errors, options::Entry};

pub(crate) enum Setting {
    /// `.name(value)`.
    Value(Ident, Expr),
    /// `.stall(Stall::Ignore)`.
    Choice(Chosen),
    /// `.ladder(..)`.
    Ladder(Ident, Vec<Step>),
}

/// One of an option's words.
pub(crate) struct Chosen {
    pub(crate) option: Ident,
    /// Where the variants are, below the crate.
    pub(crate) path: &'static [&'static str],
    pub(crate) variant: &'static str,
    /// Where the word stands.
    pub(crate) span: Span,
}

impl Setting {
    pub(crate) fn of(entry: &Entry, errors: &mut Errors) -> Option<Self> {
        let name = entry.name();
        if let Some(choice) = CHOICES.iter().find(|choice| choice.option == name) {
            return choice.of(entry, errors).map(Self::Choice);
        }
        let value = match name.as_str() {
            "ladder" => return ladder::steps(entry, errors).map(|steps| Self::Ladder(entry.name.clone(), steps)),
            "max_attempts" => {
                entry.number("max_attempts = 3", "never repairs: write 1 or more, or leave `#[repairable]` off", errors)
            }
            "max_calls" => {
                entry.number("max_calls = 12", "lets no model be asked: write 1 or more, or `ladder = [\"mend\"]`", errors)
            }
            "max_tokens" => entry.number("max_tokens = 2048", "leaves no room for an answer: write 1 or more", errors),
            "provider" => entry.text("provider = \"anthropic\"", errors),
            "model" => entry.text("model = \"claude-sonnet-4-6\"", errors),
            other => entry.text(&format!("{other} = \"..\""), errors),
        };
        value.map(|value| Self::Value(entry.name.clone(), value))
    }
}

/// An option that takes one of some words.
struct Choice {
    option: &'static str,
    takes: &'static str,
    example: &'static str,
    path: &'static [&'static str],
    variants: &'static [(&'static str, &'static str)],
}

impl Choice {
    fn of(&self, entry: &Entry, errors: &mut Errors) -> Option<Chosen> {
        let (word, span) = entry.word(self.takes, self.example, errors)?;
        match self.variants.iter().find(|(known, _)| *known == word) {
            Some((_, variant)) => Some(Chosen { option: entry.name.clone(), path: self.path, variant, span }),
            None => entry.mistyped(self.takes, self.example, errors),
        }
    }
}

const CHOICES: [Choice; 6] = [
    Choice {
        option: "allow",
        takes: "`exact`, `guess` or `loss`",
        example: "allow = \"loss\"",
        path: &["mend", "Risk"],
        variants: &[("exact", "Exact"), ("guess", "Guess"), ("loss", "Loss")],
    },
    Choice {
        option: "drift",
        takes: "`restore`, `reject` or `off`",
        example: "drift = \"reject\"",
        path: &["config", "Drift"],
        variants: &[("restore", "Restore"), ("reject", "Reject"), ("off", "Off")],
    },
    Choice {
        option: "grounding",
        takes: "`require`, `agree`, `flag` or `off`",
        example: "grounding = \"flag\"",
        path: &["config", "Grounding"],
        variants: &[("require", "Require"), ("agree", "Agree"), ("flag", "Flag"), ("off", "Off")],
    },
    Choice {
        option: "stall",
        takes: "`stop` or `ignore`",
        example: "stall = \"ignore\"",
        path: &["Stall"],
        variants: &[("stop", "Stop"), ("ignore", "Ignore")],
    },
    Choice {
        option: "mode",
        takes: "`repair` or `observe`",
        example: "mode = \"observe\"",
        path: &["config", "Mode"],
        variants: &[("repair", "Repair"), ("observe", "Observe")],
    },
    Choice {
        option: "on_exhausted",
        takes: "`fail` or `degrade`",
        example: "on_exhausted = \"degrade\"",
        path: &["config", "OnExhausted"],
        variants: &[("fail", "Fail"), ("degrade", "Degrade")],
    },
];
