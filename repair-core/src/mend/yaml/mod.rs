//! YAML: read strictly first; what fails is mended line by line, and read strictly again.

mod flow;
mod line;
mod part;
mod quote;
mod read;
mod scalar;
mod walk;

use super::{
    Mended, Options, Risk, Unmendable, UnmendableKind,
    edits::{Edits, refuse, within_bytes},
};
use read::Shape;

/// Mends a text that should be a YAML document.
///
/// Text that reads strictly passes as it is, with two exceptions, both guesses: an answer's opening (`<think>…`, "Here is the
/// file:") that happens to read as part of a document, and lines of `key:value` that read as one long word.
///
/// # Errors
///
/// Where it can't be read in one clear way, needs an edit riskier than allowed, is too long or nests too deep.
pub fn yaml<'a>(text: &'a str, options: &Options) -> Result<Mended<'a>, Unmendable> {
    within_bytes(text, options)?;
    let strict = read::read(text, options);
    match strict {
        Err(error) if error.kind == UnmendableKind::TooDeep => Err(error),
        Ok(shape) if !part::may_be_more(text, shape) || options.allow < Risk::Guess => Edits::default().finish(text, options),
        Ok(_) => Ok(match mend(text, options) {
            Ok(mended) => doubtful(mended),
            Err(_) => Edits::default().finish(text, options)?,
        }),
        Err(_) => mend(text, options),
    }
}

fn mend<'a>(text: &'a str, options: &Options) -> Result<Mended<'a>, Unmendable> {
    let mut edits = Edits::default();
    let (body, lines) = part::find(text, options, &mut edits)?;
    if !matches!(read::read(&text[body.clone()], options), Ok(Shape::Collection)) {
        walk::mend(text, body, lines, &mut edits);
    }
    let mended = edits.finish(text, options)?;
    match read::read(&mended.text, options)? {
        shape if !mended.edits.is_empty() && part::may_be_more(&mended.text, shape) => {
            Err(refuse(UnmendableKind::Ambiguous, 0, "it is not clear where the document starts"))
        }
        Shape::Collection => Ok(mended),
        Shape::Text | Shape::Other if mended.edits.is_empty() => Ok(mended),
        _ => Err(refuse(UnmendableKind::Nothing, 0, "there is no YAML here but a word or a sentence")),
    }
}

/// The text reads strictly too, so that no edit of it is sure.
fn doubtful(mut mended: Mended<'_>) -> Mended<'_> {
    for edit in &mut mended.edits {
        edit.risk = edit.risk.max(Risk::Guess);
    }
    mended
}
