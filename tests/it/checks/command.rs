//! Checks by real tools: what they say becomes findings, and none outlives its bounds.

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

#[test]
fn a_compilers_error_is_a_finding_and_correct_code_has_none() {
    let named = rustc().arg(CommandCheck::FILE).file("lib.rs");
    for check in [rustc().arg("-"), named] {
        let findings = run(&check, WRONG).unwrap();
        assert_eq!(rules(&findings), ["E0308"], "{findings}");
        let finding = findings.iter().next().unwrap();
        assert_eq!((finding.path.as_str(), finding.received.as_deref()), ("", Some("\"a\"")));
        assert!(finding.expected.as_deref().unwrap().contains("expected `i32`, found `&str`"), "{finding}");
        assert!(finding.hint.as_deref().unwrap().starts_with("line 2, column 5"), "{finding}");
        assert_eq!(run(&check, RIGHT).unwrap(), Findings::new());
    }
}

#[test]
fn code_is_repaired_until_it_compiles() {
    #[derive(Clone)]
    struct Compile {
        code: Raw<String>,
    }

    #[repairable(input = "code", max_attempts = 2)]
    impl Op for Compile {
        type Output = String;
        async fn run(&self, cx: &Context) -> Result<String, OpError> {
            let code = self.code.parse()?;
            let findings = rustc().arg("-").check(&code, cx).await.map_err(OpError::fatal)?;
            Ok(findings.none_or(code)?)
        }
    }
    let model = ScriptedModel::new().answer(serde_json::json!({ "value": RIGHT }).to_string()).answer(RIGHT);
    let runtime = Runtime::builder().model(model.clone()).build();
    let outcome = runtime.run_blocking(Compile { code: Raw::new(WRONG) });
    assert!(model.requests()[0].prompt.contains("expected `i32`, found `&str`"), "{}", model.requests()[0].prompt);
    assert_eq!(outcome.status(), Status::Repaired, "{:?}", outcome.result);
}

#[test]
fn a_tool_that_hangs_is_a_finding() {
    let file = PidFile::new();
    let check = file.sh("echo about to hang >&2; sleep 1000").timeout(Duration::from_millis(300));
    let findings = run(&check, "").unwrap();
    assert_eq!(rules(&findings), ["timeout"]);
    let text = findings.to_string();
    assert!(text.contains("`sh` is done with in 300ms") && text.contains("about to hang"), "{text}");
    file.assert_gone();
}

#[test]
fn a_tool_that_floods_its_output_is_a_finding() {
    for script in ["exec yes", "exec yes >&2", "yes & yes >&2"] {
        let file = PidFile::new();
        let findings = run(&file.sh(script), "").unwrap();
        assert_eq!(rules(&findings), ["output"]);
        assert!(findings.to_string().len() < 4096);
        file.assert_gone();
    }
}

#[test]
fn a_tool_that_dies_by_a_signal_is_a_finding() {
    let file = PidFile::new();
    let findings = run(&file.sh("kill -9 $$"), "").unwrap();
    assert_eq!(rules(&findings), ["signal"]);
    assert!(findings.to_string().contains("signal 9"), "{findings}");
    file.assert_gone();
}

#[test]
fn children_die_with_the_tool() {
    let file = PidFile::new();
    let hangs = file.sh("sleep 1000 & sleep 1000").timeout(Duration::from_millis(300));
    assert_eq!(rules(&run(&hangs, "").unwrap()), ["timeout"]);
    file.assert_gone();

    // They hold the output open, and the tool is done.
    let file = PidFile::new();
    assert_eq!(run(&file.sh("sleep 1000 & (trap '' TERM HUP; sleep 1000) & exit 0"), "").unwrap(), Findings::new());
    file.assert_gone();
}

#[test]
fn a_child_with_a_session_of_its_own_keeps_nobody_waiting() {
    let file = PidFile::new();
    let started = Instant::now();
    assert_eq!(run(&file.sh("setsid sleep 9 & exit 0"), "").unwrap(), Findings::new());
    assert!(started.elapsed() < BOUND);
    file.assert_gone();
}

#[test]
fn a_tool_that_closes_its_output_is_waited_for() {
    assert_eq!(rules(&run(&sh("exec >&- 2>&-; sleep 0.1; exit 3"), "").unwrap()), ["exit"]);
    let hangs = sh("exec >&- 2>&-; sleep 1000").timeout(Duration::from_millis(200));
    assert_eq!(rules(&run(&hangs, "").unwrap()), ["timeout"]);
}

