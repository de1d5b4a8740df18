//! TOML.

use std::borrow::Cow;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{empty, extract, serde_error, tree};
use crate::{Finding, Findings, Format, ShowError};

pub(crate) fn decode<T: DeserializeOwned>(answer: &str) -> Result<T, Findings> {
    let text = find(answer)?;
    let document = ::toml::Deserializer::parse(text).map_err(|error| syntax(&error))?;
    serde_path_to_error::deserialize(document)
        .map_err(|error| serde_error::findings(error.path(), error.inner().message(), false))
}

/// The part of an answer that is meant as the document.
pub(crate) fn find(answer: &str) -> Result<&str, Findings> {
    let text = part(answer);
    if text.trim().is_empty() {
        return Err(empty(Format::Toml).into());
    }
    match ::toml::from_str::<::toml::Table>(text) {
        Ok(_) => Ok(text),
        Err(error) => Err(syntax(&error).into()),
    }
}

fn part(answer: &str) -> &str {
    let text = extract::without_thinking(answer);
    extract::fenced(text).unwrap_or(text)
}

fn syntax(error: &::toml::de::Error) -> Finding {
    Finding::whole().rule("syntax").expected("a TOML document").hint(error.to_string())
}

pub(crate) fn show<T: Serialize>(value: &T) -> Result<Cow<'_, str>, ShowError> {
    ::toml::to_string(value).map(Cow::Owned).map_err(ShowError::serialize)
}

pub(crate) fn tree(text: &str) -> Option<Value> {
    ::toml::from_str(text).ok()
}

fn write(value: &Value) -> Option<String> {
    ::toml::to_string(value).ok()
}

pub(crate) fn hide(text: &str, secret: &[String]) -> Option<String> {
    let mut value = tree(text)?;
    tree::hide(&mut value, secret);
    write(&value)
}

pub(crate) fn leaves(text: &str, secret: &[String]) -> Vec<String> {
    tree(text).map(|value| tree::leaves(&value, secret)).unwrap_or_default()
}

pub(crate) fn graft(answer: &str, old: &str, kept: &[&str]) -> Option<String> {
    let mut new = tree(part(answer))?;
    tree::graft(&mut new, &tree(old)?, kept);
    write(&new)
}
