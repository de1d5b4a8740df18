//! The syntax mender, with the schema as its judge.

use super::{Checker, Edit, Options, Unmendable, UnmendableKind, items::Items, json};

/// The edits that make JSON of a text.
pub(super) fn edits(text: &str, checker: &Checker, options: &Options) -> Result<Vec<Edit>, Unmendable> {
    let parts = Items::of(checker, options.allow);
    let judge = |text: &str| {
        parts.see(text);
        checker.fit(text, options.allow).score()
    };
    match json::json_with(text, options, Some(&judge)) {
        Ok(mended) => Ok(mended.edits),
        Err(error) => match parts.listed(text.len()).filter(|_| error.kind == UnmendableKind::Ambiguous) {
            Some(edit) => Ok(vec![edit]),
            None => Err(error),
        },
    }
}
