//! The macros of `repair`. Use them through that crate, which re-exports them.

mod at;
mod errors;
mod options;
mod repairable;
mod repairable_input;
mod serde_attr;
#[cfg(test)]
mod snapshot;

use proc_macro::TokenStream;

/// Makes a struct or an enum an input that a model's answer can be turned into.
///
/// ```
/// use repair::RepairableInput;
/// use schemars::JsonSchema;
/// use serde::{Deserialize, Serialize};
///
/// /// A single `String`: free text.
/// #[derive(Clone, RepairableInput)]
/// struct TicketRaw {
///     text: String,
/// }
///
/// /// All else: JSON, with every field checked against the schema.
/// #[derive(Clone, Serialize, Deserialize, JsonSchema, RepairableInput)]
/// #[serde(rename_all = "camelCase")]
/// struct Ticket {
///     #[repair(frozen)]
///     ticket_id: String,
///     #[repair(secret)]
///     token: String,
///     #[repair(ungrounded_ok)]
///     summary: String,
/// }
///
/// let raw = TicketRaw::unmarshal_repair("```\npriority: high\n```").unwrap();
/// assert_eq!(raw.text, "priority: high");
/// assert_eq!(Ticket::shape().frozen_paths(), ["/ticketId"]);
/// ```
///
/// # Options of the type
///
/// They stand in `#[repair(..)]` above the type. One of these says how it is read and shown:
///
/// | option | reads and shows it as | the type must be |
/// |---|---|---|
/// | `text` | the text of the one field, without fences and blank lines around it | a struct with a single `String` field |
/// | `json` | JSON | `Serialize + Deserialize + JsonSchema` |
/// | `xml`, `yaml`, `toml` | XML, YAML, TOML; each needs the feature of that name | the same |
/// | `from_str` | what `FromStr` reads and `Display` writes | `FromStr + Display`, with an error that is `Display` |
/// | `with = "path"` | what a function of yours reads and `Display` writes | `Display` |
///
/// The default is `text` for a struct with a single `String` field, else `json`. The function of `with` is a
/// `fn(&str) -> Result<Self, E>` with an `E: Into<Findings>`. Further options:
///
/// | option | default | |
/// |---|---|---|
/// | `show = "path"` | `Display` | a `fn(&Self) -> String` (or `&str`) that shows the value, beside `from_str` or `with` |
/// | `mend = "json"` | none | beside `text`: the format inside the text, by whose rules it is mended without a model |
/// | `schema = false` | `true` | asks for no `JsonSchema`; a model then sees no schema |
/// | `check = "path"` | none | a function that says what is wrong with a value beyond its schema |
/// | `garde` | off | asks `garde::Validate` for the same; needs the feature `garde`, and a context with a `Default` |
/// | `crate = "::path"` | `::repair` | where the crate `repair` is; the path starts with `::` or `crate::` |
///
/// Paths stand in quotes or not.
///
/// ```
/// use repair::{Finding, Findings, RepairableInput};
///
/// #[derive(Debug, PartialEq, RepairableInput)]
/// #[repair(with = "Route::parse", show = "Route::written")]
/// struct Route(Vec<String>);
///
/// impl Route {
///     fn parse(text: &str) -> Result<Self, Findings> {
///         match text.trim().split(" > ").map(str::to_owned).collect::<Vec<_>>() {
///             stops if stops.len() > 1 => Ok(Self(stops)),
///             _ => Err(Finding::whole().rule("stops").expected("two stops or more").received(text).into()),
///         }
///     }
///     fn written(&self) -> String {
///         self.0.join(" > ")
///     }
/// }
///
/// let route = Route::unmarshal_repair("Basel > Bern").unwrap();
/// assert_eq!(route.show().unwrap(), "Basel > Bern");
/// assert!(Route::unmarshal_repair("Basel").is_err());
/// ```
///
/// # Checks of the type's own
///
/// The function of `check` is a `fn(&Self) -> Findings`; it may return `Result<(), Findings>` or `Option<Finding>` too. It
/// runs on what serde could read, and with `garde` beside it both run.
///
/// ```
/// use repair::prelude::*;
/// use schemars::JsonSchema;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize, JsonSchema, RepairableInput)]
/// #[repair(check = "Route::rules")]
/// struct Route {
///     from: String,
///     to: String,
/// }
///
/// impl Route {
///     fn rules(&self) -> Option<Finding> {
///         let finding = || Finding::at(at!(Route, to)).rule("other").also([at!(Route, from)]);
///         (self.from == self.to).then(finding)
///     }
/// }
///
/// let error = Raw::<Route>::new(r#"{"from": "Bern", "to": "Bern"}"#).parse().err().unwrap();
/// assert_eq!(error.findings().to_string(), "1. /to: breaks the rule `other`; may also change: /from");
/// ```
///
/// A finding of garde's has the rule `garde`. Its path is in Rust's names, which are found in the text through structs that
/// derive `RepairableInput`, and through `Option`, `Box` and the usual collections of such. In an enum, in a type parameter
/// and in other types names are taken as they are, as far as there is something of that name; else the finding is about what
/// is around it. What the schema finds at the same place is not said twice.
///
/// # Options of a field
///
/// They stand in `#[repair(..)]` above a field of a struct that is read as JSON, XML, YAML or TOML:
///
/// - `frozen`: a repair never changes it.
/// - `secret`: no model, log or error shows it, and a repair never changes it.
/// - `ungrounded_ok`: a new value of it need not be found in the source. (Also for a field that is the whole value.)
///
/// Fields are found by the names that serde gives them (`rename`, `rename_all`). Where serde moves a field elsewhere (`flatten`,
/// `transparent`, `into`), the options are refused. Fields that serde skips keep their value through a repair. The options
/// of a nested type hold for inputs of that type; its `secret` fields are *not* secret within another type, so mark the
/// whole field there.
#[proc_macro_derive(RepairableInput, attributes(repair))]
pub fn derive_repairable_input(input: TokenStream) -> TokenStream {
    repairable_input::derive(input.into()).into()
}

