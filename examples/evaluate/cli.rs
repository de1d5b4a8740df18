//! The command line.

use std::path::PathBuf;

use crate::strategy::Strategy;

pub const USAGE: &str = "usage: evaluate --model PROVIDER/MODEL|none [--cases FILE] [--strategy NAME]… [--per-class N] [--misses]
strategies: naive, mend, read, whole, patch, reread, ladder; all unless some are named";

pub struct Args {
    pub model: Option<String>,
    pub cases: PathBuf,
    pub strategies: Vec<Strategy>,
    pub per_class: Option<usize>,
    pub misses: bool,
    pub help: bool,
}

impl Args {
    pub fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/evaluate/records.jsonl").into();
        let mut parsed = Self { model: None, cases, strategies: Vec::new(), per_class: None, misses: false, help: false };
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or(format!("`{arg}` needs a value"));
            match arg.as_str() {
                "--model" => parsed.model = Some(value()?),
                "--cases" => parsed.cases = value()?.into(),
                "--strategy" => parsed.strategies.push(value()?.parse()?),
                "--per-class" => {
                    let number = value()?;
                    parsed.per_class = Some(number.parse().map_err(|_| format!("`{number}` is not a number"))?);
                }
                "--misses" => parsed.misses = true,
                "--help" | "-h" => parsed.help = true,
                other => return Err(format!("there is no option `{other}`\n{USAGE}")),
            }
        }
        Ok(parsed)
    }
}
