//! A check by a tool: a compiler, a linter, a server's own look at its configuration.

mod dir;
mod error;
mod group;
mod judge;
mod messages;
mod output;
mod pipes;
mod run;
mod spec;

use std::{borrow::Cow, ffi::OsString, fmt, sync::Arc, time::Duration};

pub use self::{error::CommandError, messages::Messages, output::CommandOutput};
use self::{
    judge::Reading,
    spec::{Spec, Variable},
};
use super::Check;
use crate::{BoxError, CancelToken, Context, Findings};

const FILE: &str = "{file}";
const DIR: &str = "{dir}";

/// Runs a tool on a candidate and turns what it says into findings.
///
/// ```
/// use repair_core::check::{CommandCheck, command::Messages};
/// use std::time::Duration;
///
/// let rustc = CommandCheck::new("rustc")
///     .args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "--error-format=json", CommandCheck::FILE])
///     .file("lib.rs")
///     .keep_env("HOME") // where rustup has its toolchains
///     .timeout(Duration::from_secs(20))
///     .messages(Messages::Rustc);
/// let nginx = CommandCheck::new("nginx").args(["-t", "-q", "-c", "{dir}/nginx.conf"]).file("nginx.conf").messages(Messages::Lines);
/// ```
///
/// In an op:
///
/// ```
/// # use repair_core::{Context, OpError, check::CommandCheck};
/// async fn compile(code: &str, rustc: &CommandCheck) -> Result<(), OpError> {
///     Ok(rustc.run(code).await?.none_or(())?)
/// }
/// ```
///
/// # How it is run
///
/// - No shell: the arguments are given as they are, but for [`FILE`](Self::FILE) and [`DIR`](Self::DIR) in them.
/// - The candidate is the tool's standard input, or a file of a given [name](Self::file).
/// - In a fresh directory that only this user can enter and that is removed afterwards. `TMPDIR` points to another one beside it,
///   since a tool that is killed does not tidy up.
/// - With no environment but `PATH`, `TMPDIR` and what [`env`](Self::env) and [`keep_env`](Self::keep_env) add. Keys and tokens
///   of this process are not shown to a tool.
/// - For at most 10 seconds, with at most 256 KiB of output, on at most 1 MiB of candidate; then it is killed, or not run.
///
/// This bounds a tool; it does not fence it in. The tool may use the network and every file this user can. A check that runs a
/// candidate, rather than reading it, wants a container around it.
///
/// # What is killed
///
/// On unix the tool is the leader of a process group of its own. All of the group is killed when the limits are reached, when the
/// future is dropped, when the run's token is cancelled, and when the tool exits and leaves children behind. A child that makes a
/// group or a session of its own (`setsid`) is not found by this; it keeps nobody waiting, but it lives on. So does the group if
/// this process ends before the future is dropped. Elsewhere than on unix only the tool is killed, not its children.
///
/// # What becomes a finding
///
/// | rule | |
/// |---|---|
/// | the tool's own, `E0308`, or `error`, `warning` | what the tool has to say, as far as [`messages`](Self::messages) or [`parse`](Self::parse) read it |
/// | `exit` | the tool exited with another status than 0, and nothing could be read; with the last lines it wrote |
/// | `timeout`, `signal` | the tool took too long, or a signal killed it; besides what could be read |
/// | `output` | the tool wrote too much, and nothing could be read |
/// | `too_long` | the candidate is too long to be looked at |
///
/// A tool that hangs, floods or crashes counts as the candidate's fault: an endless macro makes a compiler hang, deep nesting
/// makes a parser overflow its stack, and another candidate may not. A tool that can't be started, or whose report can't be read,
/// is a [`CommandError`]: no other candidate would help.
///
/// All findings are about the whole candidate; line and column stand in their hints. At most 64 are kept.
#[derive(Clone)]
#[must_use]
pub struct CommandCheck {
    spec: Arc<Spec>,
    reading: Reading,
    warnings: bool,
    stops: bool,
}

impl CommandCheck {
    /// In an argument: the name of the candidate's [file](Self::file), in the directory the tool runs in.
    pub const FILE: &'static str = FILE;
    /// In an argument: the path of the directory the tool runs in.
    pub const DIR: &'static str = DIR;

    /// A check by this program: a name that is looked for on `PATH`, or a path.
    pub fn new(program: impl Into<String>) -> Self {
        Self { spec: Arc::new(Spec::new(program.into())), reading: Reading::Status, warnings: false, stops: false }
    }