#[test]
fn dropping_the_future_kills_the_tool() {
    let file = PidFile::new();
    let check = file.sh("sleep 1000 & sleep 1000");
    let mut future = Box::pin(check.run(""));
    assert!(future.as_mut().poll(&mut TaskContext::from_waker(Waker::noop())).is_pending());
    assert!(!living(file.wait()).is_empty());
    drop(future);
    file.assert_gone();
}

#[test]
fn cancelling_the_run_kills_the_tool() {
    #[derive(Clone)]
    struct Hang(CommandCheck);
    impl Op for Hang {
        type Output = String;
        async fn run(&self, cx: &Context) -> Result<String, OpError> {
            let error = self.0.check("text", cx).await.unwrap_err();
            let error: CommandError = *error.downcast().unwrap();
            assert_eq!(error.code(), "cancelled");
            Err(error.into())
        }
    }
    let (file, token) = (PidFile::new(), CancelToken::new());
    let op = Hang(file.sh("sleep 1000"));
    let options = RunOptions::new().cancel(token.clone());
    let running = thread::spawn(move || Runtime::builder().build().run_blocking_with(op, options));
    file.wait();
    token.cancel();
    assert!(running.join().unwrap().into_result().is_err());
    file.assert_gone();
}

#[test]
fn the_environment_is_cleared() {
    assert!(std::env::var_os("HOME").is_some() && std::env::var_os("CARGO_MANIFEST_DIR").is_some(), "there is something to hide");
    let names = |check: CommandCheck| {
        let mut names: Vec<_> = stdout(check, "").lines().filter_map(|line| Some(line.split_once('=')?.0.to_owned())).collect();
        names.sort();
        names
    };
    assert_eq!(names(CommandCheck::new("env")), ["PATH", "TMPDIR"]);
    let check = CommandCheck::new("env").keep_env("HOME").keep_env("NO_SUCH_VARIABLE").env("A", "1");
    assert_eq!(names(check.clone()), ["A", "HOME", "PATH", "TMPDIR"]);
    assert!(stdout(check.env("A", "2"), "").contains("A=2\n"));
}

#[test]
fn values_of_variables_are_not_shown() {
    let debug = format!("{:?}", CommandCheck::new("env").env("TOKEN", "hunter2"));
    assert!(debug.contains("TOKEN") && !debug.contains("hunter2"), "{debug}");
}

#[test]
fn the_candidate_is_standard_input_or_a_file_but_not_both() {
    let long = "line\n".repeat(100_000);
    assert_eq!(stdout(CommandCheck::new("wc").arg("-c"), &long).trim(), "500000");
    // Not read, and no broken pipe.
    assert_eq!(run(&CommandCheck::new("true"), &long).unwrap(), Findings::new());
    assert_eq!(stdout(CommandCheck::new("ls").arg("-A"), "text"), "", "the directory is empty");

    let file = || CommandCheck::new("cat").file("a b.txt");
    assert_eq!(stdout(file().arg("--").arg(CommandCheck::FILE), "text"), "text");
    assert_eq!(stdout(file().arg("{dir}/{file}"), "text"), "text");
    assert_eq!(stdout(file(), "text"), "", "standard input is empty");
}

#[test]
fn arguments_are_no_shell_commands() {
    let argument = "$(id) `id` ; id > x && 'a' \"b\" * {brace}";
    assert_eq!(stdout(CommandCheck::new("printf").args(["%s", argument]), ""), argument);
}

#[test]
fn the_directory_is_left_out_of_what_is_said_and_removed() {
    let said =
        stdout(sh("pwd; echo \"$PWD/main.c:1: no\"; touch mine; echo mine >\"$TMPDIR/aside\"; echo \"$TMPDIR\" | wc -l"), "");
    assert_eq!(said, ".\nmain.c:1: no\n1\n");
    let kept = PidFile::new();
    run(&kept.sh("pwd >\"$PID_FILE.dir\""), "").unwrap();
    let name = PathBuf::from(format!("{}.dir", kept.0.display()));
    let dir = fs::read_to_string(&name).unwrap();
    fs::remove_file(name).unwrap();
    assert!(dir.contains("repair-check-") && !Path::new(dir.trim()).parent().unwrap().exists(), "{dir}");
}

