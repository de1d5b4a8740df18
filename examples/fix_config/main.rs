//! A configuration that nginx does not take, until it does: the check is nginx's own, `nginx -t`.
//!
//! ```text
//! cargo run --example fix_config                                          # the model's corrections are scripted
//! cargo run --example fix_config -- --model anthropic/claude-sonnet-4-6   # the draft is shipped, the corrections live
//! ```
//!
//! It needs nginx (`apt-get install nginx-light`) but no root, and starts no server; without nginx it says so and is done. The
//! configuration and the scripted corrections are in `examples/data/fix_config`.

#![allow(unreachable_pub, reason = "the modules of a program export to nobody but the program")]

#[path = "../shared/mod.rs"]
mod shared;

use std::{error::Error, process::ExitCode};

use repair::{
    check::{
        Check, CommandCheck,
        command::{CommandError, Messages},
    },
    prelude::*,
};

use crate::shared::{Asking, Rounds};

const DRAFT: &str = include_str!("../data/fix_config/draft.conf");
const ANSWERS: [&str; 2] = [include_str!("../data/fix_config/answer-1.conf"), include_str!("../data/fix_config/answer-2.conf")];

/// A configuration of nginx, as a model has written it.
#[derive(Clone, Debug, RepairableInput)]
struct Conf {
    text: String,
}

/// A configuration that nginx would start with.
#[derive(Clone)]
struct Accept {
    conf: Conf,
    nginx: CommandCheck,
}

// nginx stops at its first fault and has one word for all of them, so the second fault looks like the first. That must not count as
// getting nowhere.
#[repairable(input = "conf", max_attempts = 4, stall = "ignore", prompt_suffix = "\nChange nothing else in the configuration.")]
impl Op for Accept {
    type Output = String;

    async fn run(&self, cx: &Context) -> Result<String, OpError> {
        let findings = self.nginx.check(&self.conf.text, cx).await.map_err(OpError::fatal)?;
        Ok(findings.none_or(self.conf.text.clone())?)
    }
}

/// The check, in a directory of its own: that is where relative paths in the configuration lead, and the log of `-e`, which would
/// else be the system's.
fn test(nginx: &str) -> CommandCheck {
    CommandCheck::new(nginx)
        .args(["-t", "-q", "-e", "error.log", "-p", CommandCheck::DIR, "-c", "{dir}/nginx.conf"])
        .file("nginx.conf")
        .messages(Messages::Lines)
}

/// Where nginx is: not everybody's `PATH` has the directories of servers.
async fn find() -> Result<Option<&'static str>, CommandError> {
    for program in ["nginx", "/usr/sbin/nginx", "/usr/local/sbin/nginx"] {
        match CommandCheck::new(program).arg("-v").run("").await {
            Err(CommandError::NotFound { .. }) => {}
            Err(error) => return Err(error),
            Ok(_) => return Ok(Some(program)),
        }
    }
    Ok(None)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    shared::ended(run().await)
}

async fn run() -> Result<(), Box<dyn Error>> {
    let (runtime, script) = Asking::from_args()?.runtime(ANSWERS)?;
    let Some(nginx) = find().await? else {
        eprintln!("There is no nginx here to ask. Install it, on Debian with `apt-get install nginx-light`, and run this again.");
        println!("skipped: nginx is not installed");
        return Ok(());
    };
    let outcome = runtime.run(Accept { conf: Conf { text: DRAFT.to_owned() }, nginx: test(nginx) }).await;
    print!("{}", Rounds::of(&outcome.report));
    script.expect("repaired", outcome.status().code())?;
    println!("\nnginx takes it. What changed:\n");
    changes(DRAFT, &outcome.into_result()?);
    Ok(())
}

/// The lines that one text has and the other has not.
fn changes(before: &str, after: &str) {
    let without = |text: &str, line: &str| !text.lines().any(|other| other == line);
    before.lines().filter(|line| without(after, line)).for_each(|line| println!("- {}", line.trim()));
    after.lines().filter(|line| without(before, line)).for_each(|line| println!("+ {}", line.trim()));
}
