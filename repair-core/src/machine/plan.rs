//! Which fields to ask for, and what becomes of the answer: a patch of just these places.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Subject, subschema};
use crate::{
    Finding, Findings,
    format::{
        self,
        span::{Tree, merge, pointer},
    },
};

/// The longest key that is asked for by its own name.
const NAME: usize = 40;

/// The fields to ask for in one call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Plan {
    pub(super) asks: Vec<Ask>,
    /// Places to take out: keys that should not be there.
    pub(super) drops: Vec<String>,
}

/// One field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Ask {
    /// What the model calls it.
    pub(super) alias: String,
    /// Where it is.
    pub(super) path: String,
    /// What it has to satisfy, if the schema says.
    pub(super) schema: Option<Value>,
    /// Whether the answer has to have it: a place that may merely change with another need not.
    pub(super) required: bool,
}

impl Plan {
    /// The fields that findings name, at most `most` findings' worth; `None` where a finding names no field of the tree, or
    /// none of them may be asked for.
    pub(super) fn of(findings: &Findings, tree: &Tree<'_>, subject: &Subject, most: usize) -> Option<Self> {
        let root = subject.schema.as_ref();
        let is_kept = |path: &str| subject.kept().any(|kept| pointer::is_within(path, kept));
        let mut required = Vec::new();
        let mut optional = Vec::new();
        let mut drops = Vec::new();
        for finding in findings.iter().filter(|finding| !is_kept(&finding.path)).take(most) {
            if finding.path.is_empty() || !finding.path.starts_with('/') {
                return None;
            }
            let place = merge::reachable(tree, &finding.path);
            if is_unwanted(finding) && tree.at(&finding.path).is_some() {
                drops.push(place);
            } else {
                required.push(place);
            }
            optional.extend(finding.also.iter().filter(|path| !is_kept(path)).map(|path| merge::reachable(tree, path)));
        }
        let required = merge::outermost(required);
        let is_asked =
            |path: &str| required.iter().any(|asked| pointer::is_within(path, asked) || pointer::is_within(asked, path));
        let optional: Vec<String> =
            merge::outermost(optional).into_iter().filter(|path| !path.is_empty() && !is_asked(path)).collect();
        let asked = required.iter().map(|path| (path, true)).chain(optional.iter().map(|path| (path, false)));
        // A deeper field's name must not be one of the record's own, for a model that answers with the record.
        let mut taken: BTreeSet<String> = tree.root().children().filter_map(|member| member.key()).map(Into::into).collect();
        let declared = root.and_then(|root| subschema::resolved(root, root).get("properties")?.as_object());
        taken.extend(declared.into_iter().flat_map(|members| members.keys().cloned()));
        let at_root = |path: &String| path.strip_prefix('/').filter(|name| !name.contains('/')).map(str::to_owned);
        taken.extend(required.iter().chain(&optional).filter_map(at_root));
        let asks: Vec<Ask> = asked
            .map(|(path, required)| {
                let found = root.and_then(|root| subschema::at(root, path));
                let alias = alias(path, found.is_some_and(|found| found.declared), &mut taken);
                Ask { alias, path: path.clone(), schema: found.map(|found| found.schema.clone()), required }
            })
            .collect();
        (!asks.is_empty()).then_some(Self { asks, drops: merge::outermost(drops) })
    }

