//! Mending an input or an answer by what is known of its type.

use super::{Mended, Options, Risk, Unmendable, UnmendableKind, json, typed};
use crate::{Format, Shape};

/// JSON out of an answer by edits that leave no doubt, where the caller knows what fits.
pub(crate) fn json_judged<'a>(text: &'a str, judge: &dyn Fn(&str) -> u32) -> Result<Mended<'a>, Unmendable> {
    json::json_with(text, &Options { allow: Risk::Exact, ..Options::default() }, Some(judge))
}

/// The text, mended as its format and, where there is one, its schema allow.
///
/// # Errors
///
/// As the format's own mender; a format that has none can't be mended.
pub(crate) fn input<'a>(text: &'a str, format: Format, shape: &Shape, options: &Options) -> Result<Mended<'a>, Unmendable> {
    match format {
        Format::Json => match shape.checker()? {
            Some(checker) => typed::read_checked(text, checker, options).map(|typed| typed.mended),
            None => json::json(text, options),
        },
        #[cfg(feature = "xml")]
        Format::Xml => super::xml_with_schema(text, shape.json_schema(), options),
        #[cfg(feature = "yaml")]
        Format::Yaml => super::yaml(text, options),
        #[cfg(feature = "toml")]
        Format::Toml => super::toml(text, options),
        _ => {
            let message = format!("{} has no rules to mend it by", format.name());
            Err(Unmendable { kind: UnmendableKind::Nothing, at: 0, message })
        }
    }
}
