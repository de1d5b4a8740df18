//! How well a text fits a schema.

use serde_json::Value;

use super::{Risk, coerce::coerce_tree};
use crate::{Findings, format::span::Tree};

/// How well a text fits a schema; the better fit is the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It does not, and this much is wrong.
    Not {
        /// How many findings there are.
        findings: usize,
        /// How many members the schema knows.
        known: usize,
    },
    /// It does after coercions.
    Coerced {
        /// The riskiest of them.
        risk: Risk,
        /// How many there are.
        edits: usize,
        /// How many members the schema knows.
        known: usize,
    },
    /// It does.
    Exact {
        /// How many members the schema knows.
        known: usize,
    },
}

impl Fit {
    /// Whether it fits, at the latest after coercions.
    #[must_use]
    pub const fn fits(self) -> bool {
        !matches!(self, Self::Not { .. })
    }

    /// As a number, 0 where it does not fit at all.
    #[must_use]
    pub fn score(self) -> u32 {
        let (level, edits, known) = self.rank();
        let edits = u32::try_from(edits.0).unwrap_or(u32::MAX).min(999);
        let known = u32::try_from(known).unwrap_or(u32::MAX).min(999);
        if level == 0 { 0 } else { u32::from(level) * 1_000_000 + (999 - edits) * 1000 + known }
    }

    fn rank(self) -> (u8, std::cmp::Reverse<usize>, usize) {
        use std::cmp::Reverse;
        match self {
            Self::Not { findings, known } => (0, Reverse(findings), known),
            Self::Coerced { risk: Risk::Loss, edits, known } => (1, Reverse(edits), known),
            Self::Coerced { risk: Risk::Guess, edits, known } => (2, Reverse(edits), known),
            Self::Coerced { risk: Risk::Exact, edits, known } => (3, Reverse(edits), known),
            Self::Exact { known } => (4, Reverse(0), known),
        }
    }
}

impl PartialOrd for Fit {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fit {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// A schema to check texts against. Without the feature `schema`, what it says about structure is checked: types,
/// members, items, allowed values, bounds and lengths, references and unions; with it, everything.
#[derive(Clone, Debug)]
pub struct Checker {
    schema: std::sync::Arc<Value>,
    #[cfg(feature = "schema")]
    validator: std::sync::Arc<jsonschema::Validator>,
}

impl Checker {
    /// Reads the schema.
    ///
    /// # Errors
    ///
    /// With the feature `schema`, when it is not a JSON Schema: in words.
    pub fn new(schema: &Value) -> Result<Self, String> {
        #[cfg(feature = "schema")]
        let validator = jsonschema::options()
            // A date that is none is not what the author of `format: date` means, whatever the dialect says of annotations.
            .should_validate_formats(true)
            .build(schema)
            .map_err(|error| error.to_string())?;
        Ok(Self {
            schema: std::sync::Arc::new(schema.clone()),
            #[cfg(feature = "schema")]
            validator: std::sync::Arc::new(validator),
        })
    }

    /// The schema.
    #[must_use]
    pub fn schema(&self) -> &Value {
        &self.schema
    }

    /// How well a JSON text fits, by structure alone: cheap enough to judge every candidate. What is not JSON does not.
    #[must_use]
    pub fn fit(&self, text: &str, allow: Risk) -> Fit {
        let Ok(tree) = Tree::parse(text, super::coerce::MAX_DEPTH) else { return Fit::Not { findings: usize::MAX, known: 0 } };
        let coerced = coerce_tree(&tree, &self.schema, allow);
        let known = coerced.known;
        match coerced.edits.iter().map(|edit| edit.risk).max() {
            _ if !coerced.findings.is_empty() => Fit::Not { findings: coerced.findings.len(), known },
            None => Fit::Exact { known },
            Some(risk) => Fit::Coerced { risk, edits: coerced.edits.len(), known },
        }
    }

    /// Everything that is wrong with a JSON text as it is.
    #[must_use]
    pub fn check(&self, text: &str) -> Findings {
        let coerced = super::coerce(text, &self.schema, Risk::Exact);
        let mut findings = coerced.findings;
        if let Some(edit) = coerced.edits.first().filter(|_| findings.is_empty()) {
            let finding = crate::Finding::whole().rule("type").expected("the value as its type has it");
            findings.push(finding.received(text.get(edit.span.clone())));
        }
        if findings.is_empty() {
            findings.extend(self.validate(text));
        }
        findings
    }

    /// What the whole of JSON Schema finds beyond structure.
    #[cfg(not(feature = "schema"))]
    pub(crate) fn validate(&self, _: &str) -> Findings {
        Findings::new()
    }

    /// What the whole of JSON Schema finds beyond structure.
    #[cfg(feature = "schema")]
    pub(crate) fn validate(&self, text: &str) -> Findings {
        let Ok(value) = serde_json::from_str::<Value>(text) else {
            // too large a number, or half a surrogate: JSON, but nothing a value can be made of
            return crate::Finding::whole().rule("syntax").expected("a JSON value that can be read").into();
        };
        super::violation::findings(self.validator.iter_errors(&value), &self.schema)
    }
}
