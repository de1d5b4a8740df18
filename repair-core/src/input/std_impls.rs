//! Inputs of the standard library: text as text, all else as JSON.

use std::borrow::Cow;

use super::{Format, RepairableInput, Shape, ShowError, shape_of};
use crate::{Findings, format};

impl RepairableInput for String {
    fn unmarshal_repair(answer: &str) -> Result<Self, Findings> {
        format::text::decode(answer)
    }

    fn show(&self) -> Result<Cow<'_, str>, ShowError> {
        Ok(Cow::Borrowed(self))
    }

    fn shape() -> &'static Shape {
        shape_of::<Self>(|| Shape::new(Format::Text))
    }
}

macro_rules! as_json {
    ($($type:ty $(, $param:ident)?;)*) => {$(
        impl$(<$param>)? RepairableInput for $type
        $(where $param: serde::Serialize + serde::de::DeserializeOwned + schemars::JsonSchema + Send + Sync + 'static)?
        {
            fn unmarshal_repair(answer: &str) -> Result<Self, Findings> {
                format::json::decode(answer)
            }

            fn show(&self) -> Result<Cow<'_, str>, ShowError> {
                format::json::show(self)
            }

            fn shape() -> &'static Shape {
                shape_of::<Self>(|| Shape::new(Format::Json).schema(format::schema::<Self>()))
            }
        }
    )*};
}

as_json! {
    bool;
    u8; u16; u32; u64; i8; i16; i32; i64; f32; f64;
    serde_json::Value;
    Vec<T>, T;
    Option<T>, T;
    std::collections::BTreeMap<String, T>, T;
}
