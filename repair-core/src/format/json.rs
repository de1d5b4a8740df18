//! JSON: strict first, then whatever of an answer is meant as the value.

use std::borrow::Cow;

use serde::{
    Serialize,
    de::{DeserializeOwned, IgnoredAny},
};
use serde_json::Value;

use super::{
    HIDDEN, empty, excerpt, extract, serde_error,
    span::{Kind, Tree},
    tree,
};
use crate::{
    Finding, Findings, Format, ShowError,
    mend::{self, Options, Risk, UnmendableKind},
};

/// As deep as serde_json reads.
pub(crate) const MAX_DEPTH: usize = 128;

/// The answer as a `T`: the whole text if it is one, else the one part of it that is.
pub(crate) fn decode<T: DeserializeOwned>(answer: &str) -> Result<T, Findings> {
    let whole = answer.trim();
    match strict::<T>(whole) {
        Ok(value) => Ok(value),
        // Well-formed, but no `T`: nothing in it can be a better reading.
        Err(findings) if check_syntax(whole).is_ok() => Err(findings),
        Err(_) => {
            let part = find(answer, |part| serde_json::from_str::<T>(part).is_ok())?;
            strict(&part)
        }
    }
}

/// The text as a `T`, nothing around it, with the path of what is wrong.
fn strict<T: DeserializeOwned>(text: &str) -> Result<T, Findings> {
    serde_json::from_str(text).or_else(|_| {
        // Paths are tracked only once there is something to report.
        let mut json = serde_json::Deserializer::from_str(text);
        let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
            let syntax = !error.inner().is_data();
            serde_error::findings(error.path(), &error.inner().to_string(), syntax)
        })?;
        json.end().map_err(|error| syntax(text, &error))?;
        Ok(value)
    })
}

/// The well-formed part of an answer that is meant as the value, mended where it must be.
pub(crate) fn find(answer: &str, fits: impl Fn(&str) -> bool) -> Result<Cow<'_, str>, Findings> {
    let whole = answer.trim();
    if whole.is_empty() {
        return Err(empty(Format::Json).into());
    }
    let Err(not_json) = check_syntax(whole) else { return Ok(Cow::Borrowed(whole)) };
    match mend::json_judged(answer, &|part| u32::from(fits(part))) {
        Ok(mended) => Ok(mended.text),
        Err(error) => match error.kind {
            UnmendableKind::Ambiguous => Err(Finding::whole()
                .rule("ambiguous")
                .expected("one value")
                .received(answer)
                .hint(format!("answer with the corrected value alone; {}", error.message))
                .into()),
            UnmendableKind::Nothing => scalar(answer).map(Cow::Borrowed).ok_or_else(|| no_value(whole).into()),
            _ => Err(not_json),
        },
    }
}

/// A value that is neither object nor array, behind thinking or in a fence.
fn scalar(answer: &str) -> Option<&str> {
    let after = extract::without_thinking(answer).trim();
    [Some(after), extract::fenced(answer)].into_iter().flatten().find(|part| check_syntax(part).is_ok())
}

fn no_value(text: &str) -> Finding {
    Finding::whole().rule("syntax").expected("a JSON value").received(text)
}

/// Whether the text is exactly one JSON value.
pub(crate) fn check_syntax(text: &str) -> Result<(), Findings> {
    match serde_json::from_str::<IgnoredAny>(text) {
        Ok(IgnoredAny) => Ok(()),
        Err(error) => Err(syntax(text, &error)),
    }
}

/// The findings of a broken text, with what a reader would have to choose between.
pub(crate) fn with_ambiguity(mut findings: Findings, text: &str) -> Findings {
    if let Err(error) = mend::json(text, &Options::default())
        && error.kind == UnmendableKind::Ambiguous
    {
        findings.for_each_mut(|finding| {
            let hint = finding.hint.take().unwrap_or_default();
            finding.hint = Some(format!("{hint}; {error}"));
        });
    }
    findings
}

fn syntax(text: &str, error: &serde_json::Error) -> Findings {
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    Finding::whole()
        .rule("syntax")
        .expected("well-formed JSON")
        .received(excerpt::around(line, error.column()))
        .hint(error.to_string())
        .into()
}

/// The value as compact JSON.
pub(crate) fn show<T: Serialize>(value: &T) -> Result<Cow<'_, str>, ShowError> {
    serde_json::to_string(value).map(Cow::Owned).map_err(ShowError::serialize)
}

/// The text with each secret value replaced, every other byte as it was.
pub(crate) fn hide(text: &str, secret: &[String]) -> Option<String> {
    let tree = Tree::parse(text, MAX_DEPTH).ok()?;
    let there = |path: &&String| tree.at(path).is_some_and(|place| place.kind() != Kind::Null);
    let hidden = Value::from(HIDDEN).to_string();
    let changes: Vec<(&String, &str)> = secret.iter().filter(there).map(|path| (path, hidden.as_str())).collect();
    tree.replace(&changes).ok()
}

pub(crate) fn leaves(text: &str, secret: &[String]) -> Vec<String> {
    serde_json::from_str(text).map(|value| tree::leaves(&value, secret)).unwrap_or_default()
}

/// What can be read of a text, however broken: enough to know the values that must not change.
pub(crate) fn readable(text: &str) -> Option<Value> {
    serde_json::from_str(&read_anyhow(text)?).ok()
}

fn read_anyhow(text: &str) -> Option<Cow<'_, str>> {
    if check_syntax(text).is_ok() {
        return Some(Cow::Borrowed(text));
    }
    let options = Options { allow: Risk::Loss, ..Options::default() };
    mend::json(text, &options).ok().map(|mended| mended.text)
}

/// The answer's object with the kept values as the old text spells them; `None` where one has no place in it.
pub(crate) fn graft(answer: &str, old: &str, kept: &[&str]) -> Option<String> {
    let old = read_anyhow(old)?;
    let old = Tree::parse(&old, MAX_DEPTH).ok()?;
    let mut new = find(answer, |part| part.trim_start().starts_with('{')).ok()?.into_owned();
    for path in kept {
        let tree = Tree::parse(&new, MAX_DEPTH).ok()?;
        let changed = match (old.at(path), tree.at(path)) {
            (Some(was), Some(_)) => tree.replace(&[(path, was.raw())]),
            (Some(was), None) => tree.insert(path, was.raw()),
            (None, Some(_)) => tree.remove(path),
            (None, None) => continue,
        };
        new = changed.ok()?;
    }
    Some(new)
}
