//! The examples, run as a user runs them; and the domain of the main one.

mod custom_model;
mod fix_code;
mod fix_config;
mod generate_sql;
mod live;
mod local_model;
mod provider;
mod requests;
mod rules;
#[path = "../../../examples/with_repair/ticket.rs"]
mod ticket;
mod with_repair;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicU32, Ordering},
};

use serde_json::Value;

fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data").join(file)
}

fn at(path: &Path) -> String {
    format!("@{}", path.display())
}

fn read(file: &str) -> String {
    fs::read_to_string(data(file)).unwrap()
}

fn read_json(file: &str) -> Value {
    serde_json::from_str(&read(file)).unwrap()
}

struct Ran {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Ran {
    fn events(&self) -> Vec<Value> {
        self.stderr.lines().filter(|line| line.starts_with('{')).map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The requests in the log.
    fn requests(&self) -> Vec<Value> {
        let events = self.events();
        let effects = events.iter().filter_map(|event| event["then"].as_array()).flatten();
        effects.filter(|effect| effect["effect"] == "call").map(|effect| effect["request"].clone()).collect()
    }
}

/// Runs a built example without any model in its environment but the given one.
fn example(name: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Ran {
    let tests = env::current_exe().unwrap();
    let program = tests.ancestors().nth(2).unwrap().join("examples").join(format!("{name}{}", env::consts::EXE_SUFFIX));
    assert!(program.exists(), "{} is missing: `cargo test` builds it, `cargo test --test it` does not", program.display());
    let mut command = Command::new(program);
    for (variable, _) in env::vars_os() {
        if variable.to_str().is_some_and(|name| name.starts_with("ANTHROPIC_") || name.starts_with("OPENAI_")) {
            command.env_remove(variable);
        }
    }
    let output = command.args(arguments).envs(environment.iter().copied()).output().unwrap();
    Ran {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The same with a directory for temporary files of its own, in which nothing may be left.
fn tidy_example(name: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Ran {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let own = format!("repair-example-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let directory = env::temp_dir().join(own);
    fs::create_dir(&directory).unwrap();
    let environment = [&[("TMPDIR", directory.to_str().unwrap())], environment].concat();
    let ran = example(name, arguments, &environment);
    let left: Vec<_> = fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    fs::remove_dir_all(&directory).unwrap();
    assert!(left.is_empty(), "{left:?} was left behind");
    ran
}
