//! What a run of a tool left behind.

use std::{fmt, process::ExitStatus};

/// What a tool wrote about a candidate, and how it ended: what a parser of one's own reads.
///
/// Both streams together are capped, and what is not UTF-8 is replaced. The path of the directory the tool ran in is cut out
/// of them, so that they are the same in every run.
///
/// ```
/// use repair_core::{Finding, Findings, check::command::CommandOutput};
///
/// fn read(output: &CommandOutput) -> Findings {
///     output.stdout().lines().filter(|line| line.starts_with("bad: ")).map(|line| Finding::whole().hint(line)).collect()
/// }
/// let output = CommandOutput::exited(1, "bad: no title\nlooked at 1 file\n", "");
/// assert_eq!(read(&output).len(), 1);
/// ```
#[derive(Clone)]
pub struct CommandOutput {
    pub(super) candidate: String,
    pub(super) file: Option<String>,
    pub(super) stdout: String,
    pub(super) stderr: String,
    pub(super) end: End,
}

/// How a tool ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// By itself, with this status.
    Exited(i32),
    /// By a signal, which this crate did not send.
    #[cfg_attr(not(unix), allow(dead_code, reason = "there are no signals"))]
    Signalled(i32),
    /// It took too long.
    TimedOut,
    /// It wrote too much.
    Flooded,
}

impl From<ExitStatus> for End {
    fn from(status: ExitStatus) -> Self {
        #[cfg(unix)]
        if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
            return Self::Signalled(signal);
        }
        Self::Exited(status.code().unwrap_or(-1))
    }
}

impl CommandOutput {
    /// The output of a tool that exited, for tests of a parser.
    #[must_use]
    pub fn exited(code: i32, stdout: impl Into<String>, stderr: impl Into<String>) -> Self {
        Self { candidate: String::new(), file: None, stdout: stdout.into(), stderr: stderr.into(), end: End::Exited(code) }
    }

    /// The same about this candidate.
    #[must_use]
    pub fn with_candidate(mut self, candidate: impl Into<String>) -> Self {
        self.candidate = candidate.into();
        self
    }

    /// The candidate the tool ran on.
    #[must_use]
    pub fn candidate(&self) -> &str {
        &self.candidate
    }

    /// What the tool wrote to its standard output.
    #[must_use]
    pub fn stdout(&self) -> &str {
        &self.stdout
    }

    /// What the tool wrote to its standard error.
    #[must_use]
    pub fn stderr(&self) -> &str {
        &self.stderr
    }

    /// The exit status; `None` for a tool that was killed.
    #[must_use]
    pub fn exit_code(&self) -> Option<i32> {
        match self.end {
            End::Exited(code) => Some(code),
            _ => None,
        }
    }

    /// Whether a file the tool names is the candidate.
    pub(super) fn is_candidate(&self, file: &str) -> bool {
        let file = file.trim_start_matches("file://").trim_start_matches("./");
        match &self.file {
            Some(own) => file == own,
            None => {
                matches!(file, "" | "-" | "<stdin>" | "stdin" | "/dev/stdin" | "<text>" | "<anon>") || file.ends_with("__stdin__")
            }
        }
    }

    /// A line of the candidate, counted from 1.
    pub(super) fn candidate_line(&self, number: usize) -> Option<&str> {
        self.candidate.lines().nth(number.checked_sub(1)?)
    }
}

impl fmt::Debug for CommandOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CommandOutput")
            .field("end", &self.end)
            .field("stdout_bytes", &self.stdout.len())
            .field("stderr_bytes", &self.stderr.len())
            .finish_non_exhaustive()
    }
}
