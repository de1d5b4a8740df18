//! Mends a text, and shows what was done to it.
//!
//! ```text
//! cargo run --example mend -- [--schema FILE] [--strict|--allow-loss] [--format FORMAT] [FILE]
//! ```
//!
//! The mended text goes to stdout, alone; a picture of every edit in its line to stderr, green where the edit is exact,
//! yellow where it is a guess, red where something is dropped or invented. Ends with 0, or with 1 and the reason when it
//! refuses, or with 2 when it can't begin.

use std::{
    borrow::Cow,
    env, fs,
    io::{self, IsTerminal, Read, Write},
    ops::Range,
    process::ExitCode,
};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use repair::mend::{self, Edit, Mended, Options, Risk, Unmendable};
use serde_json::Value;

const USAGE: &str = "usage: mend [--schema FILE] [--strict|--allow-loss] [--format json|xml|yaml|toml|text] [FILE]

Mends FILE, or stdin. By default exact edits and guesses are made.
  --schema FILE   a JSON Schema (for json and xml) that the text should satisfy
  --strict        exact edits only
  --allow-loss    also edits that drop or invent something
  --format NAME   the format of the text; without it, by the ending of FILE, else json";

/// More edits than these are counted, not shown.
const MOST: usize = 50;
/// How many characters are shown before and after the start of an edit.
const AROUND: (usize, usize) = (50, 70);

struct Args {
    file: Option<String>,
    format: Option<String>,
    schema: Option<String>,
    allow: Risk,
}

fn main() -> ExitCode {
    let args = match arguments(env::args().skip(1)) {
        Ok(Some(args)) => args,
        Ok(None) => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(why) => return stop(2, &format!("{why}\n{USAGE}")),
    };
    match run(&args) {
        Ok(code) => code,
        Err(why) => stop(2, &why),
    }
}

fn stop(code: u8, why: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "error: {why}");
    ExitCode::from(code)
}

/// `None` where help is asked for.
fn arguments(mut given: impl Iterator<Item = String>) -> Result<Option<Args>, String> {
    let mut args = Args { file: None, format: None, schema: None, allow: Options::default().allow };
    let (mut strict, mut loss) = (false, false);
    while let Some(arg) = given.next() {
        let mut value = || given.next().ok_or_else(|| format!("`{arg}` wants a value"));
        match arg.as_str() {
            "--help" | "-h" => return Ok(None),
            "--schema" => args.schema = Some(value()?),
            "--format" => args.format = Some(value()?),
            "--strict" => (strict, args.allow) = (true, Risk::Exact),
            "--allow-loss" => (loss, args.allow) = (true, Risk::Loss),
            option if option.starts_with('-') && option != "-" => return Err(format!("there is no option `{option}`")),
            _ if args.file.is_some() => return Err("more than one file is named".to_owned()),
            _ => args.file = Some(arg),
        }
    }
    if strict && loss {
        return Err("`--strict` and `--allow-loss` exclude each other".to_owned());
    }
    args.file = args.file.filter(|file| file != "-");
    Ok(Some(args))
}

fn run(args: &Args) -> Result<ExitCode, String> {
    let format = args.format.as_deref().unwrap_or_else(|| match args.file.as_deref().and_then(|file| file.rsplit_once('.')) {
        Some((_, "xml")) => "xml",
        Some((_, "yaml" | "yml")) => "yaml",
        Some((_, "toml")) => "toml",
        Some((_, "txt" | "text")) => "text",
        _ => "json",
    });
    if !["json", "xml", "yaml", "toml", "text"].contains(&format) {
        return Err(format!("`{format}` is not a format\n{USAGE}"));
    }
    let schema = args.schema.as_deref().map(schema).transpose()?;
    if schema.is_some() && !["json", "xml"].contains(&format) {
        return Err(format!("a schema says nothing about {format}"));
    }
    let name = args.file.as_deref().unwrap_or("stdin");
    let text = match &args.file {
        Some(file) => fs::read(file),
        None => {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        }
    };
    let text = text.map_err(|error| format!("{name}: {error}"))?;
    let text = String::from_utf8(text).map_err(|error| format!("{name}: {error}"))?;

    let mut options = Options::default();
    options.allow = args.allow;
    let page = Page { name, text: &text, lines: lines(&text), renderer: renderer() };
    match mend(format, &text, schema.as_ref(), &options) {
        Ok(mended) => {
            page.show(&mended.edits).map_err(|error| error.to_string())?;
            let mut out = io::stdout().lock();
            match out.write_all(mended.text.as_bytes()).and_then(|()| out.flush()) {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
                _ => Ok(ExitCode::SUCCESS),
            }
        }
        Err(refusal) => {
            page.refuse(&refusal).map_err(|error| error.to_string())?;
            Ok(ExitCode::from(1))
        }
    }
}

