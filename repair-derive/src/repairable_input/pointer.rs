//! JSON Pointers of fields, as findings name them.

use syn::{Member, ext::IdentExt};

use super::model::Field;
use crate::serde_attr::{Both, ContainerSerde};

/// The pointer of each field, as it is written and as it is read. A field that is the whole value has the empty one.
pub(crate) fn of_fields(fields: &[Field<'_>], is_whole: bool, container: &ContainerSerde) -> Vec<Both<String>> {
    let mut place = Both { written: 0, read: 0 };
    let pointer_of = |field: &Field<'_>| {
        if is_whole {
            return Both::default();
        }
        let key = match &field.member {
            Member::Named(name) => field.serde.key(&name.unraw().to_string(), container),
            Member::Unnamed(_) => Both { written: place.written.to_string(), read: place.read.to_string() },
        };
        place.written += usize::from(!field.serde.skipped.written);
        place.read += usize::from(!field.serde.skipped.read);
        Both { written: pointer(&key.written), read: pointer(&key.read) }
    };
    fields.iter().map(pointer_of).collect()
}

fn pointer(key: &str) -> String {
    format!("/{}", key.replace('~', "~0").replace('/', "~1"))
}
