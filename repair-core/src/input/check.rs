//! What is wrong with a value that is of its type: by its schema, and by the checks of the type's own.

use std::collections::HashMap;

use super::RepairableInput;
use crate::{Finding, Findings, Format, format};

/// The rule of a finding that garde made.
pub(crate) const GARDE: &str = "garde";

/// Everything that is wrong with a value: what the schema finds in the text it is shown as, for JSON, and what
/// [`RepairableInput::check`] finds.
///
/// ```
/// use repair_core::{Json, check};
///
/// assert!(check(&7_u8).is_empty());
///
/// #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
/// struct Line {
///     #[schemars(range(min = 1))]
///     quantity: u32,
/// }
/// let findings = check(&Json(Line { quantity: 0 }));
/// # #[cfg(feature = "schema")]
/// assert_eq!(findings.to_string(), "1. /quantity: expected a number of at least 1, received \"0\"");
/// ```
pub fn check<T: RepairableInput>(value: &T) -> Findings {
    let mut found = match value.show() {
        Ok(text) if T::shape().format() == Format::Json => format::violations(T::shape(), &text),
        Ok(_) => Findings::new(),
        Err(error) => Finding::whole().rule(error.code()).expected("a value that can be shown").hint(error.to_string()).into(),
    };
    merge(&mut found, value.check());
    found
}

/// Adds what a type's own checks say, without what the schema said already.
pub(crate) fn merge(found: &mut Findings, own: Findings) {
    let mut own_by_garde: HashMap<String, usize> = HashMap::new();
    for finding in own.iter().filter(|finding| finding.rule == GARDE) {
        *own_by_garde.entry(finding.path.clone()).or_default() += 1;
    }
    let mut by_schema: HashMap<&str, Vec<&str>> = HashMap::new();
    for known in &*found {
        by_schema.entry(&known.path).or_default().push(&known.rule);
    }
    // schemars reads garde's attributes, so what garde finds the schema mostly found too. It has no rule to tell by.
    let is_new = |finding: &Finding| match (by_schema.get(finding.path.as_str()), &*finding.rule) {
        (None, _) => true,
        (Some(known), GARDE) => own_by_garde.get(&finding.path).is_some_and(|own| *own > known.len()),
        (Some(known), rule) => !known.contains(&rule),
    };
    let new: Vec<Finding> = own.into_iter().filter(is_new).collect();
    found.extend(new);
}
