//! Why a tool could not be run.

use std::{error::Error, fmt, io};

/// Why a tool could not be run on a candidate. What the tool has against the candidate is no error but findings.
///
/// ```
/// use repair_core::check::CommandCheck;
///
/// # async fn example() {
/// let error = CommandCheck::new("no-such-tool").run("text").await.unwrap_err();
/// assert_eq!(error.code(), "not_found");
/// assert!(error.to_string().contains("no-such-tool"));
/// # }
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum CommandError {
    /// There is no such program.
    NotFound {
        /// The program.
        program: String,
        /// The `PATH` it was looked for on; `None` where it was named by a path, or there is no `PATH`.
        path: Option<String>,
    },
    /// The program may not be executed.
    NotPermitted {
        /// The program.
        program: String,
        /// What the system said.
        source: io::Error,
    },
    /// The name for the candidate's file is not a plain file name.
    FileName {
        /// The name.
        name: String,
    },
    /// An argument names the candidate's file, but the candidate goes to standard input.
    NoFile {
        /// The argument.
        argument: String,
    },
    /// The tool's output is not what it was to be read as.
    Unreadable {
        /// The program.
        program: String,
        /// What it was to be read as.
        format: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// The system failed the check: no room for a file, no thread.
    Io {
        /// What was to be done.
        doing: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// The run was cancelled while the tool was running.
    Cancelled,
}

impl CommandError {
    /// A stable word to branch on.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFound { .. } => "not_found",
            Self::NotPermitted { .. } => "not_permitted",
            Self::FileName { .. } => "file_name",
            Self::NoFile { .. } => "no_file",
            Self::Unreadable { .. } => "unreadable",
            Self::Io { .. } => "io",
            Self::Cancelled => "cancelled",
        }
    }

    pub(super) fn io(doing: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { doing, source }
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound { program, path: Some(path) } => {
                write!(f, "the tool {program:?} is in no directory of PATH, which is {path:?}; install it or name its path")
            }
            Self::NotFound { program, path: None } => write!(f, "there is no tool {program:?}; install it or name its path"),
            Self::NotPermitted { program, .. } => write!(f, "the tool {program:?} may not be executed"),
            Self::FileName { name } => {
                write!(f, "{name:?} can't be the name of the candidate's file; write a plain name such as \"main.rs\"")
            }
            Self::NoFile { argument } => {
                write!(
                    f,
                    "the argument {argument:?} names the candidate's file, but the candidate goes to standard input; \
                     add `.file(\"main.rs\")`"
                )
            }
            Self::Unreadable { program, format, reason } => {
                write!(f, "what {program:?} wrote can't be read as {format}: {reason}")
            }
            Self::Io { doing, .. } => write!(f, "the system did not let the check {doing}"),
            Self::Cancelled => f.write_str("the run was cancelled while the tool was running"),
        }
    }
}

impl Error for CommandError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::NotPermitted { source, .. } | Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
