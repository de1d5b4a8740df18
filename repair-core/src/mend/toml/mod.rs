//! TOML: read strictly first; what fails is mended line by line, and read strictly again.

mod bare;
mod key;
mod part;
mod quoted;
mod read;
mod string;
mod value;
mod walk;

use super::{
    Mended, Options, Unmendable, UnmendableKind,
    edits::{Edits, refuse, within_bytes},
};

/// Mends a text that should be a TOML document.
///
/// # Errors
///
/// Where it can't be read in one clear way, needs an edit riskier than allowed, is too long or nests too deep.
pub fn toml<'a>(text: &'a str, options: &Options) -> Result<Mended<'a>, Unmendable> {
    within_bytes(text, options)?;
    match read::read(text, options) {
        Ok(_) => return Edits::default().finish(text, options),
        Err(error) if error.kind == UnmendableKind::TooDeep => return Err(error),
        Err(_) => {}
    }
    let mut edits = Edits::default();
    let body = part::find(text, options, &mut edits)?;
    if read::read(&text[body.clone()], options).is_err() {
        walk::mend(text, body, options, &mut edits)?;
    }
    let mended = edits.finish(text, options)?;
    match read::read(&mended.text, options)? {
        true => Ok(mended),
        false => Err(refuse(UnmendableKind::Nothing, 0, "there is no TOML here")),
    }
}
