//! Coercion guided by a schema: JSON that is not of the type, but plainly means a value that is.

pub(super) mod amount;
mod array;
pub(super) mod choice;
mod homes;
mod limits;
mod mentions;
mod moves;
pub(super) mod names;
pub(super) mod numbers;
mod object;
mod plan;
mod planner;
mod reshape;
mod scalar;
pub(super) mod schema;
mod spelling;
pub(super) mod time;
mod union;
pub(super) mod words;

use serde_json::Value;
#[cfg(feature = "sql")]
pub(crate) use spelling::distance;
pub(crate) use spelling::nearest_name;
#[cfg(feature = "schema")]
pub(super) use time::two_days;

use super::{Edit, Risk};
use crate::{Finding, Findings, format::span::Tree};

/// What coercion made of a text.
#[derive(Clone, Debug, Default)]
pub struct Coerced {
    /// The edits, in the order of their places.
    pub edits: Vec<Edit>,
    /// What is still wrong, as far as the structure of the schema tells.
    pub findings: Findings,
    /// The members that the schema knows by name: of two readings, the one with more of them is nearer to the type.
    pub known: usize,
    /// Whether the search was too much work. There are no edits then, and one finding.
    pub gave_up: bool,
}

impl Coerced {
    /// Whether there was nothing to do, and nothing is wrong.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.edits.is_empty() && self.findings.is_empty()
    }
}

/// How deep texts nest that coercion looks at.
pub(super) const MAX_DEPTH: usize = 128;

/// Fits a JSON text to a schema, with edits no riskier than `allow`. What can't be read as what is wanted stays as it is
/// and is a finding; nothing is dropped, except a forbidden member, and that only at [`Risk::Loss`].
///
/// The edits are made for one value at a time. What the schema says of it beside its type, `minimum` beside an `anyOf`
/// say, may still be broken afterwards: check the result.
#[must_use]
pub fn coerce(text: &str, schema: &Value, allow: Risk) -> Coerced {
    match Tree::parse(text, MAX_DEPTH) {
        Ok(tree) => coerce_tree(&tree, schema, allow),
        Err(error) => {
            let finding = Finding::whole().rule("syntax").expected("a JSON value").hint(error.to_string());
            Coerced { findings: finding.into(), gave_up: true, ..Coerced::default() }
        }
    }
}

/// As [`coerce`], for a text that is already read.
#[must_use]
pub(super) fn coerce_tree(tree: &Tree<'_>, schema: &Value, allow: Risk) -> Coerced {
    let mut planner = planner::Planner::new(tree, schema, allow);
    let plan = planner.plan(tree.root(), schema);
    if planner.gave_up() {
        let finding = Finding::whole().rule("too_complex").expected("a value that is compared with its schema in fewer steps");
        return Coerced { findings: finding.into(), gave_up: true, ..Coerced::default() };
    }
    let (edits, findings) = plan.collect(tree);
    Coerced { edits, findings, known: plan.known, gave_up: false }
}
