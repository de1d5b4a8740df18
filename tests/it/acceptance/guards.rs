//! Valid is not enough: what may change, and what a new value must be found in.

use repair::{
    Context, Finding, Op, OpError, RunOptions, Status,
    config::{Drift, Grounding, Ladder, Mode, OnExhausted, Rung},
    machine::{Effect, MoveReason, Note},
    repairable,
    testing::ScriptedModel,
};
use serde_json::json;

use super::tickets::{Priority, Route, Ticket, URGENT};
use crate::support::Bench;

fn steps(steps: &[&str]) -> RunOptions {
    let ladder = Ladder::parse(steps).unwrap();
    RunOptions::new().configure(move |config| config.ladder(ladder.clone()))
}

const LOWERED: &str = r#"{"priority": "low", "escalation_contact": "bob@example.org"}"#;

#[test]
fn a_whole_answer_with_a_lower_priority_and_lost_fields_is_restored() {
    let bench = Bench::new(ScriptedModel::new().answer(LOWERED));
    let outcome = bench.run_with(Route::new(URGENT), steps(&["whole"]));
    assert_eq!(outcome.status(), Status::Repaired);
    let restored = outcome.report.restored().to_vec();
    let (ticket, text) = outcome.into_result().unwrap();
    assert_eq!((ticket.priority, ticket.id.as_str(), ticket.summary.as_str()), (Priority::Urgent, "T-1", "Pump leaks"));
    assert_eq!(ticket.escalation_contact.as_deref(), Some("bob@example.org"));
    assert!(text.starts_with(&URGENT[..URGENT.len() - 1]), "every other byte is as it was: {text}");
    assert!(restored.contains(&"/priority".to_owned()) && restored.contains(&"/summary".to_owned()), "{restored:?}");
}

#[test]
fn an_answer_that_satisfies_the_op_by_lowering_the_priority_never_passes() {
    let lowered = r#"{"id": "T-1", "priority": "low", "summary": "Pump leaks", "email": "ada@example.org", "hours": 2}"#;
    for (drift, status) in [(Drift::Restore, Status::NotConverging), (Drift::Reject, Status::Drifted)] {
        let bench = Bench::new(ScriptedModel::new().answers([lowered, lowered, lowered]));
        let options = steps(&["whole"]).configure(move |config| config.drift(drift));
        let error = bench.run_with(Route::new(URGENT), options).into_result().unwrap_err();
        assert_eq!(error.status(), status);
        assert_eq!(error.report().runs(), if drift == Drift::Restore { 2 } else { 1 });
    }
    let bench = Bench::new(ScriptedModel::new().answer(lowered));
    let options = steps(&["whole"]).configure(|config| config.drift(Drift::Off));
    assert_eq!(bench.run_with(Route::new(URGENT), options).into_result().unwrap().0.priority, Priority::Low);
}

/// The same over a value of the type itself, which has no text of its own.
#[derive(Clone)]
struct RouteTicket {
    ticket: Ticket,
}

#[repairable(input = "ticket")]
impl Op for RouteTicket {
    type Output = Ticket;
    async fn run(&self, _: &Context) -> Result<Ticket, OpError> {
        if self.ticket.priority == Priority::Urgent && self.ticket.escalation_contact.is_none() {
            return Err(Finding::at("/escalation_contact").rule("contact").expected("an e-mail address").into());
        }
        Ok(self.ticket.clone())
    }
}

#[test]
fn an_answer_that_drops_fields_of_a_typed_input_never_passes() {
    let ticket: Ticket = serde_json::from_str(URGENT).unwrap();
    let lowered = r#"{"id": "T-9", "priority": "low", "summary": "Pump"}"#;
    let with_contact = r#"{"id": "T-9", "priority": "low", "summary": "Pump", "escalation_contact": "bob@example.org"}"#;
    let bench = Bench::new(ScriptedModel::new().answers([lowered, with_contact]));
    let repaired = bench.run_with(RouteTicket { ticket: ticket.clone() }, steps(&["whole", "whole"])).into_result().unwrap();
    assert_eq!(repaired, Ticket { escalation_contact: Some("bob@example.org".into()), ..ticket });
    assert_eq!(bench.model.requests().len(), 2, "the first answer satisfied the op only by what it dropped");
}

