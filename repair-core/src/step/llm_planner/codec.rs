//! An input as a model sees it, and back.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    Findings, Json, RepairableInput, Shape, ShowError, format,
    input::{InputField, read},
    mend::Risk,
};

/// How an input is shown and read.
pub(super) struct Codec<I> {
    text: fn(&I) -> Result<String, ShowError>,
    read: fn(&str, &I) -> Result<I, Findings>,
    shape: fn() -> &'static Shape,
}

impl<I> Clone for Codec<I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I> Copy for Codec<I> {}

impl<I: RepairableInput> Codec<I> {
    pub(super) fn repairable() -> Self {
        Self { text: |input| RepairableInput::show(input).map(Cow::into_owned), read: read_over::<I>, shape: I::shape }
    }
}

impl<I: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static> Codec<I> {
    pub(super) fn json() -> Self {
        Self {
            text: |input| format::json::show(input).map(Cow::into_owned),
            read: |answer, _| read::<Json<I>>(answer, Risk::Guess).map(|json| json.0),
            shape: <Json<I> as RepairableInput>::shape,
        }
    }
}

impl<I> Codec<I> {
    /// The input as it may be shown, and what was hidden in it.
    pub(super) fn show(&self, input: &I) -> Result<(String, Vec<String>), ShowError> {
        let text = (self.text)(input)?;
        let shape = (self.shape)();
        let hidden = format::hide(shape, &text).ok_or(ShowError::SecretNotHidden)?;
        Ok((hidden, format::secrets(shape, &text)))
    }

    pub(super) fn read(&self, answer: &str, last: &I) -> Result<I, Findings> {
        if answer.trim().is_empty() {
            return Err(format::empty(self.shape().format()).into());
        }
        (self.read)(answer, last)
    }

    pub(super) fn shape(&self) -> &'static Shape {
        (self.shape)()
    }

    /// The schema, for providers that can constrain an answer by it.
    pub(super) fn schema(&self) -> Option<Value> {
        let shape = self.shape();
        (shape.format() == crate::Format::Json).then(|| shape.shown_schema()).flatten()
    }
}

/// Reads an answer; what a model must not touch is taken over from the last input.
fn read_over<I: RepairableInput>(answer: &str, last: &I) -> Result<I, Findings> {
    if I::shape().kept_paths().next().is_none() {
        return read(answer, Risk::Guess);
    }
    // The planner only borrows the last input: a second one is read off it.
    let text = RepairableInput::show(last).map_err(|error| crate::Finding::whole().rule(error.code()))?;
    let mut input = I::unmarshal_repair(&text)?;
    input.set(answer, Risk::Guess)?;
    Ok(input)
}
