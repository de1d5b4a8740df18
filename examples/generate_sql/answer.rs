//! The op: a query that answers a question, or what is wrong with it.

use repair::{
    check::{
        Check, SqlCheck,
        sql::{Limits, Rows, Sqlite, SqliteError},
    },
    prelude::*,
};

/// A query, as a model has written it.
#[derive(Clone, Debug, RepairableInput)]
pub struct Sql {
    pub text: String,
}

/// Answers a question with the rows of a query.
#[derive(Clone, Debug)]
pub struct Answer {
    pub question: String,
    pub sql: Sql,
    pub database: Sqlite,
}

#[repairable(input = "sql", max_attempts = 3, prompt_suffix = "\nAnswer with one SQLite query and nothing else.")]
impl Op for Answer {
    type Output = Rows;

    async fn run(&self, cx: &Context) -> Result<Rows, OpError> {
        let check = SqlCheck::new(self.database.clone());
        let findings = check.check(&self.sql.text, cx).await.map_err(OpError::fatal)?;
        // Not a mistake to be corrected, so an error like any other: no model is asked.
        if let Some(forbidden) = findings.iter().find(|finding| finding.rule == "forbidden") {
            let what = forbidden.received.clone().unwrap_or_default();
            return Err(SqliteError::Forbidden { what }.into());
        }
        findings.none_or(()).map_err(|findings| self.wrong(findings))?;
        self.rows().await
    }
}

impl Answer {
    /// Runs the query that was accepted. SQLite blocks, so it has a thread of its own.
    async fn rows(&self) -> Result<Rows, OpError> {
        let limits = Limits::default().rows(20).steps(200_000).bytes(64 * 1024);
        let (database, sql) = (self.database.clone(), self.sql.text.clone());
        match tokio::task::spawn_blocking(move || database.rows(&sql, &limits)).await? {
            Ok(rows) => Ok(rows),
            // No check can tell that a query never ends. It was stopped, and can be asked for with an end.
            Err(error @ (SqliteError::TooManySteps { .. } | SqliteError::TooSlow { .. } | SqliteError::TooLarge { .. })) => {
                let finding = Finding::whole().rule(error.code()).expected("a query that ends soon").hint(error.to_string());
                Err(self.wrong(finding.into()))
            }
            Err(error) => Err(error.into()),
        }
    }

    fn wrong(&self, findings: Findings) -> OpError {
        Repairable::from(findings).prompt(format!("The query has to answer this question: {}", self.question)).into()
    }
}
