//! Why the reader stopped.

use crate::mend::{Unmendable, UnmendableKind};

#[derive(Clone, Debug)]
pub(super) struct Stop {
    pub kind: UnmendableKind,
    pub at: usize,
    pub why: &'static str,
}

pub(super) const fn stop(kind: UnmendableKind, at: usize, why: &'static str) -> Stop {
    Stop { kind, at, why }
}

pub(super) const fn ambiguous(at: usize, why: &'static str) -> Stop {
    stop(UnmendableKind::Ambiguous, at, why)
}

pub(super) const fn unreadable(at: usize, why: &'static str) -> Stop {
    stop(UnmendableKind::Unreadable, at, why)
}

impl Stop {
    pub(super) fn within(&self, text: &str) -> Unmendable {
        refuse(self.kind, self.at, self.why, text)
    }
}

/// A refusal that shows the place: some of the text before it and after.
pub(super) fn refuse(kind: UnmendableKind, at: usize, why: &str, text: &str) -> Unmendable {
    const CONTEXT: usize = 24;
    let here = text.floor_char_boundary(at);
    let before = text.get(text.floor_char_boundary(here.saturating_sub(CONTEXT))..here).unwrap_or_default();
    let after = text.get(here..text.floor_char_boundary(here.saturating_add(CONTEXT))).unwrap_or_default();
    let message = format!("{why}, between `{}` and `{}`", before.escape_debug(), after.escape_debug());
    Unmendable { kind, at: here, message }
}
