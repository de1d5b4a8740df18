//! YAML, by serde-saphyr, which bounds aliases, depth and size.

use std::borrow::Cow;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{empty, extract, tree};
use crate::{Finding, Findings, Format, ShowError};

pub(crate) fn decode<T: DeserializeOwned>(answer: &str) -> Result<T, Findings> {
    let text = part(answer);
    if text.trim().is_empty() {
        return Err(empty(Format::Yaml).into());
    }
    serde_saphyr::from_str(text).map_err(|error| {
        let rule = if well_formed(text).is_ok() { "type" } else { "syntax" };
        finding(rule, &error).into()
    })
}

/// The part of an answer that is meant as the document.
pub(crate) fn find(answer: &str) -> Result<&str, Findings> {
    let text = part(answer);
    if text.trim().is_empty() {
        return Err(empty(Format::Yaml).into());
    }
    well_formed(text).map_err(|error| finding("syntax", &error))?;
    Ok(text)
}

fn part(answer: &str) -> &str {
    let text = extract::without_thinking(answer);
    extract::fenced(text).unwrap_or(text)
}

fn well_formed(text: &str) -> Result<Value, serde_saphyr::Error> {
    serde_saphyr::from_str(text)
}

fn finding(rule: &'static str, error: &serde_saphyr::Error) -> Finding {
    Finding::whole().rule(rule).expected("a YAML document of the type").hint(error.to_string())
}

pub(crate) fn show<T: Serialize>(value: &T) -> Result<Cow<'_, str>, ShowError> {
    serde_saphyr::to_string(value).map(Cow::Owned).map_err(ShowError::serialize)
}

pub(crate) fn hide(text: &str, secret: &[String]) -> Option<String> {
    let mut value = well_formed(text).ok()?;
    tree::hide(&mut value, secret);
    serde_saphyr::to_string(&value).ok()
}

pub(crate) fn leaves(text: &str, secret: &[String]) -> Vec<String> {
    well_formed(text).map(|value| tree::leaves(&value, secret)).unwrap_or_default()
}

pub(crate) fn graft(answer: &str, old: &str, kept: &[&str]) -> Option<String> {
    let mut new = well_formed(part(answer)).ok()?;
    tree::graft(&mut new, &well_formed(old).ok()?, kept);
    serde_saphyr::to_string(&new).ok()
}

pub(crate) fn tree(text: &str) -> Option<Value> {
    well_formed(text).ok()
}
