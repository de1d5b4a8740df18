//! Hiding, collecting and putting back the elements and attributes at some paths of an XML document.

use std::{borrow::Cow, collections::BTreeMap, ops::Range};

use quick_xml::{
    Reader, XmlVersion,
    events::{BytesStart, Event},
};
use serde_json::{Map, Value};

use super::{HIDDEN, span::pointer, xml};

/// The text with the content of each secret element, and each secret attribute, replaced.
pub(crate) fn hide(text: &str, secret: &[String]) -> Option<String> {
    let mut changes = Vec::new();
    for (path, place) in places(text)? {
        if secret.contains(&path) {
            let hidden = match path.rsplit_once('/') {
                Some((_, name)) if !name.starts_with('@') => format!("<{name}>{HIDDEN}</{name}>"),
                _ => HIDDEN.to_owned(),
            };
            changes.push((place, hidden));
        }
    }
    replace(text, changes)
}

/// Every text and attribute in the secret places.
pub(crate) fn leaves(text: &str, secret: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for (path, place) in places(text).unwrap_or_default() {
        let part = text.get(place).unwrap_or_default();
        if secret.contains(&path) {
            if part.starts_with('<') {
                texts(part, &mut found);
            } else {
                found.push(quick_xml::escape::unescape(part).map_or_else(|_| part.to_owned(), Cow::into_owned));
            }
        }
    }
    found
}

/// The answer's document with the kept places as the old one has them.
pub(crate) fn graft(answer: &str, old: &str, kept: &[&str]) -> Option<String> {
    let new = xml::find(answer).ok()?;
    let (new_places, old_places) = (places(new)?, places(old)?);
    let at = |places: &[(String, Range<usize>)], path: &str| -> Vec<Range<usize>> {
        places.iter().filter(|(here, _)| here == path).map(|(_, place)| place.clone()).collect()
    };
    let mut changes = Vec::new();
    for path in kept {
        let (here, there) = (at(&new_places, path), at(&old_places, path));
        let was: String = there.into_iter().filter_map(|place| old.get(place)).collect();
        match here.split_first() {
            // A place that the old text lacks can't be told from an empty one.
            Some(_) if was.is_empty() && path.contains('@') => return None,
            Some((first, others)) => {
                let was = if path.contains('@') { was.replace('"', "&quot;").replace('\'', "&apos;") } else { was };
                changes.push((first.clone(), was));
                changes.extend(others.iter().map(|place| (place.clone(), String::new())));
            }
            // What the answer left out stands again before the root's end; deeper places are left to `keep`.
            None if path.rfind('/') == Some(0) && !path.contains('@') => {
                let end = new.rfind("</")?;
                changes.push((end..end, was));
            }
            None if was.is_empty() => {}
            None => return None,
        }
    }
    replace(new, changes)
}

/// The names of all elements and attributes below the root, as a tree.
pub(crate) fn tree(text: &str) -> Option<Value> {
    let mut root = Value::Object(Map::new());
    for (path, _) in places(text)? {
        let (parent, name) = path.rsplit_once('/')?;
        let name = pointer::unescape(name).into_owned();
        root.pointer_mut(parent)?.as_object_mut()?.entry(name).or_insert_with(|| Value::Object(Map::new()));
    }
    Some(root)
}

/// Every element and attribute below the root with its bytes, in the order in which they begin.
fn places(text: &str) -> Option<Vec<(String, Range<usize>)>> {
    let mut found: BTreeMap<(usize, usize), (String, Range<usize>)> = BTreeMap::new();
    let mut reader = Reader::from_str(text);
    let mut open: Vec<(String, usize)> = Vec::new();
    let mut add = |path: String, place: Range<usize>| {
        let order = found.len();
        found.insert((place.start, order), (path, place));
    };
    loop {
        let from = usize::try_from(reader.buffer_position()).ok()?;
        let event = reader.read_event().ok()?;
        let to = usize::try_from(reader.buffer_position()).ok()?;
        match event {
            Event::Eof => break,
            Event::Start(tag) => {
                let path = path_of(&open, &tag);
                attributes(text, &tag, &path, &mut add)?;
                open.push((path, from));
            }
            Event::Empty(tag) => {
                let path = path_of(&open, &tag);
                attributes(text, &tag, &path, &mut add)?;
                if !open.is_empty() {
                    add(path, from..to);
                }
            }
            Event::End(_) => {
                let (path, from) = open.pop()?;
                if !open.is_empty() {
                    add(path, from..to);
                }
            }
            _ => {}
        }
    }
    Some(found.into_values().collect())
}

fn path_of(open: &[(String, usize)], tag: &BytesStart<'_>) -> String {
    match open.last() {
        Some((parent, _)) => format!("{parent}/{}", pointer::escape(tag.name().as_ref())),
        None => String::new(),
    }
}

fn attributes(text: &str, tag: &BytesStart<'_>, path: &str, add: &mut impl FnMut(String, Range<usize>)) -> Option<()> {
    for attribute in tag.attributes() {
        let attribute = attribute.ok()?;
        // The value is a part of the text, so its address says where.
        let start = (attribute.value.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
        let place = start..start + attribute.value.len();
        if text.get(place.clone()) != Some(&*attribute.value) {
            return None;
        }
        add(format!("{path}/@{}", pointer::escape(attribute.key.as_ref())), place);
    }
    Some(())
}

/// All texts and attributes of an element.
fn texts(element: &str, found: &mut Vec<String>) {
    let mut reader = Reader::from_str(element);
    let mut text = String::new();
    let end = |text: &mut String, found: &mut Vec<String>| {
        let whole = std::mem::take(text);
        if !whole.trim().is_empty() {
            found.push(whole.trim().to_owned());
        }
    };
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Eof => break,
            Event::Text(piece) => text.push_str(&piece),
            Event::CData(piece) => text.push_str(&piece),
            Event::GeneralRef(name) => text.push_str(&entity(&name).unwrap_or_default()),
            Event::Start(tag) | Event::Empty(tag) => {
                end(&mut text, found);
                for attribute in tag.attributes().flatten() {
                    let value = attribute.normalized_value(XmlVersion::Implicit1_0);
                    found.push(value.map_or_else(|_| attribute.value.to_string(), Cow::into_owned));
                }
            }
            _ => end(&mut text, found),
        }
    }
    end(&mut text, found);
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

/// The text with some places changed. One inside another that is changed too is left to the outer one.
fn replace(text: &str, mut changes: Vec<(Range<usize>, String)>) -> Option<String> {
    changes.sort_by_key(|(place, _)| (place.start, std::cmp::Reverse(place.end)));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (place, new) in changes {
        if place.start < at {
            continue;
        }
        out.push_str(text.get(at..place.start)?);
        out.push_str(&new);
        at = place.end;
    }
    out.push_str(text.get(at..)?);
    Some(out)
}
