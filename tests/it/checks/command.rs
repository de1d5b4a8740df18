//! Checks by real tools: what they say becomes findings, and none outlives its bounds.

mod bounds;
mod said;
mod setup;

use std::{
    fs,
    future::Future,
    path::{Path, PathBuf},
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    task::{Context as TaskContext, Poll, Wake, Waker},
    thread::{self, Thread},
    time::{Duration, Instant},
};

use repair::{
    CancelToken, Context, Finding, Findings, Op, OpError, Raw, RunOptions, Runtime, Status,
    check::{
        Check, CommandCheck,
        command::{CommandError, CommandOutput, Messages},
    },
    repairable,
    testing::ScriptedModel,
};

const WRONG: &str = "pub fn f() -> i32 {\n    \"a\"\n}\n";
const RIGHT: &str = "pub fn f() -> i32 {\n    1\n}\n";

/// Longer than any of these takes, shorter than what the tools would take if they were let.
const BOUND: Duration = Duration::from_secs(8);

fn rustc() -> CommandCheck {
    ["HOME", "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN"]
        .into_iter()
        .fold(CommandCheck::new("rustc"), CommandCheck::keep_env)
        .args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "--error-format=json"])
        .timeout(Duration::from_secs(60))
        .messages(Messages::Rustc)
}

fn sh(script: &str) -> CommandCheck {
    CommandCheck::new("sh").args(["-c", script])
}

/// No tokio here: any executor will do.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut TaskContext::from_waker(&waker)) {
            return output;
        }
        thread::park();
    }
}

fn run(check: &CommandCheck, candidate: &str) -> Result<Findings, CommandError> {
    let started = Instant::now();
    let result = block_on(check.run(candidate));
    assert!(started.elapsed() < BOUND * if Check::<str>::name(check) == "rustc" { 10 } else { 1 }, "{:?}", started.elapsed());
    result
}

fn rules(findings: &Findings) -> Vec<&str> {
    findings.iter().map(|finding| &*finding.rule).collect()
}

/// The standard output of a tool, and its findings by the way.
fn stdout(check: CommandCheck, candidate: &str) -> String {
    let check = check.parse(|output: &CommandOutput| Finding::whole().hint(output.stdout()).into());
    run(&check, candidate).unwrap().into_iter().next().and_then(|finding| finding.hint).unwrap()
}

/// Where a tool writes its process id, which is its group's too.
struct PidFile(PathBuf);

impl PidFile {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("repair-test-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        Self(std::env::temp_dir().join(name))
    }

    /// A shell script that writes it first.
    fn sh(&self, script: &str) -> CommandCheck {
        sh(&format!("echo $$ >\"$PID_FILE.new\"; mv \"$PID_FILE.new\" \"$PID_FILE\"; {script}")).env("PID_FILE", &self.0)
    }

    fn pid(&self) -> Option<u32> {
        fs::read_to_string(&self.0).ok()?.trim().parse().ok()
    }

    /// Waits until the tool has written it.
    fn wait(&self) -> u32 {
        let started = Instant::now();
        loop {
            match self.pid() {
                Some(pid) => return pid,
                None => assert!(started.elapsed() < BOUND, "the tool did not start"),
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Signals are sent at once, but a process may take a moment to die of one.
    fn assert_gone(&self) {
        let (group, started) = (self.wait(), Instant::now());
        while !living(group).is_empty() {
            assert!(started.elapsed() < BOUND, "still there: {:?}", living(group));
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for PidFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// The processes of a group, without those that only wait to be reaped.
fn living(group: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    let in_group = |pid: &u32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let fields: Vec<_> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
        fields.get(2) == Some(&group.to_string().as_str()) && !matches!(fields[0], "Z" | "X")
    };
    processes.filter(in_group).collect()
}