fn schema(file: &str) -> Result<Value, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    serde_json::from_str(&text).map_err(|error| format!("{file}: {error}"))
}

fn mend<'a>(format: &str, text: &'a str, schema: Option<&Value>, options: &Options) -> Result<Mended<'a>, Unmendable> {
    match (format, schema) {
        ("xml", schema) => mend::xml_with_schema(text, schema, options),
        ("yaml", _) => mend::yaml(text, options),
        ("toml", _) => mend::toml(text, options),
        ("text", _) => mend::text(text, options),
        (_, Some(schema)) => mend::typed(text, schema, options),
        (_, None) => mend::json(text, options),
    }
}

fn renderer() -> Renderer {
    let coloured = io::stderr().is_terminal() && env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
    if coloured { Renderer::styled() } else { Renderer::plain() }
}

/// Where the lines start.
fn lines(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1)).collect()
}

/// The text, to draw pictures of.
struct Page<'a> {
    name: &'a str,
    text: &'a str,
    lines: Vec<usize>,
    renderer: Renderer,
}

impl Page<'_> {
    fn show(&self, edits: &[Edit]) -> io::Result<()> {
        let mut err = io::stderr().lock();
        for edit in edits.iter().take(MOST) {
            let (level, risk) = match edit.risk {
                Risk::Exact => (Level::NOTE, "exact"),
                Risk::Guess => (Level::WARNING, "guess"),
                Risk::Loss => (Level::ERROR, "loss"),
            };
            let kind = words(&format!("{:?}", edit.kind));
            writeln!(err, "{}\n", self.picture(level.with_name(risk), &kind, edit.span.clone(), &done(edit)))?;
        }
        if edits.len() > MOST {
            writeln!(err, "and {} more edits", edits.len() - MOST)?;
        }
        Ok(())
    }

    fn refuse(&self, refusal: &Unmendable) -> io::Result<()> {
        let level = Level::ERROR.with_name("refused");
        let at = self.text.floor_char_boundary(refusal.at);
        let end = self.text[at..].chars().next().map_or(at, |c| at + c.len_utf8());
        let title = format!("{}: {}", refusal.kind.code(), refusal.message);
        writeln!(io::stderr(), "{}", self.picture(level, &title, at..end, "here"))
    }

    /// The place in its line, as much of it as fits.
    fn picture(&self, level: Level<'_>, title: &str, span: Range<usize>, label: &str) -> String {
        let line = self.lines.partition_point(|start| *start <= span.start).max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or_default();
        let end = self.lines.get(line).map_or(self.text.len(), |next| next - 1).max(span.start);
        let from =
            self.text[start..span.start].char_indices().rev().take(AROUND.0).last().map_or(span.start, |(at, _)| start + at);
        let to = self.text[span.start..end].char_indices().nth(AROUND.1).map_or(end, |(at, _)| span.start + at);
        let (before, after) = (if from > start { "…" } else { "" }, if to < end { "…" } else { "" });
        let source = format!("{before}{}{after}", &self.text[from..to]);
        let shift = |at: usize| at.clamp(from, to) - from + before.len();
        let mark = AnnotationKind::Primary.span(shift(span.start)..shift(span.end)).label(label);
        let snippet = Snippet::source(source).line_start(line).path(self.name).annotation(mark);
        self.renderer.render(&[level.primary_title(title).element(snippet)])
    }
}

/// What an edit does.
fn done(edit: &Edit) -> Cow<'static, str> {
    match (edit.span.is_empty(), edit.replacement.is_empty()) {
        (true, _) => format!("put in {}", quoted(&edit.replacement)).into(),
        (false, true) => format!("taken out, {} bytes", edit.span.len()).into(),
        (false, false) => format!("now {}", quoted(&edit.replacement)).into(),
    }
}

fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(60).flat_map(char::escape_debug).collect();
    let more = if text.chars().nth(60).is_some() { "…" } else { "" };
    format!("`{}{more}`", shown.replace("\\\"", "\"").replace("\\'", "'"))
}

/// `MissingComma` as `missing comma`.
fn words(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(c.to_lowercase());
    }
    words
}
