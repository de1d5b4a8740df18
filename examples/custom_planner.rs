//! A planner without a model: cron expressions as people write them, put right by rules.
//!
//! ```text
//! cargo run --example custom_planner                        # some expressions in turn
//! cargo run --example custom_planner -- "*/15 8-18 * * 1-7" # one of your own
//! ```

#![allow(clippy::ptr_arg, reason = "a task takes its input as it is, a String")]

use std::{env, process::ExitCode};

use repair::{Attempt, CannotPlan, Context, Finding, Findings, OpError, RepairPlanner, RetryPolicy, Runtime, Step};

/// The five fields of an expression.
type Cron = [String; 5];

const FIELDS: [(&str, u32, u32); 5] = [("minute", 0, 59), ("hour", 0, 23), ("day", 1, 31), ("month", 1, 12), ("weekday", 0, 6)];
const NAMES: [(&str, &[&str]); 2] = [
    ("month", &["", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]),
    ("weekday", &["sun", "mon", "tue", "wed", "thu", "fri", "sat"]),
];

/// The task: takes an expression apart.
async fn read(text: &String, _: &Context) -> Result<Cron, OpError> {
    let fields: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    Ok(fields.try_into().map_err(|fields: Vec<String>| {
        Finding::whole().rule("fields").expected("five fields").received(format!("{} fields", fields.len()))
    })?)
}

/// The check: every number of every field is in its range.
fn in_range(cron: &Cron) -> Findings {
    let mut findings = Findings::new();
    for ((name, least, most), field) in FIELDS.iter().zip(cron) {
        for part in field.split([',', '-', '/']).filter(|part| *part != "*") {
            if !part.parse().is_ok_and(|n: u32| (*least..=*most).contains(&n)) {
                let finding = Finding::at(format!("/{name}")).rule("range");
                findings.push(finding.expected(format!("{least} to {most}")).received(part));
            }
        }
    }
    findings
}

/// The planner: one rule for each kind of mistake it knows. It goes by what was found, not by guessing.
struct Rules;

impl RepairPlanner<String, Cron> for Rules {
    async fn plan(&self, attempts: &[Attempt<String, Cron>], _: &Context) -> Result<String, CannotPlan> {
        let last = attempts.last().ok_or_else(|| CannotPlan::new("nothing was tried"))?;
        let Some(cron) = &last.output else {
            // Seconds in front: other schedulers have six fields.
            let rest = last.input.split_once(' ').map(|(_, rest)| rest.to_owned());
            return rest
                .filter(|rest| rest.split_whitespace().count() == 5)
                .ok_or_else(|| CannotPlan::new(format!("{:?} does not have the fields of a schedule", last.input)));
        };
        let mut cron = cron.clone();
        for finding in &last.findings {
            let place = FIELDS.iter().position(|(name, ..)| finding.path.trim_start_matches('/') == *name);
            let (Some(place), Some(wrong)) = (place, &finding.received) else { continue };
            let right = replacement(FIELDS[place].0, wrong).ok_or_else(|| CannotPlan::new(finding.to_string()))?;
            cron[place] = cron[place].replace(wrong.as_str(), &right);
        }
        Ok(cron.join(" "))
    }
}

/// What was meant by a word or a number that is out of range.
fn replacement(field: &str, wrong: &str) -> Option<String> {
    let word = wrong.to_lowercase();
    let named = NAMES
        .iter()
        .find(|(name, _)| *name == field)
        .and_then(|(_, names)| names.iter().position(|name| !name.is_empty() && word.starts_with(name)).map(|n| n.to_string()));
    named.or(match (field, wrong) {
        ("weekday", "7") | ("hour", "24") | ("minute", "60") => Some("0".to_owned()),
        _ => None,
    })
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let step = Step::builder(read)
        .validate(in_range)
        .repair_with(Rules)
        .retry_policy(RetryPolicy::new(3))
        .label("cron")
        .fingerprinted()
        .build()?;
    // No model is registered, and none is asked.
    let runtime = Runtime::builder().build();
    let show = |text: &str| {
        let outcome = step.run_blocking(&runtime, text.to_owned());
        let (status, runs) = (outcome.status(), outcome.report.runs());
        match &outcome.result {
            Ok(cron) => println!("{text:24} -> {:20} {status}, {runs} runs", cron.join(" ")),
            Err(error) => println!("{text:24} -> {error}"),
        }
        status.code()
    };
    if let Some(text) = env::args().nth(1) {
        return Ok(if matches!(show(&text), "clean" | "repaired") { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let cases = [
        ("*/15 8-18 * * 1-5", "clean"),
        ("0 24 * * SUN", "repaired"),
        ("0 0 6 * jan MON-fri", "repaired"),
        ("0 6 31 13 *", "cannot_plan"),
        ("every morning", "cannot_plan"),
    ];
    let as_expected = cases.iter().filter(|(text, expected)| show(text) == *expected).count() == cases.len();
    Ok(if as_expected { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
