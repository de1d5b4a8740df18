//! Measures strategies of repair over records whose right value is known: how many end right, how many valid but wrong.
//!
//! ```text
//! cargo run --release --example evaluate -- --model openai/MODEL [--cases FILE] [--strategy NAME]… [--per-class N] [--misses]
//! ```
//!
//! A file of cases holds one JSON object a line: `id`, `class`, `schema` (JSON Schema), `source` (text), `record` (the text
//! as it was received), `findings` (what the schema can't say: `path`, `expected`, `received`) and `right` (the value).
//! Without `--cases` it is `examples/data/evaluate/records.jsonl`. Nothing of a strategy sees `right`.

#![allow(unreachable_pub, reason = "the modules of a program export to nobody but the program")]

mod case;
mod cli;
mod naive;
mod strategy;
mod tally;

use std::{env, error::Error, process::ExitCode};

use repair::Runtime;

use crate::{cli::Args, strategy::Strategy, tally::Tally};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

async fn run() -> Result<(), Box<dyn Error>> {
    let args = Args::parse(env::args().skip(1))?;
    if args.help {
        println!("{}", cli::USAGE);
        return Ok(());
    }
    let cases = case::load(&args.cases, args.per_class)?;
    let model = args.model.as_deref().ok_or("name a model: --model openai/gpt-4.1-mini, or anthropic/claude-sonnet-4-6")?;
    let runtime = Runtime::builder().models_from_env()?.default_model(model)?.build();
    println!("{} records of {}, {model}", cases.len(), args.cases.display());
    let strategies: Vec<Strategy> = if args.strategies.is_empty() { Strategy::ALL.to_vec() } else { args.strategies.clone() };
    let mut tallies = Vec::new();
    for strategy in strategies {
        let mut tally = Tally::new(strategy);
        for case in &cases {
            let run = strategy.run(&runtime, case).await;
            tally.add(case, &run);
            if args.misses && tally.last_is_miss() {
                println!("  {}", tally.describe_last(case, &run));
            }
        }
        println!("{tally}");
        tallies.push(tally);
    }
    for tally in &tallies {
        println!("{}", tally.bench_line());
    }
    Ok(())
}
