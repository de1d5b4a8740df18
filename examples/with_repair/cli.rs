//! The command line.

use std::{
    error::Error,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

pub const USAGE: &str = "\
Turns support tickets that are almost right into ones that are.

usage: with_repair [--input JSON|@FILE [--answers FILE]] [--model PROVIDER/MODEL] [--log]

  --input JSON|@FILE       take in this ticket; without it, every fixture of examples/data in turn
  --answers FILE           script the model: FILE holds a JSON array of strings
  --model PROVIDER/MODEL   the model to ask: anthropic/… or openai/…
  --log                    print every event as a line of JSON to stderr

The ticket goes to stdout, what happened to stderr. Without --model, the model is that of ANTHROPIC_API_KEY, else that of
OPENAI_BASE_URL or OPENAI_API_KEY with OPENAI_MODEL.
Exit code: 0 for a ticket, 1 for a typed failure, 2 for a command that can't be carried out. Without --input: 0 if each
fixture ended as expected, else 1.
";

/// What was asked for.
#[derive(Debug, Default)]
pub struct Args {
    /// The text itself, read already where a file was named.
    pub input: Option<String>,
    pub answers: Option<PathBuf>,
    pub model: Option<String>,
    pub log: bool,
    pub help: bool,
}

impl Args {
    pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Self, Box<dyn Error>> {
        let mut parsed = Self::default();
        let mut args = args.into_iter();
        while let Some(arg) = args.next() {
            let flag = unicode(arg)?;
            let mut value = || match args.next() {
                Some(value) => unicode(value),
                None => Err(format!("{flag} needs a value")),
            };
            match flag.as_str() {
                "--input" => parsed.input = Some(text(value()?)?),
                "--answers" => parsed.answers = Some(value()?.into()),
                "--model" => parsed.model = Some(value()?),
                "--log" => parsed.log = true,
                "--help" | "-h" => parsed.help = true,
                _ => return Err(format!("unknown argument {flag:?}; --help lists those there are").into()),
            }
        }
        if parsed.answers.is_some() && parsed.input.is_none() {
            return Err("--answers goes with --input: each fixture has answers of its own".into());
        }
        Ok(parsed)
    }
}

/// The answers of a script.
pub fn read_answers(path: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let text = read(path)?;
    serde_json::from_str(&text).map_err(|error| format!("{} is not a JSON array of strings: {error}", path.display()).into())
}

pub fn read(path: &Path) -> Result<String, Box<dyn Error>> {
    fs::read_to_string(path).map_err(|error| format!("can't read {}: {error}", path.display()).into())
}

fn text(value: String) -> Result<String, Box<dyn Error>> {
    match value.strip_prefix('@') {
        Some(path) => read(Path::new(path)),
        None => Ok(value),
    }
}

fn unicode(arg: OsString) -> Result<String, String> {
    arg.into_string().map_err(|arg| format!("{arg:?} is not Unicode"))
}