    /// Adds an argument.
    pub fn arg(self, argument: impl Into<String>) -> Self {
        self.args([argument])
    }

    /// Adds arguments.
    pub fn args<S: Into<String>>(mut self, arguments: impl IntoIterator<Item = S>) -> Self {
        self.spec_mut().args.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Gives the candidate to the tool as a file of this name, rather than as its standard input.
    pub fn file(mut self, name: impl Into<String>) -> Self {
        self.spec_mut().file = Some(name.into());
        self
    }

    /// Sets an environment variable for the tool.
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.spec_mut().env.push((name.into(), Variable::Set(value.into())));
        self
    }

    /// Lets the tool see an environment variable of this process, if there is one.
    pub fn keep_env(mut self, name: impl Into<OsString>) -> Self {
        self.spec_mut().env.push((name.into(), Variable::Kept));
        self
    }

    /// How long the tool may take. Default: 10 seconds.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.spec_mut().timeout = timeout;
        self
    }

    /// How many bytes the tool may write, both streams together. Default: 256 KiB.
    pub fn max_output(mut self, bytes: usize) -> Self {
        self.spec_mut().max_output = bytes;
        self
    }

    /// How many bytes a candidate may have. Default: 1 MiB.
    pub fn max_input(mut self, bytes: usize) -> Self {
        self.spec_mut().max_input = bytes;
        self
    }

    /// What the tool writes. Default: nothing that is read; its exit status decides.
    pub fn messages(mut self, messages: Messages) -> Self {
        self.reading = Reading::Messages(messages);
        self
    }

    /// Reads what the tool writes with a function of your own.
    ///
    /// ```
    /// use repair_core::{Finding, check::CommandCheck};
    ///
    /// let check = CommandCheck::new("wc").arg("-w").parse(|output| {
    ///     let words: usize = output.stdout().trim().parse().unwrap_or(0);
    ///     let few = (words < 3).then(|| Finding::whole().rule("length").expected("three words"));
    ///     few.into_iter().collect()
    /// });
    /// ```
    pub fn parse(mut self, read: impl Fn(&CommandOutput) -> Findings + Send + Sync + 'static) -> Self {
        self.reading = Reading::Own(Arc::new(read));
        self
    }

    /// Whether warnings are findings too. Default: only errors are.
    pub fn warnings(mut self, warnings: bool) -> Self {
        self.warnings = warnings;
        self
    }

    /// Keeps later checks from running when this one finds something.
    pub fn stop(mut self) -> Self {
        self.stops = true;
        self
    }

    /// Runs the tool on a candidate, outside of any run: what [`check`](Check::check) does, with the error as it is.
    ///
    /// # Errors
    ///
    /// A [`CommandError`] if the check itself could not be made.
    pub fn run(&self, candidate: &str) -> impl Future<Output = Result<Findings, CommandError>> + Send {
        self.run_until(candidate, None)
    }

    async fn run_until(&self, candidate: &str, token: Option<&CancelToken>) -> Result<Findings, CommandError> {
        self.spec.check()?;
        if candidate.len() > self.spec.max_input {
            return Ok(judge::too_long(candidate.len(), self.spec.max_input).into());
        }
        let output = run::run(Arc::clone(&self.spec), candidate.to_owned(), token).await?;
        judge::findings(&self.spec, &self.reading, self.warnings, &output)
    }

    fn spec_mut(&mut self) -> &mut Spec {
        Arc::make_mut(&mut self.spec)
    }
}

impl<T: AsRef<str> + ?Sized + Sync> Check<T> for CommandCheck {
    async fn check(&self, value: &T, cx: &Context) -> Result<Findings, BoxError> {
        Ok(self.run_until(value.as_ref(), cx.cancel_token()).await?)
    }

    fn name(&self) -> Cow<'static, str> {
        Cow::Owned(self.spec.tool().to_owned())
    }

    fn stops(&self) -> bool {
        self.stops
    }
}

impl fmt::Debug for CommandCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The values of variables may be secrets.
        let env: Vec<_> = self.spec.env.iter().map(|(name, _)| name).collect();
        f.debug_struct("CommandCheck")
            .field("program", &self.spec.program)
            .field("args", &self.spec.args)
            .field("file", &self.spec.file)
            .field("env", &env)
            .field("reading", &self.reading)
            .finish_non_exhaustive()
    }
}
