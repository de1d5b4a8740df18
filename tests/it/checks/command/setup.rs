//! What a tool is given: program, arguments, environment, directory, candidate.

use super::*;

#[test]
fn the_environment_is_cleared() {
    assert!(std::env::var_os("HOME").is_some(), "there is something to hide");
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
    let said = stdout(sh("pwd; echo \"$PWD/main.c:1: no\"; touch mine; echo mine >\"$TMPDIR/aside\"; echo \"$TMPDIR\""), "");
    assert_eq!(said, ".\nmain.c:1: no\n../tmp\n");
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
