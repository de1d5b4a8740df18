//! Public reports about the loop, its budgets and its accounts: for each the right value, here or where it was asserted before.
//!
//! | report | held by |
//! |---|---|
//! | R01 a truncated answer burns every retry | `r01`; `truncation::cut_again_at_the_raised_cap_the_run_stops` |
//! | R02 truncated text is pasted back | `r02`; the spellings: `providers::replies::{anthropic_stop_reasons, openai_finish_reasons}` |
//! | R03 a finished generation is asked again without the schema | `r03` |
//! | R04 no upper bound by default | `r04` |
//! | R05 unbounded recursion | `r05` |
//! | R06 only a global limit | `r06`; `attempts::calls_stay_under_one_cap_whatever_the_attempts_and_retries` |
//! | R07 the same failure until the wall clock | `r07`; `ladder::{an_answer_that_differs_in_spaces_alone_is_no_progress, going_round_in_a_circle_stops}` |
//! | R08 the budget leaks between runs, 0 is the default | `r08`; `attempts::zero_attempts_mean_no_repair_at_all` |
//! | R09 the error never reaches the model | `r09` |
//! | R10 a byte-identical request | `r10`; `prompts::no_two_requests_are_equal_and_the_system_text_is_fixed` |
//! | R11 the repair request is illegal | `r11`; bodies: `providers::requests` |
//! | R13 one timeout, two meanings | `r13`; `transport::{a_call_that_hangs_times_out_and_the_deadline_clips_it, a_wait_past_the_deadline_stops_at_once}` |
//! | R14 retries or attempts | `r14` |
//! | R15, R28, R29, R30, R32, R34 | elsewhere: `budgets`, `rates`, `records`, `nesting::commit_runs_once_for_the_accepted_run` |
//! | R17 the wrong kind of failure changes the strategy | `r17` |
//! | R18 the knob does nothing on one path | `r18` |
//! | R19 a structured error flattened | `r19` |
//! | R20 two APIs, two errors | `r20` |
//! | R21 `last_attempt` lies | `r21` |
//! | R23 the fallback model is not used for a bad answer | `r23`; `ladder::another_model_is_asked_on_its_rung` |
//! | R24 the old answer is validated | `r24` |
//! | R26 the whole object for one field | `r26`; `patch::one_row_of_forty_is_asked_for_and_the_others_stay` |
//! | R27 a bad answer is cached | `r27` |

use std::{error::Error, time::Duration};

use repair::{
    Context, Finding, Findings, Op, OpError, RepairError, RunOptions, Runtime, Stall, Status,
    config::{Ladder, MoveOn, Rung},
    machine::Effect,
    model::{CallLimits, LanguageModel},
    testing::{ScriptedModel, TestClock},
    wire::{Answer, CallFailure, FailureKind, Request},
};
use serde_json::{Value, json};

use super::tickets::Route;
use crate::support::{Bench, WantsDigit, WantsGood};

const P1: &str = r#"{"id": "T-1", "priority": "P1", "summary": "Pump leaks"}"#;

fn ladder(steps: &[&str]) -> RunOptions {
    let ladder = Ladder::parse(steps).unwrap();
    RunOptions::new().configure(move |config| config.ladder(ladder.clone()))
}

fn object(properties: Value) -> Value {
    let required: Vec<String> = properties.as_object().unwrap().keys().cloned().collect();
    json!({"type": "object", "properties": properties, "required": required})
}

fn parse(text: &str, schema: Value, bench: &Bench, options: RunOptions) -> Result<Value, RepairError> {
    repair::parse_value(text, schema).options(options).run_blocking(&bench.runtime)
}

#[test]
fn r01_a_truncated_answer_is_asked_again_once_with_a_higher_cap_and_is_no_attempt() {
    let cut = r#"{"title":"Lease","sections":[{"h":"Par"#;
    let bench = Bench::new(ScriptedModel::new().truncated(cut).truncated(cut).truncated(cut));
    let schema = object(json!({"title": {"type": "string"}, "sections": {"type": "array"}}));
    let error = parse("a lease", schema, &bench, RunOptions::new()).unwrap_err();
    assert_eq!((error.status(), error.report().attempts().len()), (Status::Truncated, 0));
    let caps: Vec<u32> = bench.model.requests().iter().map(|request| request.max_tokens).collect();
    assert_eq!(caps, [2048, 8192], "the script's third answer is never asked for");
}

