//! Whether a run gets anywhere: the finding sets and candidates it has seen.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::Findings;

/// Fingerprints of every finding set and every candidate of a run, so that A, B, A is seen as well as A, A.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Seen {
    sets: BTreeSet<u64>,
    candidates: BTreeSet<u64>,
}

impl Seen {
    /// Records a finding set, by paths and rules; whether it was there before. An empty set never was. Of two faults of one
    /// kind at one place, one mended is progress.
    pub(super) fn repeats_set(&mut self, findings: &Findings) -> bool {
        let mut set: Vec<(&str, &str)> = findings.iter().map(|finding| (&*finding.path, &*finding.rule)).collect();
        set.sort_unstable();
        if set.is_empty() {
            return false;
        }
        let mut print = Fingerprint::default();
        for (path, rule) in set {
            print.text(path);
            print.text(rule);
        }
        !self.sets.insert(print.0)
    }

    /// As [`repeats_candidate`](Self::repeats_candidate), for one of which only the fingerprint is known.
    pub(super) fn repeats_print(&mut self, print: u64) -> bool {
        !self.candidates.insert(print)
    }

    /// Records a candidate; whether it was there before.
    pub(super) fn repeats_candidate(&mut self, shown: &str) -> bool {
        self.repeats_print(fingerprint(shown))
    }
}

/// The fingerprint of a text.
pub(crate) fn fingerprint(text: &str) -> u64 {
    let mut print = Fingerprint::default();
    print.text(text);
    print.0
}

/// FNV-1a, 64 bits: the same on every machine and in every version, as a log needs it.
struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    fn text(&mut self, text: &str) {
        // 0xFF is in no UTF-8 text, so it parts one text from the next.
        for byte in text.bytes().chain([0xFF]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
