use repair::{
    Context, Finding, Op, OpError, Raw, RepairableInput, RunOptions, Status, machine::EventKind, mend::Risk, repairable,
    testing::ScriptedModel,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::support::{Bench, Seen, Sum};

#[test]
fn what_can_be_mended_is_mended_without_a_call() {
    let bench = Bench::new(ScriptedModel::new());
    let outcome = bench.run(Sum::new("Here you are:\n```json\n[1, 2, 3,] // all\n```"));
    assert_eq!(outcome.status(), Status::Repaired);
    assert_eq!((outcome.report.attempts().len(), outcome.report.calls().len(), outcome.report.runs()), (0, 0, 2));
    assert_eq!(outcome.into_result().unwrap(), 6);
}

#[test]
fn the_edits_are_in_the_log_and_made_again_they_give_what_was_run() {
    let text = "[1, '2', 3,]";
    let (bench, log) = Bench::logged(ScriptedModel::new());
    assert_eq!(bench.run(Sum::new(text)).into_result().unwrap(), 6);
    let mended = log.entries().into_iter().find_map(|entry| match entry.event.kind {
        EventKind::Mended { shown, edits, .. } => Some((shown, edits)),
        _ => None,
    });
    let (shown, edits) = mended.unwrap();
    assert_eq!(repair::mend::replay(text, &edits), shown);
    assert_eq!(shown, "[1, 2, 3]");
    assert!(edits.iter().all(|edit| edit.risk == Risk::Exact), "{edits:?}");
}

#[test]
fn a_loss_is_made_only_where_it_is_allowed() {
    let cut = "[1, 2, \"3";
    let bench = Bench::new(ScriptedModel::new().answer("[1, 2, 3]"));
    let outcome = bench.run(Sum::new(cut));
    assert_eq!((outcome.status(), outcome.report.calls().len()), (Status::Repaired, 1));
    let reason = outcome.report.entries().iter().find_map(|entry| match &entry.event.kind {
        EventKind::NothingToMend { reason, .. } => reason.clone(),
        _ => None,
    });
    assert!(reason.unwrap().starts_with("too_risky"));

    let bench = Bench::new(ScriptedModel::new());
    let options = RunOptions::new().configure(|config| config.allow(Risk::Loss));
    assert_eq!(bench.run_with(Sum::new(cut), options).report.calls().len(), 0);
}

#[test]
fn a_guess_that_does_not_satisfy_the_type_is_not_kept() {
    let bench = Bench::new(ScriptedModel::new().answer("[7]"));
    let outcome = bench.run(Sum::new("[{\"a\": \"b\"c\"}, 1"));
    assert_eq!(outcome.report.calls().len(), 1);
    assert_eq!(outcome.into_result().unwrap(), 7);
}

#[test]
fn an_answer_is_mended_before_it_is_read_and_the_edits_are_logged() {
    let (bench, log) = Bench::logged(ScriptedModel::new().answer("Sure: [1, 2,]"));
    assert_eq!(bench.run(Sum::new("one and then two")).into_result().unwrap(), 3);
    let edits = log.entries().into_iter().find_map(|entry| match entry.event.kind {
        EventKind::Decoded { edits, .. } => Some(edits),
        _ => None,
    });
    assert!(edits.unwrap().len() >= 2);
}

/// Text with JSON in it, of which the op knows more than a type says.
#[derive(Clone, Debug, RepairableInput)]
#[repair(text, mend = "json")]
struct Settings {
    text: String,
}

#[derive(Clone)]
struct Load {
    settings: Settings,
    seen: Seen,
}

#[repairable(input = "settings", max_attempts = 1, allow = "exact")]
impl Op for Load {
    type Output = u64;
    async fn run(&self, _: &Context) -> Result<u64, OpError> {
        self.seen.push(&self.settings.text);
        let value: serde_json::Value = serde_json::from_str(&self.settings.text)
            .map_err(|error| repair::Findings::from(Finding::whole().rule("syntax").hint(error.to_string())))?;
        value["port"].as_u64().ok_or_else(|| Finding::at("/port").expected("a port").into())
    }
}

#[test]
fn a_text_may_name_the_format_inside_it() {
    let op = Load { settings: Settings { text: "{port: 80, 'host': \"a\"} // dev".into() }, seen: Seen::default() };
    let seen = op.seen.clone();
    let outcome = Bench::new(ScriptedModel::new()).run(op);
    assert_eq!((outcome.status(), outcome.report.calls().len()), (Status::Repaired, 0));
    assert_eq!(seen.all(), ["{port: 80, 'host': \"a\"} // dev", "{\"port\": 80, \"host\": \"a\"}"]);
}

#[test]
fn the_attribute_bounds_the_risk() {
    // A missing closer is a guess, which this op does not allow.
    let op = Load { settings: Settings { text: "{\"port\": 80".into() }, seen: Seen::default() };
    let outcome = Bench::new(ScriptedModel::new().answer("{\"port\": 80}")).run(op);
    assert_eq!((outcome.status(), outcome.report.calls().len()), (Status::Repaired, 1));
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
#[repair(xml)]
struct Note {
    title: String,
    pages: u32,
}

#[derive(Clone)]
struct Read {
    raw: Raw<Note>,
}

#[repairable(input = "raw")]
impl Op for Read {
    type Output = Note;
    async fn run(&self, _: &Context) -> Result<Note, OpError> {
        Ok(self.raw.parse()?)
    }
}

#[test]
fn xml_is_mended_by_its_own_rules() {
    let bench = Bench::new(ScriptedModel::new());
    let text = "Here:\n```xml\n<note><title>cd a && ls</title><pages>3</pages></note>\n```";
    let note = bench.run(Read { raw: Raw::new(text) }).into_result().unwrap();
    assert_eq!(note, Note { title: "cd a && ls".into(), pages: 3 });
}
