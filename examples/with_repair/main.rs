//! Support tickets that are almost right become tickets that are: two stages, each repaired where it must be.
//!
//! ```text
//! cargo run --example with_repair                  # every fixture of examples/data in turn
//! cargo run --example with_repair -- --help
//! ```
//!
//! Begin with `ticket.rs`: it is what you would write. The rest shows what happened.

#![allow(unreachable_pub, reason = "the modules of a program export to nobody but the program")]

mod account;
mod cli;
mod fixtures;
mod intake;
mod models;
mod ticket;

use std::{env, error::Error, process::ExitCode};

use repair::testing::ScriptedModel;

use crate::{account::Account, cli::Args};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run().await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

async fn run() -> Result<ExitCode, Box<dyn Error>> {
    let args = Args::parse(env::args_os().skip(1))?;
    if args.help {
        print!("{}", cli::USAGE);
        return Ok(ExitCode::SUCCESS);
    }
    match &args.input {
        Some(text) => one(text, &args).await,
        None => fixtures::all(&args).await,
    }
}

async fn one(text: &str, args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let script = args.answers.as_deref().map(cli::read_answers).transpose()?.map(|answers| ScriptedModel::new().answers(answers));
    if script.is_some() {
        eprintln!("The model's answers are scripted.");
    }
    let runtime = models::runtime(script.clone(), args)?;
    let intake = intake::take_in(&runtime, text).await;
    for stage in &intake.stages {
        eprint!("{}", Account::of(stage).with_prompts());
    }
    if let Some(Err(left)) = script.map(|script| script.finish()) {
        eprintln!("note: {left}");
    }
    match intake.ticket {
        Ok(ticket) => {
            println!("{}", serde_json::to_string(&ticket)?);
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            eprintln!("code: {}", error.code());
            Ok(ExitCode::FAILURE)
        }
    }
}
