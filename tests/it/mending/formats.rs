//! A mender and a reader by the name of the format.

use repair::mend::{self, Mended, Options, Unmendable};
use serde_json::Value;

pub use super::case::read;

pub fn mend<'a>(format: &str, text: &'a str, schema: Option<&Value>, options: &Options) -> Result<Mended<'a>, Unmendable> {
    match format {
        "xml" => mend::xml_with_schema(text, schema, options),
        "yaml" => mend::yaml(text, options),
        "toml" => mend::toml(text, options),
        _ => mend::text(text, options),
    }
}
