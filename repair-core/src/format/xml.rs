//! XML, by quick-xml: no external entities, no recursion on the input's depth.

use std::borrow::Cow;

use quick_xml::{Reader, events::Event};
use serde::{Serialize, de::DeserializeOwned};

use super::{empty, excerpt, extract, serde_error};
use crate::{Finding, Findings, Format, ShowError};

/// How many tags are tried as the root's.
const MAX_PLACES: usize = 64;
/// How deep elements may nest.
const MAX_DEPTH: usize = 128;

pub(crate) use super::xml_places::{graft, hide, leaves, tree};

pub(crate) fn decode<T: DeserializeOwned>(answer: &str) -> Result<T, Findings> {
    let text = find(answer)?;
    let mut xml = quick_xml::de::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut xml)
        .map_err(|error| serde_error::findings(error.path(), &error.inner().to_string(), false))
}

/// The part of an answer that is meant as the document: from the first tag whose element is closed to the last such close.
pub(crate) fn find(answer: &str) -> Result<&str, Findings> {
    let text = extract::without_thinking(answer);
    let text = extract::fenced(text).unwrap_or(text).trim();
    if text.is_empty() {
        return Err(empty(Format::Xml).into());
    }
    let whole = root(text).unwrap_or(text);
    match well_formed(whole) {
        Ok(()) => Ok(whole),
        Err((at, why)) => {
            let (line, column, received) = excerpt::at(whole, at);
            let finding = Finding::whole().rule("syntax").expected("a well-formed XML document").received(received);
            Err(finding.hint(format!("{why} at line {line} column {column}")).into())
        }
    }
}

fn root(text: &str) -> Option<&str> {
    let mut at = 0;
    // Each place may be looked for up to the text's end.
    for _ in 0..MAX_PLACES {
        let open = text[at..].find('<').map(|found| at + found)?;
        let name: &str = text[open + 1..].split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '.'))).next()?;
        if !name.is_empty() {
            if let Some(close) = text.rfind(&format!("</{name}")).filter(|&close| close > open) {
                let end = text[close..].find('>').map(|found| close + found + 1)?;
                return Some(&text[open..end]);
            }
            if let Some(end) = text[open..].find("/>").map(|found| open + found + 2) {
                return Some(&text[open..end]);
            }
        }
        at = open + 1;
    }
    None
}

/// Else the byte at which it is not, and why.
fn well_formed(text: &str) -> Result<(), (usize, String)> {
    let mut reader = Reader::from_str(text);
    let mut depth = 0_usize;
    let mut roots = 0_usize;
    let byte = |position: u64| usize::try_from(position).unwrap_or(text.len());
    loop {
        let start = byte(reader.buffer_position());
        let wrong = match reader.read_event() {
            Ok(Event::Start(_)) => {
                roots += usize::from(depth == 0);
                depth += 1;
                (depth > MAX_DEPTH).then(|| format!("elements nest deeper than {MAX_DEPTH}"))
            }
            Ok(Event::Empty(_)) => {
                roots += usize::from(depth == 0);
                None
            }
            Ok(Event::End(_)) => {
                depth = depth.saturating_sub(1);
                None
            }
            Ok(Event::DocType(_)) => Some("a document type is not accepted".to_owned()),
            Ok(Event::Eof) if depth == 0 && roots == 1 => return Ok(()),
            Ok(Event::Eof) if depth > 0 => Some(format!("elements are not closed: {depth}")),
            Ok(Event::Eof) if roots == 0 => Some("there is no element in it".to_owned()),
            Ok(Event::Eof) => Some(format!("there are {roots} root elements, and must be one")),
            Ok(_) => None,
            Err(error) => return Err((byte(reader.error_position()), error.to_string())),
        };
        if let Some(wrong) = wrong {
            return Err((start, wrong));
        }
    }
}

pub(crate) fn show<T: Serialize>(value: &T) -> Result<Cow<'_, str>, ShowError> {
    quick_xml::se::to_string(value).map(Cow::Owned).map_err(ShowError::serialize)
}
