//! Several values in a text, where a list of such values is wanted.

use std::cell::RefCell;

use super::{Checker, Edit, EditKind, Fit, Risk};

/// The candidates that a judge was shown.
pub(super) struct Items<'c> {
    checker: &'c Checker,
    wanted: bool,
    seen: RefCell<Vec<String>>,
}

impl<'c> Items<'c> {
    pub(super) fn of(checker: &'c Checker, allow: Risk) -> Self {
        let is_list = checker.schema().get("type").and_then(serde_json::Value::as_str) == Some("array");
        Self { checker, wanted: is_list && allow == Risk::Loss, seen: RefCell::default() }
    }

    pub(super) fn see(&self, candidate: &str) {
        if self.wanted {
            self.seen.borrow_mut().push(candidate.to_owned());
        }
    }

    /// All of them as one list, if each is an object and together they fit. The words between them are dropped.
    pub(super) fn listed(self, len: usize) -> Option<Edit> {
        let seen = self.seen.into_inner();
        let objects = seen.len() > 1 && seen.iter().all(|item| item.trim_start().starts_with('{'));
        let list = objects.then(|| format!("[{}]", seen.join(", ")))?;
        let fits = matches!(self.checker.fit(&list, Risk::Guess), Fit::Exact { .. } | Fit::Coerced { .. });
        fits.then(|| Edit { span: 0..len, kind: EditKind::SecondDocument, replacement: list.into(), risk: Risk::Loss })
    }
}
