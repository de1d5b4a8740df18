//! XML: read strictly first; what fails is mended tag by tag, and read strictly again.

mod check;
mod entity;
mod names;
mod pairs;
mod root;
mod scan;
mod tag;
mod unclosed;
mod weave;

use serde_json::Value;

use self::{check::Flaw, names::Names};
use super::{
    Mended, Options, Unmendable, UnmendableKind,
    edits::{Edits, refuse, within_bytes},
};

/// Mends a text that should be an XML document.
///
/// # Errors
///
/// Where it can't be read in one clear way, needs an edit riskier than allowed, is too long or nests too deep, or has a
/// document type, which is never read.
pub fn xml<'a>(text: &'a str, options: &Options) -> Result<Mended<'a>, Unmendable> {
    xml_with_schema(text, None, options)
}

/// Mends a text that should be an XML document, its tags named as the properties of a JSON Schema are.
///
/// # Errors
///
/// As [`xml`].
pub fn xml_with_schema<'a>(text: &'a str, schema: Option<&Value>, options: &Options) -> Result<Mended<'a>, Unmendable> {
    within_bytes(text, options)?;
    let names = schema.map(Names::of);
    let well_formed = match check::well_formed(text, options.max_depth) {
        Ok(()) => true,
        Err(Flaw::Syntax(..)) => false,
        Err(flaw) => return Err(flaw.into()),
    };
    if well_formed && names.is_none() {
        return Edits::default().finish(text, options);
    }
    let mut edits = Edits::default();
    root::mend(text, names.as_ref(), well_formed, options, &mut edits)?;
    if well_formed && edits.is_empty() {
        return edits.finish(text, options);
    }
    let mended = edits.finish(text, options)?;
    check::well_formed(&mended.text, options.max_depth).map_err(|flaw| match flaw {
        Flaw::Syntax(at, message) => refuse(UnmendableKind::Unreadable, at.min(text.len()), message),
        flaw => flaw.into(),
    })?;
    Ok(mended)
}