#[test]
fn a_finding_may_open_further_places() {
    let lowered = r#"{"id": "T-1", "priority": "low", "summary": "Pump leaks", "email": "ada@example.org", "hours": 2}"#;
    let schema = json!({"type": "object"});
    let check = |value: &serde_json::Value| {
        let broken = value["priority"] == "urgent" && value.get("escalation_contact").is_none();
        let finding = || repair::Finding::at("/escalation_contact").rule("contact").expected("an address").also(["/priority"]);
        broken.then(finding).into_iter().collect()
    };
    let bench = Bench::new(ScriptedModel::new().answer(lowered));
    let value = repair::parse_value(URGENT, schema).check(check).options(steps(&["whole"])).run_blocking(&bench.runtime).unwrap();
    assert_eq!(value["priority"], "low");
}

#[test]
fn a_list_whose_items_can_not_be_told_apart_is_not_put_together() {
    let schema = json!({"type": "object", "properties": {"rows": {"type": "array", "items": {"type": "object",
        "properties": {"qty": {"type": "integer"}}}}}});
    let text = r#"{"rows": [{"qty": 1}, {"qty": "x"}, {"qty": 3}]}"#;
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"rows": [{"qty": 2}, {"qty": 3}]}"#));
    let error = repair::parse_value(text, schema).options(steps(&["whole"])).run_blocking(&bench.runtime).unwrap_err();
    assert_eq!(error.status(), Status::Drifted);
}

const MAIL: &str = "Urgent: pump leaks in hall 2. If it gets worse call Bob, bob@example.org. Two hours of work.";

