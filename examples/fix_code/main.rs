//! A function that does not compile, and then compiles and is wrong: rustc and its tests say so until they have nothing to say.
//!
//! ```text
//! cargo run --example fix_code                                          # the model's corrections are scripted
//! cargo run --example fix_code -- --model anthropic/claude-sonnet-4-6   # the draft is shipped, the corrections live
//! ```
//!
//! The function, its tests and the scripted corrections are in `examples/data/fix_code`. The tests are no part of what is
//! repaired: a model can't make them pass by changing them.
//!
//! This runs what a model has written, as you and with your rights. Time and output are bounded, files and network are not: with a
//! live model, run it in a container.

#![allow(unreachable_pub, reason = "the modules of a program export to nobody but the program")]

mod checks;
#[path = "../shared/mod.rs"]
mod shared;

use std::{error::Error, process::ExitCode, sync::Arc};

use repair::{check::Check, prelude::*};

use crate::{
    checks::Checks,
    shared::{Asking, Rounds},
};

const DRAFT: &str = include_str!("../data/fix_code/draft.rs");
const ANSWERS: [&str; 2] = [include_str!("../data/fix_code/answer-1.rs"), include_str!("../data/fix_code/answer-2.rs")];
const TESTS: &str = include_str!("../data/fix_code/tests.rs");

/// Rust, as a model has written it.
#[derive(Clone, Debug, RepairableInput)]
struct Code {
    text: String,
}

/// Code that compiles and passes its tests.
#[derive(Clone)]
struct Accept {
    code: Code,
    checks: Arc<Checks>,
}

#[repairable(
    input = "code",
    max_attempts = 4,
    prompt_suffix = "\nAnswer with the whole code, without tests and without a fence."
)]
impl Op for Accept {
    type Output = String;

    async fn run(&self, cx: &Context) -> Result<String, OpError> {
        // The tests stand behind the code, so that line numbers are those of the code.
        let source = format!("{}\n{TESTS}", self.code.text);
        for check in [&self.checks.compile, &self.checks.test] {
            // An error here is a missing rustc; what rustc has against the code are findings.
            let findings = check.check(&source, cx).await.map_err(OpError::fatal)?;
            if !findings.is_empty() {
                let prompt = format!("This Rust has to compile and to pass these tests:\n\n{TESTS}");
                return Err(Repairable::from(findings).prompt(prompt).into());
            }
        }
        Ok(self.code.text.clone())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    shared::ended(run().await)
}

async fn run() -> Result<(), Box<dyn Error>> {
    let (runtime, script) = Asking::from_args()?.runtime(ANSWERS)?;
    let checks = Arc::new(Checks::new()?);
    let outcome = runtime.run(Accept { code: Code { text: DRAFT.to_owned() }, checks }).await;
    println!("The draft:\n\n{DRAFT}");
    print!("{}", Rounds::of(&outcome.report));
    script.expect("repaired", outcome.status().code())?;
    println!("\nIt compiles and passes its tests:\n\n{}", outcome.into_result()?.trim_end());
    Ok(())
}
