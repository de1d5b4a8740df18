//! Text to value and back, per format; and which part of an answer is the value.

mod excerpt;
mod extract;
pub(crate) mod json;
mod serde_error;
pub mod span;
pub(crate) mod text;
#[cfg(feature = "toml")]
pub(crate) mod toml;
mod tree;
#[cfg(feature = "xml")]
pub(crate) mod xml;
#[cfg(feature = "xml")]
mod xml_places;
#[cfg(feature = "yaml")]
pub(crate) mod yaml;

use std::borrow::Cow;

use schemars::JsonSchema;

use crate::{Finding, Findings, Format, RepairableInput, Shape, escape, input};

/// What stands in a text where a secret value was.
pub(crate) const HIDDEN: &str = "[secret]";

/// The JSON Schema of a type, as the validators and the providers read it.
pub(crate) fn schema<T: JsonSchema>() -> serde_json::Value {
    schemars::generate::SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().into()
}

/// The text as a `T`, nothing around it.
pub(crate) fn parse_strict<T: RepairableInput>(text: &str) -> Result<T, Findings> {
    let format = T::shape().format();
    if format == Format::Json {
        json::check_syntax(text).map_err(|findings| json::with_ambiguity(findings, text))?;
    } else if !matches!(format, Format::Text | Format::Custom) && find_value::<T>(text)?.trim().len() != text.trim().len() {
        let expected = format!("{} and nothing around it", format.name());
        return Err(Finding::whole().rule("syntax").expected(expected).received(text).into());
    }
    let value = T::unmarshal_repair(text);
    let mut found = violations(T::shape(), text);
    match value {
        Ok(value) => {
            input::merge(&mut found, value.check());
            found.none_or(value)
        }
        // What serde stumbled over is among them, unless only serde knows of it.
        Err(first) => {
            let alone: Vec<Finding> = first.into_iter().filter(|finding| !is_covered(finding, &found)).collect();
            found.extend(alone);
            Err(found)
        }
    }
}

/// Whether others say the same of the place, or say it of a place below more exactly.
fn is_covered(finding: &Finding, found: &Findings) -> bool {
    found.iter().any(|known| span::pointer::is_within(&known.path, &finding.path))
}

/// Everything that the schema of a JSON text finds wrong with it.
pub(crate) fn violations(shape: &Shape, text: &str) -> Findings {
    match shape.checker() {
        Ok(Some(checker)) if shape.format() == Format::Json => checker.validate(text),
        _ => Findings::new(),
    }
}

/// The part of an answer that is meant as a `T`, well-formed in its format but not yet a valid `T`.
pub(crate) fn find_value<T: RepairableInput>(answer: &str) -> Result<String, Findings> {
    match T::shape().format() {
        Format::Json => json::find(answer, |text| T::unmarshal_repair(text).is_ok()).map(Cow::into_owned),
        #[cfg(feature = "xml")]
        Format::Xml => xml::find(answer).map(str::to_owned),
        #[cfg(feature = "yaml")]
        Format::Yaml => yaml::find(answer).map(str::to_owned),
        #[cfg(feature = "toml")]
        Format::Toml => toml::find(answer).map(str::to_owned),
        _ => text::decode(answer),
    }
}

/// The text with every secret value replaced, or `None` where that can't be done for sure.
pub(crate) fn hide(shape: &Shape, text: &str) -> Option<String> {
    let secret = shape.secret_paths();
    if shape.is_raw() && shape.kept_paths().next().is_some() && !is_mapped(shape, text) {
        return None;
    }
    if secret.is_empty() {
        return Some(text.to_owned());
    }
    match shape.format() {
        Format::Json => json::hide(text, secret),
        #[cfg(feature = "xml")]
        Format::Xml => xml::hide(text, secret),
        #[cfg(feature = "yaml")]
        Format::Yaml => yaml::hide(text, secret),
        #[cfg(feature = "toml")]
        Format::Toml => toml::hide(text, secret),
        _ => None,
    }
}

