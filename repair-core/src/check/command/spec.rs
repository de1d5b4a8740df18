//! What is to be run: program, arguments, environment, limits.

use std::{
    borrow::Cow,
    env,
    ffi::{OsStr, OsString},
    io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use super::{
    CommandError, DIR, FILE,
    dir::{self, RunDir},
};

/// What every tool gets to see of this process's environment.
#[cfg(not(windows))]
const KEPT: [&str; 1] = ["PATH"];
#[cfg(windows)]
const KEPT: [&str; 3] = ["PATH", "PATHEXT", "SystemRoot"];

#[derive(Clone)]
pub(super) struct Spec {
    pub(super) program: String,
    pub(super) args: Vec<String>,
    /// The candidate's file; without one it goes to standard input.
    pub(super) file: Option<String>,
    pub(super) env: Vec<(OsString, Variable)>,
    pub(super) timeout: Duration,
    pub(super) max_output: usize,
    pub(super) max_input: usize,
}

#[derive(Clone)]
pub(super) enum Variable {
    Kept,
    Set(OsString),
}

impl Spec {
    pub(super) fn new(program: String) -> Self {
        Self {
            program,
            args: Vec::new(),
            file: None,
            env: KEPT.into_iter().map(|name| (name.into(), Variable::Kept)).collect(),
            timeout: Duration::from_secs(10),
            max_output: 256 * 1024,
            max_input: 1024 * 1024,
        }
    }

    /// The program's name without its path.
    pub(super) fn tool(&self) -> &str {
        Path::new(&self.program).file_name().and_then(OsStr::to_str).unwrap_or(&self.program)
    }

    /// What is wrong with it that can be seen before anything is run.
    pub(super) fn check(&self) -> Result<(), CommandError> {
        match &self.file {
            Some(name) if !dir::is_file_name(name) => Err(CommandError::FileName { name: name.clone() }),
            Some(_) => Ok(()),
            None => match self.args.iter().find(|argument| argument.contains(FILE)) {
                Some(argument) => Err(CommandError::NoFile { argument: argument.clone() }),
                None => Ok(()),
            },
        }
    }

    /// The command, with the candidate where the tool looks for it.
    pub(super) fn command(&self, candidate: &str, dir: &RunDir) -> Result<Command, CommandError> {
        let mut command = Command::new(self.resolved_program()?);
        let work = dir.work();
        match &self.file {
            Some(name) => {
                dir.write(name, candidate).map_err(CommandError::io("write the candidate to a file"))?;
                command.stdin(Stdio::null());
            }
            None => {
                let stdin = dir.as_stdin(candidate).map_err(CommandError::io("write the candidate to a file"))?;
                command.stdin(stdin);
            }
        }
        command.args(self.args.iter().map(|argument| self.filled_in(argument, &work)));
        command.current_dir(&work).env_clear().stdout(Stdio::piped()).stderr(Stdio::piped());
        for variable in if cfg!(windows) { &["TMP", "TEMP"][..] } else { &["TMPDIR"] } {
            command.env(variable, dir.tmp());
        }
        for (name, value) in self.variables() {
            command.env(name, value);
        }
        Ok(command)
    }

    /// A program that is named by a path is meant from here, not from the directory it is run in.
    fn resolved_program(&self) -> Result<PathBuf, CommandError> {
        if self.is_path() {
            std::path::absolute(&self.program).map_err(|source| self.not_started(source))
        } else {
            Ok(PathBuf::from(&self.program))
        }
    }

    fn is_path(&self) -> bool {
        self.program.contains(std::path::is_separator)
    }

    fn filled_in<'a>(&self, argument: &'a str, work: &Path) -> Cow<'a, OsStr> {
        if !argument.contains('{') {
            return Cow::Borrowed(OsStr::new(argument));
        }
        let argument = match &self.file {
            Some(name) => argument.replace(FILE, name),
            None => argument.to_owned(),
        };
        let mut filled = OsString::new();
        for (n, part) in argument.split(DIR).enumerate() {
            if n > 0 {
                filled.push(work);
            }
            filled.push(part);
        }
        Cow::Owned(filled)
    }

    fn variables(&self) -> impl Iterator<Item = (&OsStr, OsString)> {
        self.env.iter().filter_map(|(name, variable)| {
            let value = match variable {
                Variable::Kept => env::var_os(name)?,
                Variable::Set(value) => value.clone(),
            };
            Some((name.as_os_str(), value))
        })
    }

    /// The error for a program that did not start.
    pub(super) fn not_started(&self, source: io::Error) -> CommandError {
        let program = self.program.clone();
        match source.kind() {
            io::ErrorKind::NotFound => {
                let path = self.variables().filter(|(name, _)| !self.is_path() && *name == "PATH").last();
                CommandError::NotFound { program, path: path.map(|(_, path)| path.to_string_lossy().into_owned()) }
            }
            io::ErrorKind::PermissionDenied => CommandError::NotPermitted { program, source },
            _ => CommandError::Io { doing: "start the tool", source },
        }
    }
}
