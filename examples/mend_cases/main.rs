//! Runs the menders over files of cases, and counts what they get right, get wrong and refuse.
//!
//! ```text
//! cargo run --example mend_cases -- [--misses] [--default-risk] FILE…
//! ```
//!
//! A file holds one JSON object a line: `id`, `kind`, `input`, `expected_text` or `expected`, and perhaps `schema` and
//! `format`. `value`: what is expected is the only right answer. `error`, `nothing`: refusing is. `partial`, `unspecified`:
//! nothing is, and they are only counted. Losses are allowed unless `--default-risk` is given.

#![allow(unreachable_pub, reason = "the modules of a program export to nobody but the program")]

mod case;

use std::{
    env,
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

use repair::mend::{Options, Risk};

use crate::case::{Case, Verdict};

const USAGE: &str = "usage: mend_cases [--misses] [--default-risk] FILE…";

fn main() -> ExitCode {
    let (mut misses, mut allow, mut files) = (false, Risk::Loss, Vec::new());
    for arg in env::args().skip(1) {
        match arg.as_str() {
            "--misses" => misses = true,
            "--default-risk" => allow = Options::default().allow,
            "--help" | "-h" => {
                println!("{USAGE}");
                return ExitCode::SUCCESS;
            }
            option if option.starts_with('-') => return usage(&format!("there is no option `{option}`")),
            _ => files.push(arg),
        }
    }
    if files.is_empty() {
        return usage("no file of cases is named");
    }
    let mut options = Options::default();
    options.allow = allow;
    for file in files {
        let path = Path::new(&file);
        match case::load(path) {
            Ok(cases) => {
                let name = path.file_name().map_or(file.as_str().into(), |name| name.to_string_lossy());
                // where nobody reads any more, there is nothing left to do
                if count(&name, &cases, &options, misses).is_err() {
                    return ExitCode::SUCCESS;
                }
            }
            Err(why) => {
                eprintln!("error: {why}");
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}

fn usage(why: &str) -> ExitCode {
    eprintln!("error: {why}\n{USAGE}");
    ExitCode::from(2)
}

fn count(name: &str, cases: &[Case], options: &Options, misses: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let (mut right, mut wrong, mut refused, mut unjudged) = (0, 0, 0, 0);
    for case in cases {
        let made = case.mend(options);
        let verdict = case.judge(&made);
        match verdict {
            Verdict::Right => right += 1,
            Verdict::Wrong => wrong += 1,
            Verdict::Refused => refused += 1,
            Verdict::Unjudged => unjudged += 1,
        }
        if misses && matches!(verdict, Verdict::Wrong | Verdict::Refused) {
            let got = made.map_or_else(|error| format!("refused, {error}"), |mended| clipped(&mended.text));
            let word = if verdict == Verdict::Wrong { "wrong" } else { "refused" };
            writeln!(out, "{word} {}\n  input    {}\n  got      {got}", case.id, clipped(&case.input))?;
            writeln!(out, "  expected {}", clipped(&case.expected()))?;
        }
    }
    let judged = cases.len() - unjudged;
    write!(out, "{name} cases={judged} right={right} wrong={wrong} refused={refused}")?;
    if unjudged > 0 {
        write!(out, " unjudged={unjudged}")?;
    }
    writeln!(out)
}

/// On one line, and not longer than anyone reads.
fn clipped(text: &str) -> String {
    let mut line: String = text.chars().take(240).flat_map(char::escape_debug).collect();
    line = line.replace("\\\"", "\"");
    if text.chars().nth(240).is_some() { format!("{line}… ({} bytes)", text.len()) } else { line }
}