/// Whether the frozen and secret values of a text that came from outside are where the type has them: it is an object, it
/// has every secret, and no key that the type does not know and that may hold one.
fn is_mapped(shape: &Shape, text: &str) -> bool {
    let secret = shape.secret_paths();
    if secret.is_empty() && shape.format() == Format::Json {
        return json::readable(text).is_some_and(|tree| tree.is_object());
    }
    let Some(tree) = tree_of(shape.format(), text) else { return false };
    let Some(fields) = tree.as_object() else { return false };
    if secret.is_empty() {
        return true;
    }
    let Some(schema) = shape.json_schema() else { return false };
    let known = schema.get("properties").and_then(serde_json::Value::as_object);
    let required = schema.get("required").and_then(serde_json::Value::as_array);
    // An optional one may be absent; where it should be, every key is known to be another's.
    let may_lack = |path: &str| {
        path.rfind('/') == Some(0) && required.is_none_or(|names| names.iter().all(|name| name.as_str() != path.get(1..)))
    };
    secret.iter().all(|path| tree.pointer(path).is_some() || may_lack(path))
        && known.is_some_and(|known| fields.keys().all(|key| known.contains_key(key)))
}

/// Whether a mended text has the frozen and secret values that could be read of it before.
pub(crate) fn keeps(shape: &Shape, format: Format, before: &str, after: &str) -> bool {
    let mut kept = shape.kept_paths().peekable();
    if kept.peek().is_none() {
        return true;
    }
    let read = |text: &str| if format == Format::Json { json::readable(text) } else { tree_of(format, text) };
    // What can't be read at all before it is mended has no value that could change.
    let (Some(before), Some(after)) = (read(before), read(after)) else { return true };
    kept.all(|path| before.pointer(path).is_none_or(|value| Some(value) == after.pointer(path)))
}

/// The text as a tree, where its format has one that stands for all of it.
pub(crate) fn tree_of(format: Format, text: &str) -> Option<serde_json::Value> {
    match format {
        Format::Json => serde_json::from_str(text).ok(),
        #[cfg(feature = "yaml")]
        Format::Yaml => yaml::tree(text),
        #[cfg(feature = "toml")]
        Format::Toml => toml::tree(text),
        #[cfg(feature = "xml")]
        Format::Xml => xml::tree(text),
        _ => None,
    }
}

/// The values that must not be shown, as text, longest first.
pub(crate) fn secrets(shape: &Shape, text: &str) -> Vec<String> {
    let secret = shape.secret_paths();
    let mut found = match shape.format() {
        _ if secret.is_empty() => Vec::new(),
        Format::Json => json::leaves(text, secret),
        #[cfg(feature = "xml")]
        Format::Xml => xml::leaves(text, secret),
        #[cfg(feature = "yaml")]
        Format::Yaml => yaml::leaves(text, secret),
        #[cfg(feature = "toml")]
        Format::Toml => toml::leaves(text, secret),
        _ => Vec::new(),
    };
    // As they stand in a value, and as they stand in its JSON or XML.
    let escaped: Vec<String> = found.iter().flat_map(|value| [escape::in_json(value), escape::in_xml(value)]).collect();
    found.extend(escaped);
    found.sort_unstable();
    found.dedup();
    found.sort_by_key(|value| std::cmp::Reverse(value.len()));
    found
}

/// The answer with every frozen and secret value as it was; `None` where there is nothing to put back.
///
/// It comes before decoding: a model that was shown `[secret]` in place of a number can't send back a number.
pub(crate) fn graft(shape: &Shape, answer: &str, old: &str) -> Option<String> {
    let kept: Vec<&str> = shape.kept_paths().collect();
    match shape.format() {
        Format::Json => json::graft(answer, old, &kept),
        #[cfg(feature = "xml")]
        Format::Xml => xml::graft(answer, old, &kept),
        #[cfg(feature = "yaml")]
        Format::Yaml => yaml::graft(answer, old, &kept),
        #[cfg(feature = "toml")]
        Format::Toml => toml::graft(answer, old, &kept),
        _ => None,
    }
}

/// Whether two texts of a value are the same value, whatever the order of keys.
pub(crate) fn same(format: Format, a: &str, b: &str) -> bool {
    a == b
        // The tree of an XML document holds names only.
        || format != Format::Xml && matches!((tree_of(format, a), tree_of(format, b)), (Some(a), Some(b)) if a == b)
}

/// The finding for an answer in which there is nothing.
pub(crate) fn empty(format: Format) -> Finding {
    Finding::whole().rule("empty").expected(format!("the corrected value as {}", format.name())).received("")
}
