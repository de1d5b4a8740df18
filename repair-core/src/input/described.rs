//! Text whose type is a JSON Schema that is known only when the program runs.

use std::sync::Arc;

use super::{
    InputField, Shape, ShowError,
    field::{mended, not_kept, options},
};
use crate::{
    Finding, Findings,
    format::json,
    mend::{self, Edit, Mended, Risk, Unmendable},
};

/// JSON text and the shape it should have.
#[derive(Clone, Debug)]
pub(crate) struct Described {
    text: String,
    shape: Arc<Shape>,
}

impl Described {
    pub(crate) fn new(text: String, shape: Shape) -> Self {
        Self { text, shape: Arc::new(shape.raw()) }
    }

    /// The value, strictly.
    pub(crate) fn parse(&self) -> Result<serde_json::Value, Findings> {
        json::check_syntax(&self.text).map_err(|findings| json::with_ambiguity(findings, &self.text))?;
        let found = match self.shape.checker() {
            // Without the feature `schema`, structure is all that can be checked.
            Ok(Some(checker)) if cfg!(feature = "schema") => checker.validate(&self.text),
            Ok(Some(checker)) => checker.check(&self.text),
            Ok(None) => Findings::new(),
            Err(unusable) => {
                Finding::whole().rule("schema").expected("a JSON Schema that can be read").hint(unusable.message).into()
            }
        };
        let unread = |_| Finding::whole().rule("syntax").expected("a JSON value that can be read").into();
        found.none_or(()).and_then(|()| serde_json::from_str(&self.text).map_err(unread))
    }
}

impl InputField for Described {
    fn show(&self) -> Result<String, ShowError> {
        Ok(self.text.clone())
    }

    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn mend(&mut self, allow: Risk) -> Result<Vec<Edit>, Unmendable> {
        let Some(mended) = mended(&self.text, self.shape.format(), &self.shape, allow)? else { return Ok(Vec::new()) };
        let Mended { text, edits } = mended;
        self.text = text.into_owned();
        Ok(edits)
    }

    fn set(&mut self, answer: &str, allow: Risk) -> Result<Vec<Edit>, Findings> {
        let Mended { text: found, edits } = match mend::input(answer, self.shape.format(), &self.shape, &options(allow)) {
            Ok(mended) => mended,
            Err(_) => Mended { text: json::find(answer, |_| true)?, edits: Vec::new() },
        };
        let kept: Vec<&str> = self.shape.kept_paths().collect();
        self.text = if kept.is_empty() {
            found.into_owned()
        } else {
            json::graft(&found, &self.text, &kept).ok_or_else(|| not_kept(&self.shape))?
        };
        Ok(edits)
    }
}
