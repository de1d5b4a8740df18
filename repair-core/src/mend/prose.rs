//! A scalar in a sentence: `The answer is **true**`.

use std::ops::Range;

use serde_json::{Map, Value};

use super::{
    Edit, EditKind, Risk,
    coerce::{
        choice::Choice,
        names::{Name, Names, Pick},
        numbers,
        schema::{self, Part, Target, Types},
        words,
    },
};

/// What a schema wants, where it wants scalars that can be told from other words.
#[derive(Debug, Default)]
pub(super) struct Wanted<'s> {
    choice: Choice<'s>,
    /// The names, and the words for truth where a boolean is wanted.
    words: Names<'s>,
    boolean: bool,
    number: bool,
    integer: bool,
    /// Whether it wants a list of them.
    pub(super) listed: bool,
}

/// What a text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Nothing,
    Unclear,
    Value { json: String, span: Range<usize>, risk: Risk },
}

/// How many schemas are looked at.
const LOOK: usize = 256;

impl<'s> Wanted<'s> {
    /// `None` where something else may be wanted too: free text, or an object.
    pub(super) fn by(root: &'s Value) -> Option<Self> {
        let mut wanted = Self::default();
        let mut choices = Vec::new();
        let mut open = vec![root];
        for _ in 0..LOOK {
            let Some(schema) = open.pop() else { return wanted.with(choices) };
            for part in schema::parts(schema.as_object()?) {
                match part {
                    Part::All(schema) => open.push(schema),
                    Part::Union { branches, .. } => open.extend(branches),
                    Part::Own(keywords) if keywords.contains_key("const") || keywords.contains_key("enum") => {
                        choices.push(keywords)
                    }
                    Part::Own(keywords) => open.extend(wanted.own(keywords)?),
                    Part::Ref(reference) => match schema::follow(root, reference) {
                        Target::Schema(schema) => open.push(schema),
                        Target::Elsewhere | Target::Nowhere => return None,
                    },
                }
            }
        }
        None
    }

    fn with(mut self, choices: Vec<&'s Map<String, Value>>) -> Option<Self> {
        self.choice = Choice::of(choices)?;
        for value in &self.choice.values {
            match value {
                Value::String(_) | Value::Null => {}
                Value::Bool(_) => self.boolean = true,
                Value::Number(_) => self.number = true,
                Value::Array(_) | Value::Object(_) => return None,
            }
        }
        let n = self.choice.values.len();
        let truth = [Name { text: "false", value: n }, Name { text: "true", value: n + 1 }];
        self.words = self.choice.names.with(if self.boolean { &truth } else { &[] });
        let any = !self.words.is_empty() || self.number || self.integer;
        any.then_some(self)
    }

    /// Takes in what a schema says of the value itself; gives the schema of the items.
    fn own(&mut self, keywords: &'s Map<String, Value>) -> Option<Option<&'s Value>> {
        let types = Types::of(keywords).filter(|_| keywords.contains_key("type"))?;
        if keywords.get("type").and_then(Value::as_str) == Some("array") && !self.listed {
            self.listed = true;
            return Some(Some(keywords.get("items")?));
        }
        if types.has(!(Types::NULL | Types::BOOLEAN | Types::INTEGER | Types::NUMBER)) {
            return None;
        }
        self.boolean |= types.has(Types::BOOLEAN);
        self.number |= types.has(Types::NUMBER);
        self.integer |= types.has(Types::INTEGER);
        Some(None)
    }

    /// The one value that a text gives.
    pub(super) fn said(&self, text: &str) -> Said {
        match self.alone(text) {
            Said::Nothing => self.mentioned(text),
            said => said,
        }
    }

    /// The text is the value, but for quotes and markup.
    fn alone(&self, text: &str) -> Said {
        let markup = |c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`' | '"' | '\'');
        let bare = text.trim_matches(markup).trim_end_matches([',', ';']);
        let start = text.len() - text.trim_start_matches(markup).len();
        let name = match self.choice.names.whole(bare) {
            Pick::Unclear => return Said::Unclear,
            Pick::Is(n) => self.choice.json(n).map(|json| (json, Risk::Exact)),
            Pick::None | Pick::Mentions(..) => None,
        };
        let truth = words::boolean(bare).filter(|_| self.boolean).map(|(truth, risk)| (words::json(truth).to_owned(), risk));
        let number = numbers::read(bare, !self.number).filter(|_| self.number || self.integer);
        let mut ways = [name, truth, number].into_iter().flatten();
        match (ways.next(), ways.next()) {
            (Some((json, risk)), None) => Said::Value { json, span: start..start + bare.len(), risk },
            (None, _) => Said::Nothing,
            _ => Said::Unclear,
        }
    }

    fn mentioned(&self, text: &str) -> Said {
        if self.words.is_empty() {
            return self.counted(text);
        }
        match self.words.mentioned(text) {
            Pick::Is(_) | Pick::None => Said::Nothing,
            Pick::Unclear => Said::Unclear,
            Pick::Mentions(n, span) => {
                let json = self.choice.json(n).unwrap_or_else(|| words::json(n > self.choice.values.len()).to_owned());
                Said::Value { json, span, risk: Risk::Guess }
            }
        }
    }

    /// The only number of a text, where a sentence ends with `is`, `=` or `:` and the number.
    fn counted(&self, text: &str) -> Said {
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '/' | '-' | '+' | '%' | '$' | '€' | '£' | '¥');
        let (Some(first), Some(last)) = (text.find(|c: char| c.is_ascii_digit()), text.rfind(|c: char| c.is_ascii_digit()))
        else {
            return Said::Nothing;
        };
        let before = text.get(..first).unwrap_or_default();
        let start = before.trim_end_matches(is_part).len();
        let end = last + 1;
        let Some(number) = text.get(start..end).filter(|number| number.chars().all(is_part)) else { return Said::Nothing };
        let markup = |c: char| matches!(c, '*' | '_' | '`' | '"' | '\'');
        let lead = text.get(..start).unwrap_or_default().trim_end_matches(|c: char| markup(c) || c.is_whitespace());
        let word = lead.rsplit(|c: char| !c.is_alphanumeric() && !matches!(c, ':' | '=')).next().unwrap_or_default();
        let says = lead.ends_with([':', '=']) || ["is", "are", "was", "equals"].contains(&word.to_ascii_lowercase().as_str());
        let rest = text.get(end..).unwrap_or_default().trim_start_matches(markup);
        let ends = rest.is_empty()
            || rest.starts_with('\n')
            || rest.strip_prefix(['.', '!']).is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace));
        match numbers::read(number, !self.number).filter(|_| says && ends) {
            Some((json, _)) => Said::Value { json, span: start..end, risk: Risk::Guess },
            None => Said::Nothing,
        }
    }
}

/// The edits that leave the value alone.
pub(super) fn edits(text: &str, json: String, span: Range<usize>, risk: Risk) -> Vec<Edit> {
    let around = |span: Range<usize>| {
        let prose = text.get(span.clone()).is_some_and(|part| part.contains(char::is_alphanumeric));
        let kind = if prose { EditKind::Prose } else { EditKind::Quotes };
        Edit { span, kind, replacement: "".into(), risk: if prose { risk } else { Risk::Exact } }
    };
    let mut edits = Vec::with_capacity(3);
    if span.start > 0 {
        edits.push(around(0..span.start));
    }
    if text.get(span.clone()) != Some(&json) {
        edits.push(Edit { span: span.clone(), kind: EditKind::Choice, replacement: json.into(), risk });
    }
    if span.end < text.len() {
        edits.push(around(span.end..text.len()));
    }
    edits
}
