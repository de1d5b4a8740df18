//! XML, by quick-xml: no external entities, no recursion on the input's depth.

use std::borrow::Cow;

use quick_xml::{
    Reader, Writer,
    events::{BytesStart, BytesText, Event},
};
use serde::{Serialize, de::DeserializeOwned};

use super::{HIDDEN, empty, extract, serde_error};
use crate::{Finding, Findings, Format, ShowError};

/// How deep elements may nest.
const MAX_DEPTH: usize = 128;

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
        Err(hint) => {
            Err(Finding::whole().rule("syntax").expected("a well-formed XML document").received(whole).hint(hint).into())
        }
    }
}

fn root(text: &str) -> Option<&str> {
    let mut at = 0;
    while let Some(open) = text[at..].find('<').map(|found| at + found) {
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

fn well_formed(text: &str) -> Result<(), String> {
    let mut reader = Reader::from_str(text);
    let mut depth = 0_usize;
    let mut roots = 0_usize;
    loop {
        match reader.read_event() {
            Ok(Event::Start(_)) => {
                roots += usize::from(depth == 0);
                depth += 1;
            }
            Ok(Event::Empty(_)) => roots += usize::from(depth == 0),
            Ok(Event::End(_)) => depth = depth.saturating_sub(1),
            Ok(Event::DocType(_)) => return Err("a document type is not accepted".to_owned()),
            Ok(Event::Eof) if depth == 0 && roots == 1 => return Ok(()),
            Ok(Event::Eof) if depth > 0 => return Err(format!("elements are not closed: {depth}")),
            Ok(Event::Eof) if roots == 0 => return Err("there is no element in it".to_owned()),
            Ok(Event::Eof) => return Err(format!("there are {roots} root elements, and must be one")),
            Ok(_) => {}
            Err(error) => return Err(error.to_string()),
        }
        if depth > MAX_DEPTH {
            return Err(format!("elements nest deeper than {MAX_DEPTH}"));
        }
    }
}

pub(crate) fn show<T: Serialize>(value: &T) -> Result<Cow<'_, str>, ShowError> {
    quick_xml::se::to_string(value).map(Cow::Owned).map_err(ShowError::serialize)
}

pub(crate) fn hide(text: &str, secret: &[String]) -> Option<String> {
    let paths: Vec<&str> = secret.iter().map(String::as_str).collect();
    replace(text, &paths, |_| Some(HIDDEN.to_owned()))
}

pub(crate) fn leaves(text: &str, secret: &[String]) -> Vec<String> {
    secret.iter().filter_map(|path| read(text, path)).collect()
}

pub(crate) fn graft(answer: &str, old: &str, kept: &[&str]) -> Option<String> {
    let mut new = replace(find(answer).ok()?, kept, |path| read(old, path))?;
    // A field the answer left out stands again before the root's end; deeper ones are left to `keep`.
    for path in kept.iter().filter(|path| path.rfind('/') == Some(0) && !path.contains('@')) {
        if let (None, Some(value)) = (read(&new, path), read(old, path)) {
            let name = &path[1..];
            let element = format!("<{name}>{}</{name}>", quick_xml::escape::escape(&value));
            new.insert_str(new.rfind("</")?, &element);
        }
    }
    Some(new)
}

/// The text of the element at a path below the root.
fn read(text: &str, path: &str) -> Option<String> {
    let mut found = None;
    walk(text, &[path], |_, content| {
        found.get_or_insert(content.to_owned());
        None
    })?;
    found
}

/// The text with the content of each named element replaced, where `by` gives one.
fn replace(text: &str, paths: &[&str], by: impl Fn(&str) -> Option<String>) -> Option<String> {
    walk(text, paths, |path, _| by(path))
}

/// Copies the text; each named element of text alone, and each named attribute, is offered for replacement.
fn walk(text: &str, paths: &[&str], mut offer: impl FnMut(&str, &str) -> Option<String>) -> Option<String> {
    let mut reader = Reader::from_str(text);
    let mut writer = Writer::new(Vec::new());
    let mut here: Vec<String> = Vec::new();
    let mut inside: Option<(String, usize, String)> = None;
    loop {
        let event = reader.read_event().ok()?;
        match event {
            Event::Eof => break,
            Event::Start(tag) => {
                here.push(tag.name().as_ref().to_owned());
                let path = below_root(&here);
                if inside.is_none() {
                    let tag = attributes(&tag, &path, paths, &mut offer)?;
                    writer.write_event(Event::Start(tag)).ok()?;
                    if paths.contains(&path.as_str()) {
                        inside = Some((path, here.len(), String::new()));
                    }
                }
            }
            Event::End(tag) => {
                if inside.as_ref().is_some_and(|(_, depth, _)| *depth == here.len())
                    && let Some((path, _, content)) = inside.take()
                {
                    let content = offer(&path, &content).unwrap_or(content);
                    writer.write_event(Event::Text(BytesText::new(&content))).ok()?;
                }
                here.pop();
                if inside.is_none() {
                    writer.write_event(Event::End(tag)).ok()?;
                }
            }
            Event::Text(ref piece) if inside.is_some() => push(&mut inside, piece),
            Event::CData(ref piece) if inside.is_some() => push(&mut inside, piece),
            Event::GeneralRef(ref name) if inside.is_some() => push(&mut inside, &entity(name)?),
            Event::Empty(ref tag) if inside.is_none() => {
                here.push(tag.name().as_ref().to_owned());
                let tag = attributes(tag, &below_root(&here), paths, &mut offer)?;
                here.pop();
                writer.write_event(Event::Empty(tag)).ok()?;
            }
            event if inside.is_none() => writer.write_event(event).ok()?,
            _ => {}
        }
    }
    String::from_utf8(writer.into_inner()).ok()
}

fn push(inside: &mut Option<(String, usize, String)>, piece: &str) {
    if let Some((_, _, content)) = inside {
        content.push_str(piece);
    }
}

fn below_root(here: &[String]) -> String {
    here.iter().skip(1).map(|name| format!("/{}", serde_error::escaped(name))).collect()
}

fn attributes(
    tag: &BytesStart<'_>,
    at: &str,
    paths: &[&str],
    offer: &mut impl FnMut(&str, &str) -> Option<String>,
) -> Option<BytesStart<'static>> {
    let name = tag.name().as_ref().to_owned();
    let mut copy = BytesStart::new(name);
    for attribute in tag.attributes() {
        let attribute = attribute.ok()?;
        let key = attribute.key.as_ref().to_owned();
        let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0).ok()?;
        let path = format!("{at}/@{}", serde_error::escaped(&key));
        let replaced = if paths.contains(&path.as_str()) { offer(&path, &value) } else { None };
        copy.push_attribute((key.as_str(), replaced.as_deref().unwrap_or(&value)));
    }
    Some(copy)
}

fn entity(name: &str) -> Option<String> {
    if let Some(code) = name.strip_prefix('#') {
        let code = match code.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => code.parse(),
        };
        return char::from_u32(code.ok()?).map(String::from);
    }
    quick_xml::escape::resolve_xml_entity(name).map(str::to_owned)
}