#[test]
fn a_new_value_must_stand_in_the_source() {
    let bench = Bench::new(
        ScriptedModel::new()
            .answers([r#"{"escalation_contact": "support@example.org"}"#, r#"{"escalation_contact": "bob@example.org"}"#]),
    );
    let outcome = bench.run(Route::of(URGENT, MAIL));
    assert_eq!((outcome.status(), outcome.report.runs()), (Status::Repaired, 2), "the op is not run on what was turned away");
    let attempts = outcome.report.attempts();
    assert!(!attempts[0].decoded && attempts[0].findings.iter().all(|finding| finding.rule == "ungrounded"), "{attempts:?}");
    let moved = outcome.report.notes().find_map(|note| match note {
        Note::Moved { from, to, reason } => Some((from.rung, to.rung, *reason)),
        _ => None,
    });
    assert_eq!(moved, Some((Rung::Patch, Rung::Reread, MoveReason::Ungrounded)));
    assert_eq!(outcome.into_result().unwrap().0.escalation_contact.as_deref(), Some("bob@example.org"));
}

#[test]
fn a_run_that_finds_nothing_in_the_source_ends_as_ungrounded() {
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"escalation_contact": "support@example.org"}"#));
    let error = bench.run_with(Route::of(URGENT, MAIL), steps(&["patch"])).into_result().unwrap_err();
    assert_eq!(error.status(), Status::Ungrounded);
    assert!(error.decode_error().unwrap().to_string().contains("support@example.org"));
    assert!(error.first_op_error().unwrap().to_string().contains("/escalation_contact"), "the op's own error is kept");
}

#[test]
fn grounding_is_a_choice() {
    let answer = || ScriptedModel::new().answer(r#"{"escalation_contact": "support@example.org"}"#);
    let with = |grounding: Grounding| steps(&["patch"]).configure(move |config| config.grounding(grounding));
    let outcome = Bench::new(answer()).run_with(Route::of(URGENT, MAIL), with(Grounding::Flag));
    assert_eq!(outcome.status(), Status::Repaired);
    assert_eq!(outcome.report.flagged().unwrap().iter().next().unwrap().path, "/escalation_contact");
    let outcome = Bench::new(answer()).run_with(Route::of(URGENT, MAIL), with(Grounding::Off));
    assert!(outcome.status() == Status::Repaired && outcome.report.flagged().is_none());
}

#[test]
fn two_views_must_agree_where_that_is_asked() {
    let agree = || steps(&["patch", "whole"]).configure(|config| config.grounding(Grounding::Agree));
    let whole = format!(r#"{}, "escalation_contact": "bob@example.org"}}"#, &URGENT[..URGENT.len() - 1]);
    let same = ScriptedModel::new().answers([r#"{"escalation_contact": "bob@example.org"}"#, &whole]);
    assert_eq!(Bench::new(same).run_with(Route::new(URGENT), agree()).status(), Status::Repaired);
    let other = ScriptedModel::new().answers([r#"{"escalation_contact": "eve@example.org"}"#, &whole]);
    assert_eq!(Bench::new(other).run_with(Route::new(URGENT), agree()).status(), Status::Ungrounded);
}

#[test]
fn listed_values_booleans_and_exempt_fields_need_no_ground() {
    let schema = json!({"type": "object", "properties": {"size": {"enum": ["s", "m"]}, "ok": {"type": "boolean"}},
        "required": ["size", "ok"]});
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"size": "m", "ok": true}"#));
    repair::parse_value("{}", schema).source("Nothing of it.").run_blocking(&bench.runtime).unwrap();
}

#[test]
fn a_number_at_a_bound_is_not_grounded_by_the_finding_that_names_the_bound() {
    let schema = json!({"type": "object", "properties": {"hours": {"type": "integer", "minimum": 1}}});
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"hours": 1}"#));
    let parse = repair::parse_value(r#"{"hours": 0}"#, schema).options(steps(&["patch"]).source("It takes three hours."));
    assert_eq!(parse.run_blocking(&bench.runtime).unwrap_err().status(), Status::Ungrounded);
}

#[test]
fn what_the_source_leaves_no_choice_about_is_read_off_without_a_call() {
    let (bench, log) = Bench::logged(ScriptedModel::new());
    let schema = json!({"type": "object", "properties": {
        "escalation_contact": {"type": "string", "format": "email", "description": "Whom to call if it gets worse."}},
        "required": ["escalation_contact"]});
    let mail = format!("From: ada@example.org\n{MAIL}");
    let parse = repair::parse_value(r#"{"email": "ada@example.org"}"#, schema).options(steps(&["mend", "read"]).source(mail));
    let value = parse.run_blocking(&bench.runtime).unwrap();
    assert_eq!((value["escalation_contact"].as_str(), bench.model.requests().len()), (Some("bob@example.org"), 0));
    let notes = log.entries().into_iter().flat_map(|entry| entry.then);
    let read_off = |effect: &Effect| matches!(effect, Effect::Note { note: Note::ReadOff { paths, .. } } if paths == &["/escalation_contact"]);
    assert!(notes.into_iter().any(|effect| read_off(&effect)));
}

#[test]
fn observing_says_what_would_be_done_and_does_nothing() {
    let bench = Bench::new(ScriptedModel::new());
    let options = RunOptions::new().configure(|config| config.mode(Mode::Observe));
    let outcome = bench.run_with(Route::new(r#"{"id": "T-1", "priority": "P1", summary: "Pump leaks"}"#), options);
    assert_eq!((outcome.status(), outcome.report.runs(), bench.model.requests().len()), (Status::NotRepairable, 1, 0));
    assert_eq!(outcome.report.edits().len(), 2, "the key's quotes: {:?}", outcome.report.edits());
    assert!(outcome.report.observed().unwrap().prompt.contains("P1"));
    assert!(outcome.into_result().unwrap_err().op_error().is_some());
}

#[test]
fn the_best_candidate_is_accepted_under_a_relaxed_check() {
    let degrade = || steps(&["patch"]).configure(|config| config.on_exhausted(OnExhausted::Degrade).max_attempts(1));
    let text = r#"{"id": "T-1", "priority": "urgent", "summary": 7, "hours": "x"}"#;
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"summary": "Pump leaks", "hours": 2}"#));
    let outcome = bench.run_with(Route::new(text), degrade());
    assert_eq!(outcome.status(), Status::Degraded);
    assert!(outcome.report.notes().any(|note| matches!(note, Note::Relaxing { instead_of: Status::Exhausted, .. })));
    assert_eq!(outcome.into_result().unwrap().0.summary, "Pump leaks");

    let worse = ScriptedModel::new().answer(r#"{"summary": {"of": "Pump"}, "hours": {"of": 1}}"#);
    let error = Bench::new(worse).run_with(Route::new(text), degrade()).into_result().unwrap_err();
    assert_eq!(error.status(), Status::NotConverging, "what even the relaxed check refuses is refused");
}

#[test]
fn secrets_are_neither_shown_nor_asked_for() {
    let schema =
        json!({"type": "object", "properties": {"token": {"type": "string", "minLength": 40}, "size": {"enum": ["s", "m"]}}});
    let text = r#"{"token": "sk-live-51Habc", "size": "XL"}"#;
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"size": "m", "token": "mine"}"#));
    let error = repair::parse_value(text, schema).secret(["/token"]).run_blocking(&bench.runtime).unwrap_err();
    let request = serde_json::to_string(&bench.model.requests()[0]).unwrap();
    assert!(!request.contains("sk-live") && !request.contains(r#"\"token\": text"#), "{request}");
    assert!(!format!("{error:?} {error}").contains("sk-live"));
    assert!(!format!("{:?}", error.report().attempts()).contains("sk-live"));
}

#[test]
fn json_that_no_value_can_be_made_of_is_turned_away() {
    let schema = json!({"type": "object", "properties": {"priority": {"enum": ["low", "high"]}}});
    let text = r#"{"priority": "P1", "amount": 5, "note": "n"}"#;
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"priority": "high", "amount": 999, "note": "\ud800"}"#));
    let error = repair::parse_value(text, schema).options(steps(&["whole"])).run_blocking(&bench.runtime).unwrap_err();
    assert_eq!(error.status(), Status::Drifted);
}

#[test]
fn a_change_behind_many_others_is_seen_too() {
    let many = |n: i64| (0..100).map(|k| json!(k + n)).collect::<Vec<_>>();
    let schema =
        json!({"type": "object", "properties": {"aaa": {"type": "array", "items": {"type": "integer"}, "maxItems": 99}}});
    let text = json!({"aaa": many(0), "zzz": 1}).to_string();
    let answer = json!({"aaa": many(1)[..99], "zzz": 2}).to_string();
    let options = steps(&["whole"]).configure(|config| config.drift(Drift::Reject));
    let bench = Bench::new(ScriptedModel::new().answer(answer));
    let error = repair::parse_value(text, schema).options(options).run_blocking(&bench.runtime).unwrap_err();
    assert!(error.decode_error().unwrap().iter().any(|finding| finding.path == "/zzz"), "{error}");
}

#[test]
fn a_listed_value_is_exempt_and_not_its_neighbour_s_alternative() {
    let variant =
        |kind: &str, code: serde_json::Value| json!({"type": "object", "properties": {"kind": {"const": kind}, "code": code}});
    let schema = json!({"oneOf": [variant("card", json!({"enum": ["visa", "mc"]})), variant("iban", json!({"type": "string"}))]});
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"kind": "iban", "code": "DE00 invented"}"#));
    let parse = repair::parse_value(r#"{"kind": "iban", "code": [5]}"#, schema).options(steps(&["whole"]).source("Please pay."));
    assert_eq!(parse.run_blocking(&bench.runtime).unwrap_err().status(), Status::Ungrounded);
}

/// What is read off a source without a model; `None` where a model would have to be asked.
fn read_off(schema: serde_json::Value, record: &str, source: &str) -> Option<serde_json::Value> {
    let bench = Bench::new(ScriptedModel::new());
    repair::parse_value(record, schema).options(steps(&["mend", "read"]).source(source)).run_blocking(&bench.runtime).ok()
}

#[test]
fn only_what_is_clear_is_read_off() {
    let field = |name: &str, kind: serde_json::Value| json!({"type": "object", "properties": {name: kind}, "required": [name]});
    let date = || field("due", json!({"type": "string", "format": "date"}));
    assert_eq!(read_off(date(), "{}", "It is due on 4 March 2026.").unwrap()["due"], "2026-03-04");
    assert!(read_off(date(), "{}", "Due 04/03/2026").is_none(), "day first or month first");

    let weight = || field("weight_kg", json!({"type": "number"}));
    assert_eq!(read_off(weight(), "{}", "Parcel weight 5 kg, to Berlin.").unwrap()["weight_kg"], 5);
    assert!(read_off(weight(), "{}", "Parcel weight 500 g, to Berlin.").is_none(), "another unit is another number");

    let contact = field(
        "contact",
        json!({"type": "object", "required": ["email"],
        "properties": {"email": {"type": "string", "format": "email"}, "phone": {"type": "string"}}}),
    );
    let check = |_: &serde_json::Value| repair::Findings::from(repair::Finding::at("/contact").rule("unreachable"));
    let bench = Bench::new(ScriptedModel::new());
    let text = r#"{"contact": {"email": "x@example.org", "phone": "123"}}"#;
    let parse = repair::parse_value(text, contact).check(check).options(steps(&["read"]).source("Contact: ada@example.org"));
    let error = parse.run_blocking(&bench.runtime).unwrap_err();
    assert_eq!(error.report().runs(), 1, "what is there is not replaced by a part of it");
}
