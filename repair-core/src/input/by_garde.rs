//! What `garde` finds wrong with a value.

use serde::Deserialize;
use serde_json::Value;

use super::{RepairableInput, check::GARDE, names::Walk};
use crate::{
    Finding, Findings, Format,
    format::{self, span::pointer},
};

/// What `#[repair(garde)]` asks of a type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be checked by garde",
    label = "needs `garde::Validate`",
    note = "add `#[derive(garde::Validate)]` to `{Self}`, with a context that has a `Default`"
)]
pub trait Validated {
    /// Its own report.
    fn report(&self) -> Option<garde::Report>;
}

#[diagnostic::do_not_recommend]
impl<T: garde::Validate<Context: Default>> Validated for T {
    fn report(&self) -> Option<garde::Report> {
        self.validate().err()
    }
}

/// One finding for each entry of the report. Names are Rust's in a report: `walk` finds them in the text. Beyond the types
/// it knows, they are taken as they are, as far as there is something of that name.
pub fn by_garde<T: RepairableInput + Validated>(value: &T, walk: Option<Walk>) -> Findings {
    let Some(report) = value.report() else { return Findings::new() };
    let is_text = T::shape().format() == Format::Text;
    let text = value.show().ok();
    let tree = text.and_then(|text| format::tree_of(T::shape().format(), &text));
    let finding = |(path, error): &(garde::error::Path, garde::Error)| {
        let path = if is_text { String::new() } else { place(path, walk, tree.as_ref()) };
        let received = tree.as_ref().and_then(|tree| tree.pointer(&path)).filter(|_| !path.is_empty());
        Finding::at(path).rule(GARDE).expected(error.message()).received(received)
    };
    report.iter().map(finding).collect()
}

/// A step of a path: garde's kind of it, and the name.
#[derive(Deserialize)]
struct Step(String, String);

fn place(path: &garde::error::Path, mut walk: Option<Walk>, tree: Option<&Value>) -> String {
    let steps = serde_json::to_value(path).and_then(serde_json::from_value::<Vec<Step>>).unwrap_or_default();
    let mut place = String::new();
    for Step(kind, name) in steps {
        let name = name.strip_prefix("r#").unwrap_or(&name);
        if let Some(part) = walk.and_then(|walk| walk(name)) {
            place.push_str(&part.pointer);
            walk = part.walk;
        } else if kind != "none" {
            let guess = format!("{place}/{}", pointer::escape(name));
            if tree.is_some_and(|tree| tree.pointer(&guess).is_none()) {
                break;
            }
            (place, walk) = (guess, None);
        }
    }
    place
}
