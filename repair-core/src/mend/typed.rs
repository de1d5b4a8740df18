//! Text that should be of a type: syntax, then coercion, then a check.

use std::borrow::Cow;

use serde_json::Value;

use super::{
    Checker, Edit, Mended, Options, Risk, Unmendable, UnmendableKind, coerce,
    compose::compose,
    prose::{self, Said, Wanted},
    replay, syntax,
};
use crate::{
    Findings,
    format::span::{Tree, TreeErrorKind},
};

/// A text that was read, and what is still wrong with its value.
#[derive(Clone, Debug)]
pub struct Typed<'a> {
    /// The text and its edits. Where there are findings, they are all exact.
    pub mended: Mended<'a>,
    /// What is still wrong.
    pub findings: Findings,
}

/// A text as JSON that satisfies the schema. What satisfies it already is not touched.
///
/// # Errors
///
/// As [`read`]; and when something is still wrong, as [`UnmendableKind::Misfit`].
pub fn typed<'a>(text: &'a str, schema: &Value, options: &Options) -> Result<Mended<'a>, Unmendable> {
    let typed = read(text, schema, options)?;
    match typed.findings.iter().next() {
        None => Ok(typed.mended),
        Some(finding) => Err(refuse(UnmendableKind::Misfit, finding.to_string())),
    }
}

/// A text as JSON, as near to the schema as it can be brought. Guesses are made only where the result then satisfies the
/// schema.
///
/// # Errors
///
/// When the text can't be read as JSON, or only by a guess that does not satisfy the schema; and when the schema can't be
/// used.
pub fn read<'a>(text: &'a str, schema: &Value, options: &Options) -> Result<Typed<'a>, Unmendable> {
    let checker = Checker::new(schema).map_err(|why| refuse(UnmendableKind::Schema, why))?;
    read_checked(text, &checker, options)
}

/// As [`read`], with a schema that was read before.
pub(crate) fn read_checked<'a>(text: &'a str, checker: &Checker, options: &Options) -> Result<Typed<'a>, Unmendable> {
    if text.len() > options.max_bytes {
        return Err(refuse(UnmendableKind::TooLong, "it is longer than allowed".to_owned()));
    }
    let schema = checker.schema();
    match Tree::parse(text, options.max_depth) {
        Ok(_) => return settle(text, Vec::new(), checker, options),
        Err(error) if error.kind == TreeErrorKind::TooDeep => {
            return Err(Unmendable { kind: UnmendableKind::TooDeep, at: error.at, message: error.to_string() });
        }
        Err(_) => {}
    }
    let wanted = Wanted::by(schema);
    if let Some(wanted) = wanted.as_ref().filter(|wanted| !wanted.listed)
        && let Some(edits) = said(text, wanted, options)?
    {
        return settle(text, edits, checker, options);
    }
    let edits = match (syntax::edits(text, checker, options), wanted) {
        (Ok(edits), _) => edits,
        (Err(error), Some(wanted)) if wanted.listed && !text.contains(['[', '{']) => match said(text, &wanted, options)? {
            Some(edits) => edits,
            None => return Err(error),
        },
        (Err(error), _) => return Err(error),
    };
    settle(text, edits, checker, options)
}

fn said(text: &str, wanted: &Wanted<'_>, options: &Options) -> Result<Option<Vec<Edit>>, Unmendable> {
    match wanted.said(text) {
        Said::Nothing => Ok(None),
        Said::Unclear => Err(refuse(UnmendableKind::Ambiguous, "it names several of the values, or denies one".to_owned())),
        Said::Value { risk, .. } if risk > options.allow => {
            Err(refuse(UnmendableKind::TooRisky, "reading it takes more than is allowed".to_owned()))
        }
        Said::Value { json, span, risk } => Ok(Some(prose::edits(text, json, span, risk))),
    }
}

/// Coerces a text that JSON was made of, and checks it.
fn settle<'a>(text: &'a str, syntax: Vec<Edit>, checker: &Checker, options: &Options) -> Result<Typed<'a>, Unmendable> {
    let json = if syntax.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(replay(text, &syntax)) };
    let careful = coerce(&json, checker.schema(), Risk::Exact);
    if careful.is_exact() && checker.validate(&json).is_empty() {
        return Ok(Typed { mended: Mended { text: json, edits: syntax }, findings: Findings::new() });
    }
    if options.allow > Risk::Exact {
        let coerced = coerce(&json, checker.schema(), options.allow);
        let fitted = replay(&json, &coerced.edits);
        if coerced.findings.is_empty() && checker.check(&fitted).is_empty() {
            let mended = Mended { text: fitted.into(), edits: compose(&syntax, &coerced.edits) };
            return Ok(Typed { mended, findings: Findings::new() });
        }
    }
    let fitted = replay(&json, &careful.edits);
    let edits = compose(&syntax, &careful.edits);
    let findings = if careful.gave_up { careful.findings } else { checker.check(&fitted) };
    if !findings.is_empty() && edits.iter().any(|edit| edit.risk > Risk::Exact) {
        let why = findings.iter().next().map(ToString::to_string).unwrap_or_default();
        return Err(refuse(UnmendableKind::Misfit, why));
    }
    Ok(Typed { mended: Mended { text: fitted.into(), edits }, findings })
}

fn refuse(kind: UnmendableKind, message: String) -> Unmendable {
    Unmendable { kind, at: 0, message }
}
