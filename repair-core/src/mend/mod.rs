//! Rung 0: text that is almost right, made right without a model. Every change is an edit, every edit has a risk.
//!
//! ```
//! use repair_core::mend::{self, Options, Risk};
//!
//! let mended = mend::json("{'id': 7, tags: [a, b,],}", &Options::default())?;
//! assert_eq!(mended.text, r#"{"id": 7, "tags": ["a", "b"]}"#);
//! assert!(mended.edits.iter().all(|edit| edit.risk <= Risk::Guess));
//! # Ok::<(), mend::Unmendable>(())
//! ```

#[cfg(any(feature = "xml", feature = "yaml", feature = "toml"))]
#[cfg_attr(
    not(all(feature = "xml", feature = "yaml", feature = "toml")),
    allow(dead_code, reason = "each format uses a part of it")
)]
mod around;
mod coerce;
mod compose;
mod edit;
#[cfg(any(feature = "xml", feature = "yaml", feature = "toml"))]
#[cfg_attr(
    not(all(feature = "xml", feature = "yaml", feature = "toml")),
    allow(dead_code, reason = "each format uses a part of it")
)]
mod edits;
mod fit;
mod input;
mod items;
mod json;
mod options;
mod prose;
mod syntax;
#[cfg(any(feature = "xml", feature = "yaml", feature = "toml"))]
mod text;
#[cfg(feature = "toml")]
mod toml;
mod typed;
#[cfg(feature = "schema")]
mod violation;
#[cfg(feature = "xml")]
mod xml;
#[cfg(feature = "yaml")]
mod yaml;

#[cfg(feature = "sql")]
pub(crate) use coerce::distance;
pub(crate) use coerce::nearest_name;
pub use coerce::{Coerced, coerce};
pub(crate) use coerce::{
    amount::{may_be_in, numeral},
    names::fold,
    time::{days, month},
};
pub use compose::compose;
pub use edit::{Edit, EditKind, Mended, Risk, replay};
pub use fit::{Checker, Fit};
pub(crate) use input::{input, json_judged};
pub use json::{json, value};
pub use options::{Options, Unmendable, UnmendableKind};
#[cfg(any(feature = "xml", feature = "yaml", feature = "toml"))]
pub use text::text;
#[cfg(feature = "toml")]
pub use toml::toml;
pub use typed::{Typed, read, typed};
#[cfg(feature = "xml")]
pub use xml::{xml, xml_with_schema};
#[cfg(feature = "yaml")]
pub use yaml::yaml;
