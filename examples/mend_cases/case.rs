//! A case, what the menders make of it, and whether that is right. The tests judge by this too.

use std::{fs, path::Path};

use quick_xml::{XmlVersion, escape::resolve_xml_entity, events::Event};
use repair::{
    mend::{self, Mended, Options, Risk, Unmendable},
    span::{Kind, Place, Tree},
};
use serde_json::{Value, json};

/// How deep the values of cases nest.
const DEPTH: usize = 10_000;

pub struct Case {
    pub id: String,
    pub kind: Wanted,
    pub format: String,
    pub input: String,
    pub schema: Option<Value>,
    /// Whether losses are never allowed in it.
    pub no_loss: bool,
}

pub enum Wanted {
    /// This, in the format of the case.
    Text(String),
    /// A text that holds this.
    Value(Value),
    /// There is no right value.
    Refusal,
    /// It may become anything, but nothing may crash.
    Anything,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Right,
    Wrong,
    Refused,
    Unjudged,
}

/// Reads a file of cases.
pub fn load(path: &Path) -> Result<Vec<Case>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let case = |(n, line)| parse(line).map_err(|why| format!("{}:{}: {why}", path.display(), n + 1));
    let cases: Vec<_> = lines.map(case).collect::<Result<_, _>>()?;
    if cases.is_empty() { Err(format!("{}: there are no cases in it", path.display())) } else { Ok(cases) }
}

fn parse(line: &str) -> Result<Case, String> {
    let case: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let text = |name: &str| case[name].as_str().map(str::to_owned).ok_or_else(|| format!("it has no text `{name}`"));
    let kind = match (text("kind")?.as_str(), case.get("expected"), case.get("expected_text").and_then(Value::as_str)) {
        ("value", Some(Value::String(expected)), _) => Wanted::Text(expected.clone()),
        ("value", None, Some(expected)) => Wanted::Text(expected.to_owned()),
        ("value", Some(expected), _) => Wanted::Value(expected.clone()),
        ("value", None, None) => return Err("it has no `expected_text`".to_owned()),
        ("error" | "nothing", ..) => Wanted::Refusal,
        ("partial" | "unspecified", ..) => Wanted::Anything,
        (kind, ..) => return Err(format!("`{kind}` is not a kind of case")),
    };
    let format = text("format").unwrap_or_else(|_| "json".to_owned());
    let schema = case.get("schema").filter(|schema| !schema.is_null()).cloned();
    Ok(Case { id: text("id")?, kind, format, input: text("input")?, schema, no_loss: case["allow"] == "guess" })
}

impl Case {
    pub fn mend(&self, options: &Options) -> Result<Mended<'_>, Unmendable> {
        let mut options = options.clone();
        if self.no_loss {
            options.allow = options.allow.min(Risk::Guess);
        }
        let options = &options;
        match (self.format.as_str(), &self.schema) {
            ("xml", schema) => mend::xml_with_schema(&self.input, schema.as_ref(), options),
            ("yaml", _) => mend::yaml(&self.input, options),
            ("toml", _) => mend::toml(&self.input, options),
            ("text", _) => mend::text(&self.input, options),
            (_, Some(schema)) => mend::typed(&self.input, schema, options),
            (_, None) => mend::json(&self.input, options),
        }
    }

    pub fn judge(&self, made: &Result<Mended<'_>, Unmendable>) -> Verdict {
        let right = match (&self.kind, made) {
            (Wanted::Anything, _) => return Verdict::Unjudged,
            (Wanted::Refusal, made) => made.is_err(),
            (Wanted::Text(_) | Wanted::Value(_), Err(_)) => return Verdict::Refused,
            (Wanted::Text(expected), Ok(mended)) => self.same(&mended.text, expected),
            (Wanted::Value(expected), Ok(mended)) => read(&self.format, &mended.text).as_ref() == Some(expected),
        };
        if right { Verdict::Right } else { Verdict::Wrong }
    }

    #[allow(dead_code, reason = "only the program shows it")]
    pub fn expected(&self) -> String {
        match &self.kind {
            Wanted::Text(expected) => expected.clone(),
            Wanted::Value(expected) => expected.to_string(),
            Wanted::Refusal => "(refused)".to_owned(),
            Wanted::Anything => "(anything)".to_owned(),
        }
    }

    /// Whether the right answer is an object or an array.
    #[allow(dead_code, reason = "only tests ask")]
    pub fn is_container(&self) -> bool {
        matches!(&self.kind, Wanted::Text(expected) if expected.trim_start().starts_with(['{', '[']))
    }

    fn same(&self, made: &str, expected: &str) -> bool {
        match self.format.as_str() {
            "json" => {
                let valid = Tree::parse(&self.input, DEPTH).is_ok();
                let unchanged = !valid || self.schema.is_some() || made == self.input;
                match (Tree::parse(made, DEPTH), Tree::parse(expected, DEPTH)) {
                    (Ok(made), Ok(expected)) => unchanged && same(made.root(), expected.root(), valid),
                    _ => false,
                }
            }
            "text" => made == expected,
            format => read(format, made).is_some_and(|made| Some(made) == read(format, expected)),
        }
    }
}

