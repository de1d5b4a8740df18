//! The check of generated SQL: on a real SQLite, and without a database.

mod bounds;
mod forbidden;
mod found;
mod offline;
mod shop;

use repair::{Context, Finding, Findings, Op, OpError, Runtime, check::Check};

/// What a check says of a text, or why it could not be made.
fn ask<C: Check<str> + Clone>(check: &C, text: &str) -> Result<Findings, OpError> {
    let asked = Runtime::builder().build().run_blocking(Asked { check: check.clone(), text: text.to_owned() });
    asked.into_result().map_err(OpError::from)
}

/// The one finding there is.
fn only(findings: Findings) -> Finding {
    assert_eq!(findings.len(), 1, "{findings}");
    findings.into_iter().next().unwrap()
}

#[derive(Clone)]
struct Asked<C> {
    check: C,
    text: String,
}

impl<C: Check<str> + Clone> Op for Asked<C> {
    type Output = Findings;

    async fn run(&self, cx: &Context) -> Result<Findings, OpError> {
        self.check.check(&self.text, cx).await.map_err(OpError::fatal)
    }
}
