//! What a JSON Schema finds wrong, in words a model and a person can act on.

use jsonschema::{
    ValidationError,
    error::{TypeKind, ValidationErrorKind as Kind},
};
use serde_json::Value;

use crate::{Finding, Findings, finding::shown, format::span::pointer};

/// How deep alternatives within alternatives are explained.
const MAX_DEPTH: usize = 8;

/// The findings that one error of the validator stands for.
pub(super) fn findings(error: &ValidationError<'_>) -> Findings {
    let mut found = Findings::new();
    explain(error, 0, &mut found);
    found
}

fn explain(error: &ValidationError<'_>, depth: usize, found: &mut Findings) {
    let path = error.instance_path().to_string();
    let at = |path: &str| Finding::at(path).rule(error.kind().keyword().to_owned());
    let here = || at(&path).received(shown(error.instance()));
    match error.kind() {
        Kind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            found.push(at(&member(&path, name)).expected("a value"));
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            for name in unexpected {
                let value = error.instance().get(name).map(shown);
                found.push(at(&member(&path, name)).expected("no such key").received(value));
            }
        }
        Kind::Enum { options } => {
            let allowed = options.as_array().into_iter().flatten().map(word);
            found.push(here().expected("one of the allowed values").allowed(allowed));
        }
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => match best(context, depth) {
            Some(branch) => branch.iter().for_each(|error| explain(error, depth + 1, found)),
            None => found.push(here().expected("one of the alternatives")),
        },
        kind => found
            .push(here().expected(expected(kind).unwrap_or_else(|| format!("what the keyword `{}` asks for", kind.keyword())))),
    }
}

/// The alternative that fits best: the one in which least is wrong, and in which it is wrong deepest down.
fn best<'e>(alternatives: &'e [Vec<ValidationError<'static>>], depth: usize) -> Option<&'e [ValidationError<'static>]> {
    let null = |errors: &[ValidationError<'_>]| matches!(errors, [error] if matches!(error.kind(), Kind::Type { kind: TypeKind::Single(kind) } if kind.to_string() == "null"));
    let wrong = |errors: &[ValidationError<'_>]| {
        let deepest = errors.iter().map(|error| error.instance_path().to_string().matches('/').count()).max();
        (std::cmp::Reverse(deepest.unwrap_or_default()), errors.len())
    };
    let candidates = alternatives.iter().map(Vec::as_slice).filter(|errors| !errors.is_empty() && !null(errors));
    candidates.min_by_key(|errors| wrong(errors)).filter(|_| depth < MAX_DEPTH)
}

fn expected(kind: &Kind) -> Option<String> {
    Some(match kind {
        Kind::Type { kind: TypeKind::Single(kind) } => article(&kind.to_string()),
        Kind::Type { kind: TypeKind::Multiple(kinds) } => {
            let names: Vec<String> = kinds.iter().map(|kind| article(&kind.to_string())).collect();
            names.join(" or ")
        }
        Kind::Constant { expected_value } => word(expected_value),
        Kind::Minimum { limit } => format!("a number of at least {limit}"),
        Kind::Maximum { limit } => format!("a number of at most {limit}"),
        Kind::ExclusiveMinimum { limit } => format!("a number greater than {limit}"),
        Kind::ExclusiveMaximum { limit } => format!("a number less than {limit}"),
        Kind::MultipleOf { multiple_of } => format!("a multiple of {multiple_of}"),
        Kind::MinLength { limit } => format!("a string of at least {limit} characters"),
        Kind::MaxLength { limit } => format!("a string of at most {limit} characters"),
        Kind::MinItems { limit } => format!("at least {limit} items"),
        Kind::MaxItems { limit } => format!("at most {limit} items"),
        Kind::MinProperties { limit } => format!("at least {limit} keys"),
        Kind::MaxProperties { limit } => format!("at most {limit} keys"),
        Kind::UniqueItems => "items that are all different".to_owned(),
        Kind::Pattern { pattern } => format!("text that matches the pattern {pattern}"),
        Kind::Format { format } => format!("text in the format `{format}`"),
        _ => return None,
    })
}

fn article(name: &str) -> String {
    match name {
        "null" => "null".to_owned(),
        "integer" => "a whole number".to_owned(),
        "array" | "object" => format!("an {name}"),
        _ => format!("a {name}"),
    }
}

fn member(path: &str, name: &str) -> String {
    format!("{path}/{}", pointer::escape(name))
}

/// A value as it is named among allowed ones: text without its quotes.
fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