fn same(made: Place<'_>, expected: Place<'_>, exact: bool) -> bool {
    if made.kind() != expected.kind() {
        return false;
    }
    match made.kind() {
        Kind::Text => made.string() == expected.string() || made.raw() == expected.raw(),
        Kind::Array => {
            made.len() == expected.len() && made.children().zip(expected.children()).all(|(one, two)| same(one, two, exact))
        }
        Kind::Object => {
            let has = |name: &str| expected.member(name);
            let known = |place: Place<'_>| place.key().and_then(|name| has(&name)).is_some();
            let names = |child: Place<'_>| child.key().and_then(|name| made.member(&name)).is_some();
            // of one name twice, the last counts
            made.children().all(known)
                && expected.children().all(names)
                && expected
                    .children()
                    .filter_map(|child| child.key())
                    .all(|name| matches!((made.member(&name), has(&name)), (Some(one), Some(two)) if same(one, two, exact)))
        }
        Kind::Number => {
            let float = |place: Place<'_>| place.raw().parse::<f64>().ok();
            digits(made.raw()) == digits(expected.raw()) || (!exact && float(made) == float(expected))
        }
        _ => made.raw() == expected.raw(),
    }
}

/// A number by its sign, its digits without zeros around them, and the place of its point: `1.50` and `15e-1` are the same.
fn digits(number: &str) -> (bool, String, String) {
    let (sign, number) = number.strip_prefix('-').map_or((false, number), |number| (true, number));
    let (number, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let all = format!("{whole}{fraction}");
    let Ok(exponent) = exponent.trim_start_matches('+').parse::<i64>() else { return (sign, all, exponent.to_owned()) };
    let digits = all.trim_end_matches('0');
    let zeros = i64::try_from(all.len() - digits.len()).unwrap_or(i64::MAX);
    let point = exponent - i64::try_from(fraction.len()).unwrap_or(0) + zeros;
    let digits = digits.trim_start_matches('0');
    let point = if digits.is_empty() { 0 } else { point };
    (sign, digits.to_owned(), point.to_string())
}

/// The value of a text; for XML its normal form: names, attributes, children; text joined, decoded, and dropped where blank.
pub fn read(format: &str, text: &str) -> Option<Value> {
    match format {
        "json" => serde_json::from_str(text).ok(),
        "yaml" => serde_saphyr::from_str(text).ok(),
        "toml" => toml::from_str(text).ok(),
        "xml" => xml(text),
        _ => Some(text.into()),
    }
}

fn xml(text: &str) -> Option<Value> {
    let mut reader = quick_xml::Reader::from_str(text);
    let mut stack = vec![(json!({"children": []}), String::new())];
    loop {
        let event = reader.read_event().ok()?;
        match &event {
            Event::Start(tag) | Event::Empty(tag) => {
                let mut attributes = json!({});
                for attribute in tag.attributes() {
                    let attribute = attribute.ok()?;
                    let value = attribute.normalized_value(XmlVersion::Implicit1_0).ok()?;
                    attributes[attribute.key.as_ref()] = value.as_ref().into();
                }
                flush(stack.last_mut()?)?;
                let element = json!({"name": tag.name().as_ref(), "attributes": attributes, "children": []});
                if matches!(event, Event::Empty(_)) {
                    stack.last_mut()?.0["children"].as_array_mut()?.push(element);
                } else {
                    stack.push((element, String::new()));
                }
            }
            Event::End(_) => {
                let mut top = stack.pop()?;
                flush(&mut top)?;
                stack.last_mut()?.0["children"].as_array_mut()?.push(top.0);
            }
            Event::Text(piece) => stack.last_mut()?.1.push_str(piece),
            Event::CData(piece) => stack.last_mut()?.1.push_str(piece),
            Event::GeneralRef(name) => match name.resolve_char_ref().ok()? {
                Some(c) => stack.last_mut()?.1.push(c),
                None => stack.last_mut()?.1.push_str(resolve_xml_entity(name)?),
            },
            Event::Eof => return if stack.len() == 1 { stack.pop().map(|top| top.0) } else { None },
            _ => {}
        }
    }
}

fn flush((element, text): &mut (Value, String)) -> Option<()> {
    let text = std::mem::take(text);
    if !text.trim().is_empty() {
        element["children"].as_array_mut()?.push(text.trim().into());
    }
    Some(())
}
