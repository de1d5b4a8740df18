//! Whether a new input may be taken: it changes nothing that no finding names, and says nothing the source does not say.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Note, ground::Source, state::Run, subschema};
use crate::{
    Finding, Findings, Format, Status,
    config::{Drift, Grounding},
    format::{
        self,
        span::{Tree, merge, pointer},
    },
};

/// How many places are listed of those a guard objects to; an answer may differ everywhere.
const LISTED: usize = 64;

/// What becomes of a new input.
pub(super) enum Verdict {
    Take,
    /// This text instead, which has the old values where nothing may change.
    Restore(String),
    Reject(Status, Findings),
}

/// Values that one view gave and another has yet to confirm.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Unconfirmed(Vec<(String, Value)>);

/// What findings let a repair change.
enum Open {
    Everything,
    Places(Vec<String>),
}

impl Open {
    fn has(&self, path: &str) -> bool {
        match self {
            Self::Everything => true,
            Self::Places(places) => places.iter().any(|place| pointer::is_within(path, place)),
        }
    }
}

impl Run {
    /// Judges a new input, as it shows, against the one it would replace.
    pub(super) fn judge(&mut self, shown: &str) -> Verdict {
        let Ok(subject) = &self.subject else { return Verdict::Take };
        let base = self.base().to_owned();
        let read = |text: &str| format::tree_of(subject.format, text);
        // The tree of an XML document holds no text.
        let comparable = !matches!(subject.format, Format::Xml);
        let (old, new) = (read(&base).filter(|_| comparable), read(shown));
        let Some(new) = new.filter(|_| comparable) else {
            // JSON that no value can be made of, a half surrogate say, can't be held against the value that was there.
            let unread = || Finding::whole().rule("drift").expected("a value that can be compared with the one before");
            return if old.is_some() { Verdict::Reject(Status::Drifted, unread().into()) } else { Verdict::Take };
        };
        let changed = match &old {
            Some(old) => merge::differences(old, &new),
            None => vec![String::new()],
        };
        if old.is_some()
            && let Some(verdict) = self.drift(&base, shown, &changed)
        {
            return verdict;
        }
        self.grounding(&base, old.is_some(), &new, &changed)
    }

    fn open(&self, base: &str) -> Open {
        // A second look may undo what an earlier one changed.
        let problems = self.problem.iter().chain(self.first_problem.iter().filter(|_| self.looked_afresh));
        let findings = problems.flat_map(|problem| &problem.findings);
        let mut places: Vec<String> = findings.flat_map(|finding| finding.also.iter().chain([&finding.path])).cloned().collect();
        if places.is_empty() || places.iter().any(|place| !place.starts_with('/')) {
            return Open::Everything;
        }
        if let Ok(tree) = Tree::parse(base, format::json::MAX_DEPTH) {
            places = places.iter().map(|place| merge::reachable(&tree, place)).collect();
        }
        Open::Places(places)
    }

    fn drift(&mut self, base: &str, shown: &str, changed: &[String]) -> Option<Verdict> {
        let open = self.open(base);
        let (Open::Places(places), true) = (&open, self.config.drift != Drift::Off) else { return None };
        let drifted: Vec<String> = changed.iter().filter(|path| !open.has(path)).cloned().collect();
        if self.config.drift == Drift::Restore {
            let trees = (Tree::parse(base, format::json::MAX_DEPTH), Tree::parse(shown, format::json::MAX_DEPTH));
            let merged = match &trees {
                (Ok(old), Ok(new)) => merge::merge(old, new, places),
                _ => None,
            };
            match merged {
                // What is put together once more comes back as the type writes it, and is then not put together again.
                Some(merged) if merged != shown && !self.restored => {
                    self.restored = true;
                    if !drifted.is_empty() {
                        self.notes.push(Note::Restored { paths: drifted.into_iter().take(LISTED).collect() });
                    }
                    return Some(Verdict::Restore(merged));
                }
                Some(_) if drifted.is_empty() => return None,
                _ => {}
            }
        }
        let drift = |path: &String| Finding::at(path).rule("drift").expected("the value it had");
        (!drifted.is_empty()).then(|| Verdict::Reject(Status::Drifted, drifted.iter().take(LISTED).map(drift).collect()))
    }

