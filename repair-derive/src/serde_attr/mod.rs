//! What serde's attributes say about the names under which fields are written and read.

mod case;
mod container;
mod field;

pub(crate) use container::ContainerSerde;
pub(crate) use field::FieldSerde;

use self::case::Case;
use crate::{
    errors::Errors,
    options::{Entry, Value, entries},
};

/// Something that may differ between writing and reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Both<T> {
    pub(crate) written: T,
    pub(crate) read: T,
}

impl Both<Option<String>> {
    /// `name = "a"`, or `name(serialize = "a", deserialize = "b")`.
    fn of(entry: &Entry) -> Self {
        if let Some(name) = entry.string() {
            return Self { written: Some(name.value()), read: Some(name.value()) };
        }
        let mut both = Self::default();
        if let Value::List(list) = &entry.value {
            // serde reports its own mistakes.
            for entry in entries(list.clone(), "", &mut Errors::default()) {
                let name = entry.string().map(syn::LitStr::value);
                match entry.name().as_str() {
                    "serialize" => both.written = name,
                    "deserialize" => both.read = name,
                    _ => {}
                }
            }
        }
        both
    }

    /// These names where there are any, else those of the field in the container's case.
    fn or_cased(self, ident: &str, case: Both<Case>) -> Both<String> {
        Both {
            written: self.written.unwrap_or_else(|| case.written.of_field(ident)),
            read: self.read.unwrap_or_else(|| case.read.of_field(ident)),
        }
    }
}
