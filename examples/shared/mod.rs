//! What the examples of checks share: which model is asked, and what happened, in words.

mod named_model;

use std::{
    env,
    error::Error,
    fmt::{self, Display, Formatter},
    process::ExitCode,
};

use repair::{Report, Runtime, machine::EventKind, testing::ScriptedModel};

/// A program's end: 0, or 1 with the reason.
pub fn ended(result: Result<(), Box<dyn Error>>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Which model is asked: a script, or with `--model PROVIDER/MODEL` a live one.
pub struct Asking {
    live: Option<String>,
}

impl Asking {
    /// Reads the command line.
    pub fn from_args() -> Result<Self, Box<dyn Error>> {
        let args: Vec<String> = env::args().skip(1).collect();
        match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [] => Ok(Self { live: None }),
            ["--model", name] => Ok(Self { live: Some(name.to_owned()) }),
            _ => Err("usage: [--model PROVIDER/MODEL], with anthropic/… or openai/…; without it the answers are scripted".into()),
        }
    }

    /// A runtime with the live model, else with these answers and no others.
    pub fn runtime<S: Into<String>>(&self, answers: impl IntoIterator<Item = S>) -> Result<(Runtime, Script), Box<dyn Error>> {
        if let Some(name) = &self.live {
            return Ok((named_model::builder(name)?.build(), Script(None)));
        }
        let script = ScriptedModel::new().answers(answers);
        Ok((Runtime::builder().model(script.clone()).build(), Script(Some(script))))
    }
}

/// What is left of a script.
pub struct Script(Option<ScriptedModel>);

impl Script {
    /// Whether a scripted run ended with this code, and asked for every answer. A live model may be of no help, but must answer.
    pub fn expect(&self, expected: &str, code: &str) -> Result<(), Box<dyn Error>> {
        match &self.0 {
            Some(_) if expected != code => Err(format!("the run should have ended as `{expected}`, not as `{code}`").into()),
            Some(script) => Ok(script.finish()?),
            None if code == "model_failed" => Err("the model could not be asked".into()),
            None => Ok(()),
        }
    }
}

/// Each round of a run: the text that was looked at, and what was wrong with it.
pub struct Rounds<'a> {
    report: &'a Report,
    texts: bool,
}

impl<'a> Rounds<'a> {
    pub fn of(report: &'a Report) -> Self {
        Self { report, texts: false }
    }

    /// Shows the texts too, each in one line.
    #[allow(dead_code, reason = "some texts are too long for that")]
    pub fn with_texts(self) -> Self {
        Self { texts: true, ..self }
    }

    fn round(&self, f: &mut Formatter<'_>, name: &str, text: &str, found: &str) -> fmt::Result {
        if self.texts {
            writeln!(f, "  {name}: {}", text.split_whitespace().collect::<Vec<_>>().join(" "))?;
        } else {
            writeln!(f, "  {name}:")?;
        }
        found.lines().try_for_each(|line| writeln!(f, "    {line}"))
    }
}

impl Display for Rounds<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // What the op said of the input as it was given: the first thing that happened.
        let first = self.report.entries().iter().find_map(|entry| match &entry.event.kind {
            EventKind::Repairable { message, .. } => Some(message),
            _ => None,
        });
        if let (Some(found), Some(draft)) = (first, self.report.original()) {
            self.round(f, "draft", draft, found)?;
        }
        for attempt in self.report.attempts() {
            let found = match (attempt.accepted, &attempt.error) {
                (true, _) => "accepted".to_owned(),
                (false, Some(error)) => error.clone(),
                (false, None) => attempt.findings.to_string(),
            };
            self.round(f, &format!("attempt {}", attempt.number), &attempt.answer, &found)?;
        }
        Ok(())
    }
}
