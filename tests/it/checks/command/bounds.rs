//! Whatever a tool does, it ends within its bounds and takes its children with it.

use super::*;

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
fn a_candidate_that_is_too_long_is_not_shown_to_the_tool() {
    let findings = run(&CommandCheck::new("no-such-tool").max_input(3), "four").unwrap();
    assert_eq!(findings.to_string(), "1. (whole input): expected at most 3 bytes, received \"4 bytes\"");
    assert_eq!(rules(&findings), ["too_long"]);
    assert_eq!(run(&CommandCheck::new("true").max_input(4), "four").unwrap(), Findings::new());
}

#[test]
fn many_tools_at_once_do_not_mix() {
    let checks: Vec<_> = (0..32).map(|n| thread::spawn(move || stdout(CommandCheck::new("cat"), &format!("text {n}")))).collect();
    for (n, check) in checks.into_iter().enumerate() {
        assert_eq!(check.join().unwrap(), format!("text {n}"));
    }
}
