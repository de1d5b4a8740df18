//! What `#[repairable(..)]` says arrives in the `RepairConfig`.

use std::sync::{Arc, Mutex};

use repair::{
    Context, Op, OpError, Raw, RepairConfig, RunOptions, Runtime, Stall, Status,
    config::{Drift, Grounding, Ladder, LadderStep, Mode, OnExhausted, Rung},
    mend::Risk,
    repairable,
    testing::ScriptedModel,
};

/// The configuration that a run of the op has.
fn config_of<O: Op>(op: fn(Raw<u32>) -> O) -> RepairConfig {
    let seen = Arc::new(Mutex::new(None));
    let options = RunOptions::new().configure({
        let seen = Arc::clone(&seen);
        move |config| {
            *seen.lock().unwrap() = Some(config.clone());
            config.max_attempts(0)
        }
    });
    let outcome = Runtime::builder().build().run_blocking_with(op(Raw::new("many")), options);
    assert_eq!(outcome.status(), Status::NotRepairable);
    let config = seen.lock().unwrap().take();
    config.expect("the run asks for its configuration")
}

macro_rules! op {
    ($name:ident, $($options:tt)*) => {
        #[derive(Clone)]
        struct $name(Raw<u32>);

        #[repairable(input = "0", $($options)*)]
        impl Op for $name {
            type Output = u32;

            async fn run(&self, _: &Context) -> Result<u32, OpError> {
                Ok(self.0.parse()?)
            }

            async fn run_relaxed(&self, _: &Context) -> Result<u32, OpError> {
                Ok(self.0.as_str().len().try_into()?)
            }
        }
    };
}

op!(Plain, max_attempts = 3);
op!(
    Quoted,
    max_calls = 6,
    max_tokens = 100,
    allow = "exact",
    stall = "ignore",
    drift = "reject",
    grounding = "agree",
    mode = "observe",
    on_exhausted = "degrade",
    ladder = ["mend", "read", "patch", "reread", "simplified", "whole", "patch@anthropic/claude-opus-4-6"]
);
op!(
    Unquoted,
    max_calls = CALLS,
    allow = loss,
    drift = off,
    grounding = flag,
    mode = repair,
    on_exhausted = fail,
    ladder = [mend, whole]
);
op!(Defaults, drift = "restore", grounding = "require", mode = "repair", on_exhausted = "fail", stall = "stop", allow = "guess");
op!(Off, grounding = "off");

const CALLS: u32 = 5;

#[test]
fn what_is_left_out_or_says_the_default_is_the_default() {
    assert_eq!(config_of(Plain), RepairConfig::default());
    assert_eq!(config_of(Defaults), RepairConfig::default());
}

#[test]
fn every_option_arrives() {
    let ladder = ["mend", "read", "patch", "reread", "simplified", "whole", "patch@anthropic/claude-opus-4-6"];
    let expected = RepairConfig::default()
        .max_calls(6)
        .max_tokens(100)
        .allow(Risk::Exact)
        .stall(Stall::Ignore)
        .drift(Drift::Reject)
        .grounding(Grounding::Agree)
        .mode(Mode::Observe)
        .on_exhausted(OnExhausted::Degrade)
        .ladder(Ladder::parse(ladder).unwrap());
    assert_eq!(config_of(Quoted), expected);
    assert_eq!(config_of(Off), RepairConfig::default().grounding(Grounding::Off));
}

#[test]
fn words_need_no_quotes_and_numbers_may_be_constants() {
    let steps = [Rung::Mend, Rung::Whole].map(|rung| LadderStep { rung, model: None });
    let expected = RepairConfig::default()
        .max_calls(5)
        .allow(Risk::Loss)
        .drift(Drift::Off)
        .grounding(Grounding::Flag)
        .ladder(steps.into_iter().collect());
    assert_eq!(config_of(Unquoted), expected);
}

op!(Claude, ladder = ["whole@claude/claude-opus-4-6", "whole@local/org/small"]);

#[test]
fn a_ladder_names_models_as_it_does_elsewhere() {
    let parsed = Ladder::parse(["whole@claude/claude-opus-4-6", "whole@local/org/small"]).unwrap();
    assert_eq!(config_of(Claude).ladder, parsed);
    let models: Vec<String> = parsed.steps().iter().map(ToString::to_string).collect();
    assert_eq!(models, ["whole@anthropic/claude-opus-4-6", "whole@local/org/small"]);
}

macro_rules! rungs {
    ($name:ident, $($rung:literal),*) => { op!($name, ladder = [$($rung),*]); };
}

rungs!(FromMacro, "mend", "patch@openai/gpt-5");

#[test]
fn a_ladder_may_come_from_a_macro() {
    assert_eq!(config_of(FromMacro).ladder, Ladder::parse(["mend", "patch@openai/gpt-5"]).unwrap());
}

op!(Relaxed, on_exhausted = "degrade", max_attempts = 1);

#[test]
fn the_relaxed_check_runs_when_all_was_tried() {
    let runtime = Runtime::builder().model(ScriptedModel::new().answer(r#""more""#)).build();
    let outcome = runtime.run_blocking(Relaxed(Raw::new("many")));
    assert_eq!(outcome.status(), Status::Degraded);
}

/// The macro can't ask the core for its rungs.
#[test]
fn the_macro_knows_the_rungs_there_are() {
    let unknown = Ladder::parse(["guess"]).unwrap_err().to_string();
    let (_, rungs) = unknown.split_once("; ").unwrap();
    assert!(include_str!("../../ui/repairable/ladder_unknown_rung.stderr").contains(&format!("`guess` is no rung; {rungs}\n")));
}