/// Names the field of an op that is repaired when [`run`] says what is wrong with it.
///
/// It stands above `impl Op for T`, leaves all items of the impl as they are, and adds a hidden one. The op must be
/// `Clone`, as a repair changes a copy, and the field a `RepairableInput`.
///
/// ```
/// use repair::prelude::*;
///
/// #[derive(Clone)]
/// struct Total {
///     raw: Raw<Vec<u32>>,
/// }
///
/// #[repairable(input = "raw", max_attempts = 2, prompt_prefix = "Amounts are in cents.\n")]
/// impl Op for Total {
///     type Output = u32;
///
///     async fn run(&self, _: &Context) -> Result<u32, OpError> {
///         Ok(self.raw.parse()?.iter().sum())
///     }
/// }
/// # let _ = Total { raw: Raw::new("[1, 2]") };
/// ```
///
/// # Options
///
/// | option | default | |
/// |---|---|---|
/// | `input = "field"` | required | the field to repair; its number in a tuple struct |
/// | `max_attempts = 3` | 3 | how many answers of a model are tried, from 1 |
/// | `prompt_prefix = ".."` | none | put before the prompt |
/// | `prompt_suffix = ".."` | none | put after the prompt |
/// | `provider = ".."` | the runtime's, else `anthropic` | whom to ask; `claude` is `anthropic` |
/// | `model = ".."` | the runtime's, else `claude-sonnet-4-6` | the model's name at the provider |
/// | `max_tokens = 2048` | 2048 | the cap of an answer, from 1 |
/// | `max_calls = 12` | 12 | how many requests may be sent, resent ones included, from 1 |
/// | `ladder = ["mend", ..]` | `mend`, `read`, `patch`, `reread`, `whole` twice | the ways to obtain a new input; see below |
/// | `allow = "guess"` | `"guess"` | the riskiest edit that mending without a model may make: `"exact"`, `"guess"` or `"loss"` |
/// | `drift = "restore"` | `"restore"` | an answer that changes what no finding names is put right; or `"reject"`, or `"off"` |
/// | `grounding = "require"` | `"require"` | new values must be in the source, if there is one; or `"agree"`, `"flag"`, `"off"` |
/// | `stall = "stop"` | `"stop"` | what to do when findings or candidates repeat: `"stop"`, or `"ignore"` it |
/// | `mode = "repair"` | `"repair"` | or `"observe"`: say what would be done, and do nothing |
/// | `on_exhausted = "fail"` | `"fail"` | or `"degrade"`: let `run_relaxed`, which must be written, accept the best candidate |
/// | `crate = "::path"` | `::repair` | where the crate `repair` is; the path starts with `::` or `crate::` |
///
/// Numbers and strings may be constants (`max_attempts = Self::TRIES`), strings also macro calls
/// (`prompt_prefix = include_str!("prefix.md")`). Names stand in quotes or not.
///
/// A ladder is a list of rungs: `mend`, `read`, `patch`, `reread`, `simplified`, `whole`. `"patch@anthropic/claude-opus-4-6"` asks
/// another model than the op's. It is read by the compiler, so its strings stand there as they are. What the rungs do is said
/// at [`Rung`]; what else a `RepairConfig` holds is set for a run.
///
/// The trait is known by its name, `Op`, and the error of `run` by its own, `OpError`: don't import them under others.
///
/// [`Rung`]: https://docs.rs/repair/latest/repair/config/enum.Rung.html
/// [`run`]: https://docs.rs/repair/latest/repair/trait.Op.html#tymethod.run
#[proc_macro_attribute]
pub fn repairable(options: TokenStream, item: TokenStream) -> TokenStream {
    repairable::attribute(options.into(), &item.into()).into()
}

/// What `at!` of the crate `repair` hands on.
#[doc(hidden)]
#[proc_macro]
pub fn __at(input: TokenStream) -> TokenStream {
    at::at(input.into()).into()
}
