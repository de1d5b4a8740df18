//! What a keyword asks for, in words.

use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};

use super::word;

/// What should stand there.
pub(super) fn expected(kind: &Kind) -> Option<String> {
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
        Kind::OneOfMultipleValid { .. } => "a value of one of the alternatives only".to_owned(),
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
