//! Queries that a model has drafted: checked on the database itself, corrected, and only then run.
//!
//! ```text
//! cargo run --example generate_sql                                          # the model's corrections are scripted
//! cargo run --example generate_sql -- --model anthropic/claude-sonnet-4-6   # the drafts are shipped, the corrections live
//! ```
//!
//! Begin with `answer.rs`. The questions and drafts are in `examples/data/generate_sql.json`: columns, tables and functions that
//! do not exist, a wrong quote, a query without an end, and three that would change something. Those are not corrected: what a
//! query may not do is not a mistake in its words, so asking again would only be asking for a way around.

#![allow(unreachable_pub, reason = "the modules of a program export to nobody but the program")]

mod answer;
#[path = "../shared/mod.rs"]
mod shared;
mod shop;

use std::{error::Error, process::ExitCode};

use repair::check::sql::{Rows, Sqlite};
use serde::Deserialize;

use crate::{
    answer::{Answer, Sql},
    shared::{Asking, Rounds},
    shop::Shop,
};

/// A question, the draft of a query, what the script answers to its faults, and the code the run then ends with.
#[derive(Deserialize)]
struct Case {
    question: String,
    draft: String,
    answers: Vec<String>,
    ends: String,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    shared::ended(run().await)
}

async fn run() -> Result<(), Box<dyn Error>> {
    let asking = Asking::from_args()?;
    let cases: Vec<Case> = serde_json::from_str(include_str!("../data/generate_sql.json"))?;
    let shop = Shop::new()?;
    let before = shop.bytes()?;
    // Whatever a question asks for, nobody's password is in an answer.
    let database = Sqlite::open(shop.file()).hide(["staff"]);
    for case in cases {
        answer(case, &database, &asking).await?;
    }
    if shop.bytes()? != before {
        return Err("the database has changed".into());
    }
    println!("The database is byte for byte what it was.");
    Ok(())
}

async fn answer(case: Case, database: &Sqlite, asking: &Asking) -> Result<(), Box<dyn Error>> {
    let (runtime, script) = asking.runtime(case.answers)?;
    println!("{}", case.question);
    let op = Answer { question: case.question, sql: Sql { text: case.draft.clone() }, database: database.clone() };
    let outcome = runtime.run(op).await;

    if outcome.report.original().is_none() {
        println!("  draft: {}", case.draft);
    }
    print!("{}", Rounds::of(&outcome.report).with_texts());
    let code = outcome.status().code();
    println!("  {code}");
    match outcome.into_result() {
        Ok(rows) => show(&rows),
        Err(error) => println!("  {error}"),
    }
    println!();
    script.expect(&case.ends, code)
}

fn show(rows: &Rows) {
    println!("    {}", rows.columns().join(" | "));
    for row in rows.rows() {
        let values: Vec<String> =
            row.iter().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).collect();
        println!("    {}", values.join(" | "));
    }
    if !rows.is_complete() {
        println!("    …");
    }
}
