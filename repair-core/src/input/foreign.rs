//! Types of other crates.

use std::{
    borrow::Cow,
    ops::{Deref, DerefMut},
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{Format, RepairableInput, Shape, ShowError, shape_of};
use crate::{Findings, format};

/// Makes a type of another crate an input, as JSON: anything that is `Serialize + DeserializeOwned + JsonSchema`.
///
/// ```
/// use repair_core::{Json, RepairableInput};
///
/// let pairs = Json::<Vec<(String, u32)>>::unmarshal_repair("Here you are: [[\"a\", 1]]").unwrap();
/// assert_eq!(pairs[0].1, 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Json<T>(
    /// The value.
    pub T,
);

impl<T: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static> RepairableInput for Json<T> {
    fn unmarshal_repair(answer: &str) -> Result<Self, Findings> {
        format::json::decode(answer).map(Self)
    }

    fn show(&self) -> Result<Cow<'_, str>, ShowError> {
        format::json::show(&self.0)
    }

    fn shape() -> &'static Shape {
        shape_of::<Self>(|| Shape::new(Format::Json).schema(format::schema::<T>()))
    }
}

impl<T> Deref for Json<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Json<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
