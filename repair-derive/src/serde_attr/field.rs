//! serde's attributes of a field.

use syn::Attribute;

use super::{Both, ContainerSerde};
use crate::{errors::Errors, options::of_attributes};

#[derive(Default)]
pub(crate) struct FieldSerde {
    name: Both<Option<String>>,
    /// Not written, or not read.
    pub(crate) skipped: Both<bool>,
    pub(crate) flattened: bool,
}

impl FieldSerde {
    pub(crate) fn of(attributes: &[Attribute]) -> Self {
        let mut found = Self::default();
        for entry in of_attributes(attributes, "serde", "", &mut Errors::default()) {
            match entry.name().as_str() {
                "rename" => found.name = Both::of(&entry),
                "skip" => found.skipped = Both { written: true, read: true },
                "skip_serializing" => found.skipped.written = true,
                "skip_deserializing" => found.skipped.read = true,
                "flatten" => found.flattened = true,
                _ => {}
            }
        }
        found
    }

    /// The key under which a field called `ident` is written and read.
    pub(crate) fn key(&self, ident: &str, container: &ContainerSerde) -> Both<String> {
        self.name.clone().or_cased(ident, container.rename_all)
    }

    pub(crate) fn is_skipped(&self) -> bool {
        self.skipped.written || self.skipped.read
    }
}
