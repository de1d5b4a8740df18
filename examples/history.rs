//! A planner that reads every attempt: a product title under a limit, which a model is asked to shorten. It is told of all it
//! tried, with what was wrong with each; and where it goes round in circles, the shortest try so far is cut by rule.
//!
//! ```text
//! cargo run --example history                                    # with a scripted model
//! cargo run --example history -- --model openai/gpt-5-mini       # live, with OPENAI_API_KEY or OPENAI_BASE_URL
//! ```

#![allow(clippy::ptr_arg, reason = "tasks and checks take their values as they are, Strings")]

use std::{env, error::Error, process::ExitCode};

use repair::{
    Attempt, BoxError, CannotPlan, Context, Finding, Findings, OpError, RepairPlanner, RetryPolicy, Runtime, Step,
    model::{AnthropicModel, OpenAiModel},
    step::requirement,
    testing::ScriptedModel,
};

const TITLE: &str = "Original Bavarian hand-forged carbon steel chef's knife, 20 cm, with walnut handle and leather sheath";
const LIMIT: usize = 40;

/// What a shop takes: the title in one line.
async fn list(title: &String, _: &Context) -> Result<String, OpError> {
    Ok(title.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn fits(title: &String) -> Findings {
    match title.chars().count() {
        ..=LIMIT => Findings::new(),
        long => Finding::whole().rule("length").expected(format!("at most {LIMIT} characters")).received(long.to_string()).into(),
    }
}

fn names_the_product(title: &String) -> Findings {
    // A finding without a reason says what is required.
    if title.to_lowercase().contains("knife") { Findings::new() } else { Finding::whole().rule("product").expected("no").into() }
}

/// Asks a model, and lets it see what it has tried.
async fn ask(attempts: &[Attempt<String, String>], cx: &Context) -> Result<String, CannotPlan> {
    let mut prompt = String::new();
    for attempt in attempts {
        let title = serde_json::to_string(&attempt.input)?;
        prompt.push_str(&format!("{title}\n{}\n\n", attempt.findings));
    }
    prompt.push_str("Write one title that has none of these faults and was not tried. Answer with the title alone.");
    let system = "You shorten product titles. Each line in quotes is a title that was rejected, with the reasons below it.";
    Ok(cx.llm().system(system).ask(prompt).await?.text.trim().trim_matches('"').to_owned())
}

/// Cuts the shortest title that names the product, once the model had its chances.
async fn cut(attempts: &[Attempt<String, String>], _: &Context) -> Result<String, CannotPlan> {
    let named = attempts.iter().filter(|attempt| attempt.findings.iter().all(|finding| finding.rule == "length"));
    let shortest = named.map(|attempt| attempt.input.as_str()).min_by_key(|title| title.chars().count());
    let title = shortest.ok_or_else(|| CannotPlan::new("no title so far names the product"))?;
    let knife = title.to_lowercase().find("knife").ok_or_else(|| CannotPlan::new("there is no knife in it"))?;
    let words: Vec<&str> = title[..knife + "knife".len()].split_whitespace().collect();
    // As many words before the product as fit.
    let fitting = (0..words.len()).map(|n| words[n..].join(" ")).find(|title| title.chars().count() <= LIMIT);
    fitting.ok_or_else(|| CannotPlan::new("no words of it fit"))
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let script = ScriptedModel::new().answers([
        "Bavarian hand-forged chef's knife, 20 cm, with walnut handle",
        "Forged carbon steel, walnut handle",
        "Hand-forged Bavarian chef's knife, 20 cm, walnut",
    ]);
    let runtime = match args.as_slice() {
        [] => Runtime::builder().model(script.clone()).build(),
        [flag, name] if flag == "--model" => live(name)?,
        _ => return Err("usage: history [--model PROVIDER/MODEL]".into()),
    };
    let step = Step::builder(list)
        .validate(requirement("the title fits into the shop's list", fits))
        .validate(requirement("the title names the product", names_the_product))
        .repair_with(cut.after(4).or_else(ask))
        .retry_policy(RetryPolicy::new(5))
        .materialise(async |title: &String, _: &Context| {
            println!("listed: {title}");
            Ok::<(), BoxError>(())
        })
        .fingerprinted()
        .label("title")
        .build()?;

    let outcome = step.run_blocking(&runtime, TITLE.to_owned());

    for tried in outcome.report.tries() {
        let verdict = if tried.accepted { "accepted".to_owned() } else { tried.findings.to_string() };
        println!("{}. {}\n   {}", tried.number, tried.input.unwrap_or_default(), verdict.replace('\n', "\n   "));
    }
    println!("{}", outcome.report);
    let as_scripted = !args.is_empty() || (outcome.report.runs() == 5 && script.finish().is_ok());
    Ok(if outcome.status().is_success() && as_scripted { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A runtime that asks this model.
fn live(name: &str) -> Result<Runtime, Box<dyn Error>> {
    let builder = Runtime::builder().default_model(name)?;
    Ok(match name.split('/').next() {
        Some("anthropic" | "claude") => builder.model(AnthropicModel::from_env()?),
        Some("openai") => builder.model(OpenAiModel::from_env()?),
        _ => return Err(format!("{name:?} is of no provider known here: anthropic, openai").into()),
    }
    .build())
}
