//! serde's attributes of a type.

use proc_macro2::Ident;
use syn::Attribute;

use super::{Both, Case};
use crate::{errors::Errors, options::of_attributes};

#[derive(Default)]
pub(crate) struct ContainerSerde {
    pub(super) rename_all: Both<Case>,
    /// The attribute that makes the written form another than field by field.
    pub(crate) reshaped: Option<Ident>,
}

impl ContainerSerde {
    pub(crate) fn of(attributes: &[Attribute]) -> Self {
        let mut found = Self::default();
        for entry in of_attributes(attributes, "serde", "", &mut Errors::default()) {
            match entry.name().as_str() {
                "rename_all" => {
                    let names = Both::of(&entry);
                    let case = |name: Option<String>| name.as_deref().map(Case::from_serde).unwrap_or_default();
                    found.rename_all = Both { written: case(names.written), read: case(names.read) };
                }
                "transparent" | "from" | "try_from" | "into" | "remote" => found.reshaped = Some(entry.name.clone()),
                _ => {}
            }
        }
        found
    }
}
