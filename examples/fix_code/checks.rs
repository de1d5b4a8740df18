//! The two checks: `rustc --test` builds the tests, and then they are run.

use std::{env, fs, io, path::PathBuf, process, time::Duration};

use repair::{
    Finding, Findings,
    check::{
        CommandCheck,
        command::{CommandOutput, Messages},
    },
};

pub struct Checks {
    pub compile: CommandCheck,
    pub test: CommandCheck,
    /// Where the first check leaves the program that the second one runs.
    directory: PathBuf,
}

impl Checks {
    pub fn new() -> io::Result<Self> {
        let directory = env::temp_dir().join(format!("repair-fix-code-{}", process::id()));
        fs::create_dir(&directory)?;
        let program = directory.join(format!("tests{}", env::consts::EXE_SUFFIX)).display().to_string();
        let compile = CommandCheck::new("rustc")
            .args(["--edition=2024", "--crate-name=code", "--test", "--error-format=json", "-o", &program, CommandCheck::FILE])
            .file("code.rs")
            // Where rustup has its toolchains.
            .keep_env("HOME")
            .keep_env("RUSTUP_HOME")
            .keep_env("RUSTUP_TOOLCHAIN")
            .timeout(Duration::from_secs(120))
            .messages(Messages::Rustc);
        let test = CommandCheck::new(program).arg("--test-threads=1").parse(failures);
        Ok(Self { compile, test, directory })
    }
}

impl Drop for Checks {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// Each test that failed, with what it said.
///
/// ```text
/// ---- tests::of_none_none stdout ----
///
/// thread 'tests::of_none_none' (4711) panicked at code.rs:23:9:
/// assertion `left == right` failed
///   left: Some(0.0)
///  right: None
/// note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
/// ```
fn failures(output: &CommandOutput) -> Findings {
    let Some((_, failures)) = output.stdout().split_once("\nfailures:\n") else { return Findings::new() };
    let said = failures.split("---- ").skip(1).filter_map(|failure| failure.split_once(" stdout ----"));
    said.map(|(test, said)| failure(test, said)).collect()
}

fn failure(test: &str, said: &str) -> Finding {
    let lines = said.lines().map(str::trim).skip_while(|line| !line.starts_with("thread '")).skip(1);
    let panic: Vec<_> = lines.take_while(|line| !line.is_empty() && !line.starts_with("note: ")).collect();
    // A rule of its own for each test: that another one fails now is progress.
    Finding::whole().rule(test.to_owned()).expected(format!("code that passes `{test}`")).hint(panic.join(", "))
}