#[test]
fn a_missing_tool_is_an_error_that_names_it() {
    let error = run(&CommandCheck::new("no-such-tool").env("PATH", "/nowhere:/bin"), "").unwrap_err();
    assert_eq!(error.code(), "not_found");
    let expected =
        "the tool \"no-such-tool\" is in no directory of PATH, which is \"/nowhere:/bin\"; install it or name its path";
    assert_eq!(error.to_string(), expected);
    let error = run(&CommandCheck::new("/no/such/tool"), "").unwrap_err();
    assert_eq!(error.to_string(), "there is no tool \"/no/such/tool\"; install it or name its path");
    assert_eq!(run(&CommandCheck::new("/proc/version"), "").unwrap_err().code(), "not_permitted");
    assert_eq!(run(&CommandCheck::new(""), "").unwrap_err().code(), "not_found");
}

#[test]
fn a_path_is_meant_from_the_programs_own_directory() {
    let here = std::env::current_dir().unwrap();
    let up: PathBuf = here.components().skip(1).map(|_| "..").collect();
    let check = CommandCheck::new(up.join("bin/sh").to_str().unwrap()).args(["-c", "exit 7"]);
    assert_eq!(rules(&run(&check, "").unwrap()), ["exit"]);
}

#[test]
fn a_misuse_is_an_error_before_anything_runs() {
    for (check, code, part) in [
        (CommandCheck::new("cat").arg("--in={file}"), "no_file", "--in={file}"),
        (CommandCheck::new("cat").file("../a"), "file_name", "../a"),
        (CommandCheck::new("cat").file(""), "file_name", "\"\""),
    ] {
        let error = run(&check, "").unwrap_err();
        assert_eq!(error.code(), code);
        assert!(error.to_string().contains(part), "{error}");
    }
    assert_eq!(run(&CommandCheck::new("cat").arg("a\0b"), "").unwrap_err().code(), "io");
}

#[test]
fn a_candidate_that_is_too_long_is_not_shown_to_the_tool() {
    let findings = run(&CommandCheck::new("no-such-tool").max_input(3), "four").unwrap();
    assert_eq!(findings.to_string(), "1. (whole input): expected at most 3 bytes, received \"4 bytes\"");
    assert_eq!(rules(&findings), ["too_long"]);
    assert_eq!(run(&CommandCheck::new("true").max_input(4), "four").unwrap(), Findings::new());
}

#[test]
fn lines_with_places_are_findings() {
    let check = CommandCheck::new("gcc")
        .args(["-Wall", "-fsyntax-only", CommandCheck::FILE])
        .file("main.c")
        .timeout(BOUND)
        .messages(Messages::Lines);
    let code = "int main(void) {\n    int x = 1;\n    return y;\n}\n";
    let findings = run(&check, code).unwrap();
    assert_eq!(rules(&findings), ["error"], "{findings}");
    let finding = findings.iter().next().unwrap();
    assert_eq!(finding.received.as_deref(), Some("return y;"));
    let hint = finding.hint.as_deref().unwrap();
    assert!(hint.starts_with("line 3, column 12; note: each undeclared identifier"), "{finding}");
    assert_eq!(rules(&run(&check.clone().warnings(true), code).unwrap()), ["error", "-Wunused-variable"]);
    assert_eq!(run(&check, "int main(void) { return 0; }").unwrap(), Findings::new());
}

#[test]
fn a_sarif_log_is_read_and_something_else_is_an_error() {
    let log = r#"{"version": "2.1.0", "runs": [{"results": [{"ruleId": "L1", "level": "error", "message": {"text": "no"}}]}]}"#;
    let check = CommandCheck::new("cat").messages(Messages::Sarif);
    assert_eq!(rules(&run(&check, log).unwrap()), ["L1"]);
    assert_eq!(run(&check, "").unwrap(), Findings::new());
    let error = run(&check, "usage: cat").unwrap_err();
    assert_eq!(error.code(), "unreadable");
    assert!(error.to_string().starts_with("what \"cat\" wrote can't be read as a SARIF log"), "{error}");
}

#[test]
fn many_tools_at_once_do_not_mix() {
    let checks: Vec<_> = (0..32).map(|n| thread::spawn(move || stdout(CommandCheck::new("cat"), &format!("text {n}")))).collect();
    for (n, check) in checks.into_iter().enumerate() {
        assert_eq!(check.join().unwrap(), format!("text {n}"));
    }
}

#[test]
fn a_check_is_named_after_its_tool() {
    let name = |check: &CommandCheck| Check::<str>::name(check).into_owned();
    assert_eq!((name(&CommandCheck::new("/usr/bin/gcc")), name(&rustc())), ("gcc".into(), "rustc".into()));
    assert!(!Check::<str>::stops(&rustc()) && Check::<String>::stops(&rustc().stop()));
}