    fn grounding(&mut self, base: &str, is_tree: bool, new: &Value, changed: &[String]) -> Verdict {
        let leaves: Vec<(String, Value)> = match self.config.grounding {
            Grounding::Off => Vec::new(),
            _ => changed
                .iter()
                .filter_map(|path| Some((path, new.pointer(path)?)))
                .flat_map(|(path, value)| leaves(path, value))
                .collect(),
        };
        // Of a text that is no tree yet, what it says anywhere is not new.
        let before = (!is_tree && !leaves.is_empty()).then(|| Source::new(base));
        let is_old = |value: &Value| before.as_ref().is_some_and(|before| before.has(value));
        let leaves: Vec<_> = leaves.into_iter().filter(|(path, value)| !self.is_exempt(path, value) && !is_old(value)).collect();
        if self.config.grounding == Grounding::Agree {
            return self.agreement(leaves);
        }
        let Some(source) = self.source().filter(|_| !leaves.is_empty()).map(Source::new) else { return Verdict::Take };
        let missing: Findings = leaves
            .iter()
            .filter(|(_, value)| !source.has(value))
            .map(|(path, value)| {
                Finding::at(path).rule("ungrounded").expected("a value that stands in the source").received(value)
            })
            .collect();
        if missing.is_empty() {
            return Verdict::Take;
        }
        if self.config.grounding == Grounding::Flag {
            self.notes.push(Note::Flagged { findings: missing });
            return Verdict::Take;
        }
        Verdict::Reject(Status::Ungrounded, missing)
    }

    /// Takes new values once two views gave the same.
    fn agreement(&mut self, leaves: Vec<(String, Value)>) -> Verdict {
        let is_confirmed = |(path, value): &(String, Value)| {
            self.unconfirmed.0.iter().any(|(known, earlier)| known == path && merge::is_same(earlier, value))
        };
        let open: Findings = leaves
            .iter()
            .filter(|leaf| !is_confirmed(leaf))
            .map(|(path, value)| {
                Finding::at(path).rule("unconfirmed").expected("a value that a second view gives too").received(value)
            })
            .collect();
        if open.is_empty() {
            return Verdict::Take;
        }
        self.unconfirmed.0.extend(leaves);
        Verdict::Reject(Status::Ungrounded, open)
    }

    /// Whether a value needs no ground: it is no news, one of a listed few, or one the findings offer.
    fn is_exempt(&self, path: &str, value: &Value) -> bool {
        let Ok(subject) = &self.subject else { return true };
        let text = match value {
            Value::Null | Value::Bool(_) => return true,
            Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        let free = || subject.ungrounded_ok.iter().chain(&subject.frozen).chain(&subject.secret);
        let schema = subject.schema.as_ref();
        let is_listed =
            schema.is_some_and(|root| subschema::at(root, path).is_some_and(|at| subschema::lists(root, at.schema, value)));
        let problems = self.problem.iter().chain(&self.first_problem);
        let is_offered = || {
            problems.flat_map(|problem| &problem.findings).filter(|finding| pointer::is_within(path, &finding.path)).any(
                |finding| {
                    let is_expected =
                        finding.rule == "const" && finding.expected.as_ref().is_some_and(|expected| *expected == text);
                    is_expected
                        || finding.allowed.contains(&text)
                        || finding.hint.as_ref().is_some_and(|hint| offers(hint, &text))
                },
            )
        };
        is_listed || free().any(|free| pointer::is_within(path, free)) || is_offered()
    }
}

/// Whether a finding's words hold the value as a word of its own.
fn offers(words: &str, value: &str) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    !value.is_empty()
        && words
            .match_indices(value)
            .any(|(at, _)| !is_word(words[..at].chars().next_back()) && !is_word(words[at + value.len()..].chars().next()))
}

/// The values below a place that hold nothing else, long ones cut nowhere.
pub(super) fn leaves(path: &str, value: &Value) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    let mut open = vec![(path.to_owned(), value)];
    while let Some((path, value)) = open.pop() {
        match value {
            Value::Array(items) => {
                open.extend(items.iter().enumerate().rev().map(|(index, item)| (format!("{path}/{index}"), item)))
            }
            Value::Object(fields) => {
                open.extend(fields.iter().rev().map(|(name, field)| (format!("{path}/{}", pointer::escape(name)), field)));
            }
            scalar => found.push((path, scalar.clone())),
        }
    }
    found
}
