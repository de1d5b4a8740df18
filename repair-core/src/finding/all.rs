//! All findings about one input.

use std::{slice, vec};

use serde::{Deserialize, Serialize};

use super::Finding;

/// All findings about one input, in the order in which they were found.
///
/// An op that found several faults returns them all at once, so that one repair can mend them all:
///
/// ```
/// use repair_core::{Finding, Findings};
///
/// let mut findings = Findings::new();
/// findings.push(Finding::at("/id").expected("`T-` and digits").received("17"));
/// findings.push(Finding::at("/summary").rule("required"));
/// assert_eq!(findings.len(), 2);
/// assert!(findings.none_or(()).is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Findings(Vec<Finding>);

impl Findings {
    /// No findings.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds one.
    pub fn push(&mut self, finding: Finding) {
        self.0.push(finding);
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The findings in order.
    pub fn iter(&self) -> slice::Iter<'_, Finding> {
        self.0.iter()
    }

    /// `Ok(value)` if nothing was found, else the findings: the last line of a check.
    ///
    /// # Errors
    ///
    /// The findings themselves, if there are any.
    pub fn none_or<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }

    pub(crate) fn for_each_mut(&mut self, change: impl FnMut(&mut Finding)) {
        self.0.iter_mut().for_each(change);
    }
}

impl From<Finding> for Findings {
    fn from(finding: Finding) -> Self {
        Self(vec![finding])
    }
}

impl FromIterator<Finding> for Findings {
    fn from_iter<I: IntoIterator<Item = Finding>>(findings: I) -> Self {
        Self(findings.into_iter().collect())
    }
}

impl Extend<Finding> for Findings {
    fn extend<I: IntoIterator<Item = Finding>>(&mut self, findings: I) {
        self.0.extend(findings);
    }
}

impl IntoIterator for Findings {
    type Item = Finding;
    type IntoIter = vec::IntoIter<Finding>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Findings {
    type Item = &'a Finding;
    type IntoIter = slice::Iter<'a, Finding>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