#[test]
fn r02_truncated_text_is_not_pasted_back() {
    let bench = Bench::new(ScriptedModel::new().truncated(r#"{"a":"xxxxxxxx"#).answer("nope").answer(r#"{"a": 1}"#));
    let options = RunOptions::new().configure(|config| config.max_tokens(8));
    parse("{", object(json!({"a": {"type": "integer"}})), &bench, options).unwrap();
    let prompts = bench.prompts();
    assert_eq!(prompts[0], prompts[1]);
    assert!(prompts.iter().all(|prompt| !prompt.contains("xxxx")), "{prompts:?}");
    assert!(prompts[2].len() < prompts[0].len() + 500, "{}", prompts[2]);
}

/// No looser mode: what follows an answer is a planned step, with what was wrong with it, and under the same schema.
#[test]
fn r03_an_answer_that_can_not_be_read_is_no_reason_to_generate_it_again() {
    let long = format!(r#"{{"summary":"{}"#, "long ".repeat(4_000));
    let bench = Bench::new(ScriptedModel::new().answer(long).answer(r#"{"summary": "short", "pages": 1}"#));
    let outcome = bench.run_with(SummaryOp::new("no JSON"), RunOptions::new());
    assert_eq!((outcome.report.attempts().len(), outcome.report.calls().len()), (2, 2));
    let requests = bench.model.requests();
    assert!(requests.iter().all(|request| request.schema.is_some()));
    assert!(requests[1].prompt.contains("last_answer_rejected") || requests[1].prompt.contains("findings"));
    assert_ne!(requests[0].prompt, requests[1].prompt);
}

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema, repair::RepairableInput)]
struct Summary {
    summary: String,
    pages: u32,
}

#[derive(Clone)]
struct SummaryOp {
    raw: repair::Raw<Summary>,
}

impl SummaryOp {
    fn new(text: &str) -> Self {
        Self { raw: repair::Raw::new(text) }
    }
}

#[repair::repairable(input = "raw")]
impl Op for SummaryOp {
    type Output = Summary;
    async fn run(&self, _: &Context) -> Result<Summary, OpError> {
        Ok(self.raw.parse()?)
    }
}

#[test]
fn r04_a_bool_in_quotes_costs_no_call_and_a_hopeless_one_ends_by_default() {
    let schema = object(json!({"ok": {"type": "boolean"}}));
    let bench = Bench::new(ScriptedModel::new());
    assert_eq!(parse(r#"{"ok":"true"}"#, schema.clone(), &bench, RunOptions::new()).unwrap(), json!({"ok": true}));
    let bench = Bench::new(ScriptedModel::new().answers([r#"{"ok":"perhaps"}"#; 50]));
    let error = parse(r#"{"ok":"maybe"}"#, schema, &bench, RunOptions::new()).unwrap_err();
    assert!(matches!(error.status(), Status::NotConverging | Status::Exhausted), "{error}");
    assert!(bench.model.requests().len() <= 3);
}

#[test]
fn r05_a_field_that_never_comes_ends_the_run_with_every_attempt_in_the_error() {
    let schema = || object(json!({"name": {"type": "string"}, "price": {"type": "number"}}));
    let kettle = r#"{"name":"kettle"}"#;
    let many = |n: usize| ScriptedModel::new().answers(vec![kettle; n]);
    let bench = Bench::new(many(100));
    let options = RunOptions::new().configure(|config| config.max_attempts(100).max_calls(1000));
    let error = parse(kettle, schema(), &bench, options).unwrap_err();
    assert_eq!(error.status(), Status::NotConverging);
    assert!(error.report().attempts().len() <= 5, "one for each rung, and one that shows nothing moves: {error}");

    let bench = Bench::new(many(5000));
    let options =
        RunOptions::new().max_calls(9999).configure(|config| config.max_attempts(3000).max_calls(9999).stall(Stall::Ignore));
    let error = parse(kettle, schema(), &bench, options).unwrap_err();
    assert_eq!((error.status(), error.report().attempts().len()), (Status::Exhausted, 3000), "a loop and no recursion");
}

#[test]
fn r06_failures_in_a_row_have_a_cap_of_their_own_within_the_cap_of_calls() {
    let schema = || object(json!({"total": {"type": "integer"}}));
    for (attempts, calls, status, sent) in [(3, 100, Status::Exhausted, 3), (100, 3, Status::BudgetExceeded, 3)] {
        let bench = Bench::new(ScriptedModel::new().answers([r#"{"total":"n/a"}"#; 100]));
        let options =
            RunOptions::new().configure(move |config| config.max_attempts(attempts).max_calls(calls).stall(Stall::Ignore));
        let error = parse(r#"{"total":"n/a"}"#, schema(), &bench, options).unwrap_err();
        assert_eq!((error.status(), bench.model.requests().len()), (status, sent));
        assert!(error.to_string().contains("after 3 attempts, 3 calls"), "both are reported: {error}");
    }
}

#[test]
fn r07_the_same_place_and_rule_in_other_words_is_no_progress() {
    let bench = Bench::new(ScriptedModel::new().answers((0..9).map(|n| format!(r#"{{"date": "day {n}"}}"#))));
    let check = |value: &Value| {
        Findings::from(
            Finding::at("/date").rule("iso").expected(format!("a date, not {}", value["date"])).received(&value["date"]),
        )
    };
    let parse =
        repair::parse_value(r#"{"date": "some day"}"#, json!({"type": "object"})).check(check).options(ladder(&["patch"]));
    let error = parse.run_blocking(&bench.runtime).unwrap_err();
    assert_eq!((error.status(), bench.model.requests().len()), (Status::NotConverging, 1));
}

#[test]
fn r08_a_budget_belongs_to_a_run_and_zero_is_zero() {
    let bench = Bench::new(ScriptedModel::new().answers(["a", "good", "b", "good", "c", "d"]));
    let op = WantsGood::new("bad");
    let with = |attempts| RunOptions::new().configure(move |config| config.max_attempts(attempts));
    for _ in 0..2 {
        let outcome = bench.run_with(op.clone(), with(2));
        assert_eq!((outcome.status(), outcome.report.attempts().len()), (Status::Repaired, 2));
    }
    let none = bench.run_with(op.clone(), with(0)).into_result().unwrap_err();
    assert_eq!((none.status(), none.report().calls().len()), (Status::NotRepairable, 0));
    let error = bench.run_with(op, with(2)).into_result().unwrap_err();
    assert_eq!((error.status(), error.report().attempts().len()), (Status::Exhausted, 2), "an error with all attempts");
}

#[test]
fn r09_each_finding_reaches_the_model() {
    for rung in ["patch", "whole"] {
        let bench = Bench::new(ScriptedModel::new().answers([r#"{"size": "L", "n": 1}"#]));
        let schema = object(json!({"size": {"enum": ["S", "L"]}, "n": {"type": "integer"}}));
        parse(r#"{"size":"Enormous","n":"x"}"#, schema, &bench, ladder(&[rung])).unwrap();
        let prompt = &bench.prompts()[0];
        for part in [r#""path": "/size""#, r#""path": "/n""#, r#""received": "Enormous""#, r#""received": "x""#] {
            assert!(prompt.contains(part), "{rung}: {part} in {prompt}");
        }
    }
}

#[test]
fn r10_no_request_is_sent_twice_whatever_prose_comes_back() {
    let prose = "I would be happy to help with that.";
    let bench = Bench::new(ScriptedModel::new().answers([prose; 20]));
    let options = RunOptions::new().configure(|config| config.max_attempts(20).max_calls(20).stall(Stall::Ignore));
    let error = bench.run_with(Route::new(P1), options).into_result().unwrap_err();
    let requests = bench.model.requests();
    assert_eq!((error.status(), requests.len()), (Status::Exhausted, 20));
    for (n, request) in requests.iter().enumerate() {
        assert!(requests[n + 1..].iter().all(|other| other != request), "request {n}");
        assert_eq!(request.prompt.contains(prose), n > 0, "what came instead is said");
    }
}

/// A request is one system turn and one user turn, so there is no history to build wrong; a 400 is an end like another.
#[test]
fn r11_a_request_that_is_turned_down_keeps_the_findings() {
    let bench = Bench::new(ScriptedModel::new().fail(FailureKind::BadRequest));
    let error = bench.run(Route::new(P1)).into_result().unwrap_err();
    assert_eq!((error.status(), error.call_failure().unwrap().kind), (Status::ModelFailed, FailureKind::BadRequest));
    let findings = error.first_op_error().unwrap().repairable().unwrap().findings();
    assert_eq!(findings.iter().map(|finding| &*finding.path).collect::<Vec<_>>(), ["/priority"]);
}

/// Takes 2.6 seconds for each answer.
struct Slow(ScriptedModel, TestClock);

#[repair::model::async_trait]
impl LanguageModel for Slow {
    fn provider(&self) -> &str {
        "slow"
    }
    async fn complete(&self, request: &Request, limits: CallLimits) -> Result<Answer, CallFailure> {
        self.1.advance(Duration::from_millis(2600));
        self.0.complete(request, limits).await
    }
}

#[test]
fn r13_a_call_s_timeout_is_not_the_run_s_deadline() {
    let run = |options: RunOptions| {
        let (clock, log) = (TestClock::new(), repair::log::MemoryLog::new());
        let model = Slow(ScriptedModel::new().answers(["a", "b", "c", "d"]), clock.clone());
        let runtime =
            Runtime::builder().model(model).clock(std::sync::Arc::new(clock)).sink(std::sync::Arc::new(log.clone())).build();
        let status = runtime.run_blocking_with(WantsGood::new("bad"), options).status();
        let timeouts = log.entries().into_iter().flat_map(|entry| entry.then).filter_map(|effect| match effect {
            Effect::Call { timeout, .. } => Some(timeout.as_millis()),
            _ => None,
        });
        (status, timeouts.collect::<Vec<_>>())
    };
    let five = Duration::from_secs(5);
    let timeout = RunOptions::new().configure(move |config| config.call_timeout(five));
    assert_eq!(run(timeout), (Status::Exhausted, vec![5000; 3]), "7.8 s in all, and no call over 5");
    let deadline = RunOptions::new().configure(move |config| config.call_timeout(Duration::from_secs(120)).deadline(five));
    assert_eq!(run(deadline), (Status::DeadlineExceeded, vec![5000, 2400]), "clipped, and none begins after it");
}

/// | max_attempts | calls | runs |
/// |---|---|---|
/// | n | n | n + 1 |
#[test]
fn r14_attempts_are_answers_and_runs_are_one_more() {
    for n in 0..5_u32 {
        let bench = Bench::new(ScriptedModel::new().answers((0..9).map(|n| format!("bad {n}"))));
        let options = RunOptions::new().configure(move |config| config.max_attempts(n));
        let error = bench.run_with(WantsGood::new("bad"), options).into_result().unwrap_err();
        assert_eq!((bench.model.requests().len(), error.report().runs()), (n as usize, n + 1));
    }
}

#[test]
fn r17_a_wrong_value_in_good_form_is_patched_and_the_first_error_is_the_one_reported() {
    let schema = || object(json!({"label": {"enum": ["POS", "NEG"]}, "why": {"type": "string"}}));
    let bench = Bench::new(ScriptedModel::new().answers([r#"{"label": "MIXED"}"#]));
    let error = parse(r#"{"label": "NEUTRAL", "why": "so"}"#, schema(), &bench, ladder(&["mend", "patch"])).unwrap_err();
    assert_eq!(error.report().calls()[0].rung, Rung::Patch);
    assert!(error.first_op_error().unwrap().to_string().contains("NEUTRAL"));
    assert!(!error.to_string().contains("syntax"), "{error}");
    let bench = Bench::new(ScriptedModel::new());
    assert!(parse(r#"{"label": "POS", "why": "so",}"#, schema(), &bench, RunOptions::new()).is_ok(), "bad form is mended");
}

#[test]
fn r18_attempts_count_on_every_rung_and_model() {
    let good = [
        ("patch", r#"{"priority": "low"}"#),
        ("reread", r#"{"priority": "low"}"#),
        ("simplified", r#"{"priority": "low"}"#),
        ("whole", r#"{"id": "T-1", "priority": "low", "summary": "Pump leaks"}"#),
    ];
    for (rung, good) in good {
        for model in ["", "@strong/large"] {
            let strong = ScriptedModel::new().named("strong").answers(["no", good]);
            let runtime = Runtime::builder().model(ScriptedModel::new().answers(["no", good])).model(strong).build();
            let options = ladder(&[&format!("{rung}{model}")]).source("Priority low.");
            let options = options.configure(|config| config.max_attempts(2).stall(Stall::Ignore));
            let outcome = runtime.run_blocking_with(Route::new(P1), options);
            assert_eq!((outcome.status(), outcome.report.attempts().len()), (Status::Repaired, 2), "{rung}{model}");
        }
    }
}

/// Runs another op inside.
#[derive(Clone)]
struct Outer<O>(O);

impl<O: Op + Clone> Op for Outer<O> {
    type Output = O::Output;
    async fn run(&self, cx: &Context) -> Result<O::Output, OpError> {
        Ok(cx.run(self.0.clone()).await.into_result()?)
    }
}

#[test]
fn r19_findings_answer_and_usage_come_through_every_wrapper() {
    let answer = Answer::new(r#"{"customer":"Ana"}"#).usage(100, 20);
    let bench = Bench::new((0..3).fold(ScriptedModel::new(), |model, _| model.then(answer.clone())));
    let error = bench.run(Outer(Outer(Route::new(P1)))).into_result().unwrap_err();
    let mut chain: Vec<&RepairError> = Vec::new();
    let mut next: Option<&(dyn Error + 'static)> = Some(&error);
    while let Some(error) = next {
        chain.extend(error.downcast_ref::<RepairError>());
        next = error.source();
    }
    let inner = chain.last().unwrap();
    assert_eq!(inner.report().attempts()[0].answer, r#"{"customer":"Ana"}"#);
    assert_eq!(inner.report().usage().output_tokens, Some(60));
    assert!(inner.op_error().unwrap().repairable().unwrap().findings().iter().any(|finding| finding.path == "/priority"));
}

/// There is no streaming: the entry points are an op, the one line, the one line over a schema, each blocking or not.
#[test]
fn r20_every_entry_point_gives_the_same_error() {
    let cut = || Bench::new(ScriptedModel::new().truncated(r#"{"summary":"#).truncated(r#"{"summary":"#));
    let told = |error: &RepairError| {
        let calls = error.report().calls();
        let last = calls[1].answer.clone().unwrap();
        (error.status(), calls.len(), last.text, last.finish, error.report().usage(), error.first_op_error().is_some())
    };
    let executor = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let text = "no JSON";
    let schema = object(json!({"summary": {"type": "string"}, "pages": {"type": "integer"}}));
    let errors = [
        cut().run(SummaryOp::new(text)).into_result().map(drop).unwrap_err(),
        executor.block_on(cut().runtime.run(SummaryOp::new(text))).into_result().map(drop).unwrap_err(),
        repair::parse::<Summary>(text).run_blocking(&cut().runtime).map(drop).unwrap_err(),
        executor.block_on(repair::parse::<Summary>(text).run(&cut().runtime)).map(drop).unwrap_err(),
        repair::parse_value(text, schema.clone()).run_blocking(&cut().runtime).map(drop).unwrap_err(),
        executor.block_on(repair::parse_value(text, schema).outcome(&cut().runtime)).into_result().map(drop).unwrap_err(),
    ];
    for error in &errors {
        assert_eq!(told(error), told(&errors[0]), "{error}");
        assert_eq!(error.status(), Status::Truncated);
    }
}

/// There are no planners yet, and nothing is told that an attempt is the last: what is told is the round, and it is right.
#[test]
fn r21_a_request_says_which_round_it_is() {
    let bench = Bench::new(ScriptedModel::new().answers([r#"{"priority": "P2"}"#, "prose", r#"{"priority": "P4"}"#]));
    let error = bench.run(Route::new(P1)).into_result().unwrap_err();
    assert_eq!(error.status(), Status::Exhausted);
    for (n, prompt) in (1..).zip(bench.prompts()) {
        assert!(prompt.contains(&format!("\"round\": {n},")) && !prompt.contains("last attempt"), "{prompt}");
    }
}

#[test]
fn r23_a_bad_answer_is_a_reason_to_ask_another_model_and_each_reason_can_be_turned_off() {
    type Case = (fn() -> ScriptedModel, fn(MoveOn) -> MoveOn);
    let cases: [Case; 4] = [
        (|| ScriptedModel::new().answer(r#"{"priority": "P2"}"#), |on| on.no_progress(false)),
        (|| ScriptedModel::new().answers(["", ""]), |on| on.no_progress(false)),
        (|| ScriptedModel::new().refused("no"), |on| on.refused(false)),
        (|| ScriptedModel::new().truncated("").truncated(""), |on| on.truncated(false)),
    ];
    for (n, (weak, off)) in cases.into_iter().enumerate() {
        for is_on in [true, false] {
            let strong = ScriptedModel::new().named("strong").answer(r#"{"priority": "low"}"#);
            let runtime = Runtime::builder().model(weak()).model(strong.clone()).build();
            let on = MoveOn::default().truncated(true);
            let switches = if is_on { on } else { off(on) };
            let options = ladder(&["patch", "patch@strong/large"]).configure(move |config| config.move_on(switches));
            let status = runtime.run_blocking_with(Route::new(P1), options).status();
            assert_eq!((status.is_success(), strong.requests().len()), (is_on, usize::from(is_on)), "case {n}: {status}");
        }
    }
}

#[test]
fn r24_each_answer_is_checked_itself() {
    let bench = Bench::new(ScriptedModel::new().answers(["worse", "good"]));
    let op = WantsGood::new("bad");
    let seen = op.seen.clone();
    assert_eq!(bench.run(op).status(), Status::Repaired);
    assert_eq!((seen.all(), bench.model.requests().len()), (vec!["bad".into(), "worse".into(), "good".into()], 2));
}

#[test]
fn r26_a_whole_answer_that_alters_another_row_is_put_right_and_its_cost_is_known() {
    let rows: Vec<Value> = (0..40).map(|n| json!({"name": format!("row {n}"), "qty": n})).collect();
    let right = json!({ "rows": rows });
    let (mut given, mut answer) = (right.clone(), right.clone());
    given["rows"][17]["qty"] = json!("several");
    answer["rows"][3]["name"] = json!("Row three");
    let schema = json!({"type": "object", "properties": {"rows": {"type": "array", "items": {"type": "object",
        "properties": {"name": {"type": "string"}, "qty": {"type": "integer"}}}}}});
    let bench = Bench::new(ScriptedModel::new().then(Answer::new(answer.to_string()).usage(1500, 1200)));
    let executor = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let parse = repair::parse_value(given.to_string(), schema).options(ladder(&["whole"]));
    let outcome = executor.block_on(parse.outcome(&bench.runtime));
    assert_eq!(outcome.report.restored(), ["/rows/3/name"]);
    assert_eq!(outcome.report.usage().output_tokens, Some(1200));
    assert_eq!(outcome.into_result().unwrap(), right);
}

/// There is no cache: a run asks again, and nothing of an earlier run answers.
#[test]
fn r27_a_bad_answer_is_not_kept_for_the_next_run() {
    let bench = Bench::new(ScriptedModel::new().answers(["{}", "[]", "7", "8"]));
    let first = bench.run(WantsDigit::new("x")).into_result();
    assert!(first.is_ok());
    assert_eq!(bench.run(WantsDigit::new("x")).into_result().unwrap(), 8);
    assert_eq!(bench.model.requests().len(), 4);
}
