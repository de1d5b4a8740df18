//! The fixtures of `examples/data`: an input, a script of answers, and what is expected of them.

use std::{error::Error, path::Path, process::ExitCode};

use repair::{Report, Status, testing::ScriptedModel};
use serde::Deserialize;

use crate::{
    account::{self, Account},
    cli::{self, Args},
    intake::{self, Intake},
    models,
    ticket::Ticket,
};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data");
const NAMES: [&str; 5] = ["clean", "dirty-format", "dirty-business-rule", "broken-syntax", "hopeless"];

/// What a fixture ends as when its script answers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    about: String,
    status: Status,
    calls: usize,
    ticket: Option<Ticket>,
}

/// Takes in every fixture: with a live model if there is one, else with its script.
pub async fn all(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let live = models::live(args.model.as_deref())?.is_some();
    let mut failed = Vec::new();
    for name in NAMES {
        if let Err(fault) = one(name, live, args).await? {
            eprintln!("not as expected: {fault}");
            failed.push(name);
        }
    }
    eprintln!();
    if failed.is_empty() {
        let expected = if live { "within their caps and with a typed outcome" } else { "as expected" };
        eprintln!("All {} fixtures ended {expected}. `--log` shows every request and answer.", NAMES.len());
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("Not as expected: {}.", failed.join(", "));
    Ok(ExitCode::FAILURE)
}

async fn one(name: &str, live: bool, args: &Args) -> Result<Result<(), String>, Box<dyn Error>> {
    let file = |kind: &str| Path::new(DATA).join(format!("{name}{kind}.json"));
    let expected: Expected = serde_json::from_str(&cli::read(&file(".expected"))?)?;
    let script = if live { None } else { Some(ScriptedModel::new().answers(cli::read_answers(&file(".answers"))?)) };

    eprintln!("\n{name}.json: {}{}", expected.about, if live { "" } else { " (the model's answers are scripted)" });
    let runtime = models::runtime(script.clone(), args)?;
    let intake = intake::take_in(&runtime, &cli::read(&file(""))?).await;
    for stage in &intake.stages {
        eprint!("{}", Account::of(stage));
    }
    match &intake.ticket {
        Ok(ticket) => println!("{}", serde_json::to_string(ticket)?),
        Err(error) => eprintln!("code: {}", error.code()),
    }
    Ok(match script {
        Some(script) => expected.compare(&intake).and_then(|()| script.finish().map_err(|left| left.to_string())),
        None => intake.stages.iter().try_for_each(within_caps),
    })
}

impl Expected {
    fn compare(&self, intake: &Intake) -> Result<(), String> {
        let status = match &intake.ticket {
            Ok(_) if intake.stages.iter().any(|stage| stage.status() == Status::Repaired) => Status::Repaired,
            Ok(_) => Status::Clean,
            Err(error) => error.status(),
        };
        let calls = intake.stages.iter().map(|stage| stage.calls().len()).sum();
        if (self.status, self.calls) != (status, calls) {
            return Err(format!("{} after {} calls was expected, {status} after {calls} came", self.status, self.calls));
        }
        if self.ticket.as_ref() != intake.ticket.as_ref().ok() {
            return Err("the ticket is another one".into());
        }
        Ok(())
    }
}

/// A weak model may fail, but at no more than it was allowed to cost.
fn within_caps(stage: &Report) -> Result<(), String> {
    let Some(config) = account::config(stage) else { return Ok(()) };
    let (attempts, calls) = (stage.attempts().len(), stage.calls().len());
    if attempts > config.max_attempts as usize || calls > config.max_calls as usize {
        return Err(format!("{attempts} attempts and {calls} calls are over the caps"));
    }
    Ok(())
}
