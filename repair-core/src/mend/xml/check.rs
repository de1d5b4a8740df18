//! Whether a text is a well-formed document. quick-xml reads names, attributes and entities leniently; here they are held to the standard.

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

use super::{super::Unmendable, super::UnmendableKind, super::edits::refuse, entity, tag};

/// Why a text is no document.
#[derive(Debug)]
pub(super) enum Flaw {
    Syntax(usize, String),
    TooDeep(usize),
    DocType(usize),
}

impl From<Flaw> for Unmendable {
    fn from(flaw: Flaw) -> Self {
        match flaw {
            Flaw::Syntax(at, message) => refuse(UnmendableKind::Unreadable, at, message),
            Flaw::TooDeep(at) => refuse(UnmendableKind::TooDeep, at, "elements nest too deep"),
            Flaw::DocType(at) => refuse(UnmendableKind::Unreadable, at, "a document type is not read"),
        }
    }
}

pub(super) fn well_formed(text: &str, max_depth: usize) -> Result<(), Flaw> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_comments = true;
    let mut depth = 0_usize;
    let mut roots = 0_usize;
    let mut first = true;
    loop {
        let at = usize::try_from(reader.buffer_position()).unwrap_or(text.len());
        let flaw = |message: &str| Err(Flaw::Syntax(at, message.to_owned()));
        let event = reader.read_event().map_err(|error| Flaw::Syntax(at, error.to_string()))?;
        match &event {
            Event::Start(start) | Event::Empty(start) => {
                if depth == 0 {
                    roots += 1;
                }
                if roots > 1 {
                    return flaw("a second root");
                }
                open_tag(start).map_err(|message| Flaw::Syntax(at, message))?;
                depth += usize::from(matches!(event, Event::Start(_)));
            }
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::Text(piece) if depth == 0 && !piece.trim_matches(entity::BLANK).is_empty() => {
                return flaw("text outside the root");
            }
            Event::Text(piece) if piece.contains("]]>") || piece.contains(entity::forbidden) => {
                return flaw("characters that XML forbids");
            }
            Event::CData(_) | Event::GeneralRef(_) if depth == 0 => return flaw("text outside the root"),
            Event::CData(piece) if piece.contains(entity::forbidden) => return flaw("characters that XML forbids"),
            Event::GeneralRef(name) if !entity::known(name) => return flaw("an entity that XML does not know"),
            Event::Decl(decl) if !first || decl.version().is_err() => return flaw("a declaration that can't be read"),
            Event::PI(target) if target.target().eq_ignore_ascii_case("xml") => return flaw("a declaration not at the start"),
            Event::DocType(_) => return Err(Flaw::DocType(at)),
            Event::Eof if depth == 0 && roots == 1 => return Ok(()),
            Event::Eof => return flaw("an element that is not closed, or none at all"),
            _ => {}
        }
        if depth > max_depth {
            return Err(Flaw::TooDeep(at));
        }
        first = false;
    }
}

fn open_tag(start: &BytesStart<'_>) -> Result<(), String> {
    if !tag::is_name(start.name().as_ref()) {
        return Err("a tag without a proper name".to_owned());
    }
    let raw = start.attributes_raw();
    let mut end = 0;
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|error| error.to_string())?;
        let value = attribute.value.as_ref();
        if !tag::is_name(attribute.key.as_ref()) || value.contains('<') || !entity::all_known(value) {
            return Err("an attribute that XML does not allow".to_owned());
        }
        // A blank has to stand before each, which quick-xml does not ask for.
        let name = raw[end..].find(attribute.key.as_ref()).map(|found| end + found);
        let Some(name) = name.filter(|&name| raw[..name].ends_with(entity::BLANK)) else {
            return Err("attributes without a blank between".to_owned());
        };
        let value_at = raw[name..].find(['"', '\'']).map_or(raw.len(), |found| name + found);
        end = (value_at + value.len() + 2).min(raw.len());
        if !raw.is_char_boundary(end) {
            return Err("an attribute that XML does not allow".to_owned());
        }
    }
    Ok(())
}