    /// The text with the answer's values in their places.
    ///
    /// # Errors
    ///
    /// What keeps the answer from being one: no object, or not a single field that was asked for.
    pub(super) fn apply(&self, base: &str, answer: &str) -> Result<Applied, Findings> {
        let has_any =
            |text: &str| Tree::parse(text, format::json::MAX_DEPTH).is_ok_and(|tree| self.values(&tree).next().is_some());
        let found = format::json::find(answer, has_any)?;
        let not_json = || Findings::from(Finding::whole().rule("syntax").expected("a JSON object").received(answer));
        let tree = Tree::parse(&found, format::json::MAX_DEPTH).map_err(|_| not_json())?;
        let mut text = base.to_owned();
        let mut missing = Findings::new();
        for ask in self.asks.iter().filter(|ask| ask.required) {
            if self.value(&tree, ask).is_none() {
                missing.push(Finding::at(&ask.path).rule("unanswered").expected(format!("a value for the key `{}`", ask.alias)));
            }
        }
        let mut patched = false;
        for (ask, raw) in self.values(&tree) {
            let base = Tree::parse(&text, format::json::MAX_DEPTH).map_err(|_| not_json())?;
            let put = if base.at(&ask.path).is_some() { base.replace(&[(&ask.path, raw)]) } else { base.insert(&ask.path, raw) };
            if let Ok(put) = put {
                (text, patched) = (put, true);
            }
        }
        if !patched {
            return Err(missing);
        }
        for path in self.drops.iter().rev() {
            let base = Tree::parse(&text, format::json::MAX_DEPTH).map_err(|_| not_json())?;
            text = base.remove(path).unwrap_or(text);
        }
        let is_asked = |key: &str| self.asks.iter().any(|ask| ask.alias == key);
        let extra =
            tree.root().children().filter_map(|member| member.key()).filter(|key| !is_asked(key)).map(Into::into).collect();
        Ok(Applied { text, extra })
    }

    fn values<'t>(&'t self, answer: &'t Tree<'_>) -> impl Iterator<Item = (&'t Ask, &'t str)> {
        self.asks.iter().filter_map(|ask| Some((ask, self.value(answer, ask)?)))
    }

    /// Under its alias; or where the record has it, for a model that answers with the record.
    fn value<'t>(&self, answer: &'t Tree<'_>, ask: &Ask) -> Option<&'t str> {
        answer.root().member(&ask.alias).or_else(|| answer.at(&ask.path)).map(|place| place.raw())
    }

    /// How many tokens an answer may take: what its fields can hold, and no less for a field that can hold anything.
    pub(super) fn max_tokens(&self, root: Option<&Value>, most: u32) -> u32 {
        const FRAME: u64 = 48;
        let of = |ask: &Ask| match ask.schema.as_ref().map(|schema| root.map_or(schema, |root| subschema::resolved(root, schema)))
        {
            Some(schema) if root.is_some_and(|root| subschema::is_listed(root, schema)) => 32,
            Some(schema) if is_scalar(schema) => 160,
            _ => u64::from(most),
        };
        let sum = self.asks.iter().fold(FRAME, |sum, ask| sum.saturating_add(of(ask)));
        u32::try_from(sum).unwrap_or(most).min(most)
    }
}

/// The text after a patch, and the keys of the answer that nobody asked for.
pub(super) struct Applied {
    pub(super) text: String,
    pub(super) extra: Vec<String>,
}

fn is_scalar(schema: &Value) -> bool {
    let is = |kind: &Value| matches!(kind.as_str(), Some("string" | "number" | "integer" | "boolean" | "null"));
    match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().all(is),
        Some(kind) => is(kind),
        None => false,
    }
}

/// Whether the finding is that something stands there at all.
pub(crate) fn is_unwanted(finding: &Finding) -> bool {
    matches!(&*finding.rule, "additionalProperties" | "unevaluatedProperties" | "unknown" | "unknown_key")
}

/// A name for a place: its own key where the type knows it, since a key of the data may say anything; else a number.
fn alias(path: &str, known: bool, taken: &mut BTreeSet<String>) -> String {
    let is_plain = |token: &&str| {
        !token.is_empty()
            && token.len() <= NAME
            && token.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
    };
    let tokens: Vec<&str> = path.split('/').skip(1).collect();
    let own = (1..=tokens.len()).map(|length| tokens[tokens.len() - length..].join("_"));
    let named = own.filter(|name| known && is_plain(&name.as_str()) && !name.starts_with(|c: char| c.is_ascii_digit()));
    let numbered = (1..).map(|n| format!("field_{n}"));
    let is_own = |name: &String| tokens == [name.as_str()];
    let alias = named.chain(numbered).find(|name| is_own(name) || !taken.contains(name)).unwrap_or_default();
    taken.insert(alias.clone());
    alias
}
