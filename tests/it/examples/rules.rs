//! The rules of tickets in `with_repair`.

use repair::{Finding, Op, OpError, RepairableInput, Runtime, Status, testing::ScriptedModel};
use serde_json::json;

use super::ticket::{ParseTicket, Priority, Ticket, ValidateRouting};

fn urgent(summary: &str) -> Ticket {
    Ticket {
        id: "T-7".into(),
        priority: Priority::Urgent,
        reporter_email: "a@example.org".into(),
        summary: summary.into(),
        escalation_contact: Some("b@example.org".into()),
    }
}

fn findings(error: &OpError) -> Vec<(String, String)> {
    error.repairable().unwrap().findings().iter().map(|found| (found.path.clone(), found.rule.to_string())).collect()
}

fn found(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|&(path, rule)| (path.to_owned(), rule.to_owned())).collect()
}

fn fails<O: Op>(op: O) -> Vec<(String, String)> {
    let error = Runtime::builder().build().run_blocking(op).into_result().err().unwrap();
    findings(error.op_error().unwrap())
}

fn parse_fails(text: &str) -> Vec<(String, String)> {
    fails(ParseTicket { raw: text.into() })
}

#[test]
fn every_violation_is_found_at_once() {
    let text = json!({
        "id": 17, "priority": "P1", "reporter_email": "nobody", "summary": " ", "escalation_contact": "x@y", "a/b~c": null
    });
    let expected = [
        ("/id", "id"),
        ("/priority", "enum"),
        ("/reporter_email", "email"),
        ("/summary", "blank"),
        ("/escalation_contact", "email"),
        ("/a~1b~0c", "unknown_key"),
    ];
    assert_eq!(parse_fails(&text.to_string()), found(&expected));
    let missing = ["/id", "/priority", "/reporter_email", "/summary"].map(|path| (path, "required"));
    assert_eq!(parse_fails("{}"), found(&missing));
    assert_eq!(parse_fails("[]"), found(&[("", "type")]));
    assert_eq!(parse_fails(r#"["T-1", "low", "a@example.org", "fine", null]"#), found(&[("", "type")]));
    assert_eq!(parse_fails("not json"), found(&[("", "syntax")]));
}

#[test]
fn ids_and_addresses() {
    let faults = |id: &str, email: &str| {
        let text = json!({"id": id, "priority": "low", "reporter_email": email, "summary": "x"}).to_string();
        match Runtime::builder().build().run_blocking(ParseTicket { raw: text.into() }).into_result() {
            Ok(_) => Vec::new(),
            Err(error) => findings(error.op_error().unwrap()).into_iter().map(|(path, _)| path).collect(),
        }
    };
    assert!(faults("T-1", "a.b+c@mail.example.org").is_empty());
    for id in ["", "T-", "t-1", "T-1a", "T-١", " T-1", "T--1"] {
        assert_eq!(faults(id, "a@b.c"), ["/id"], "{id:?}");
    }
    for email in ["", "a", "@b.c", "a@", "a@b", "a@b.", "a@.c", "a@b..c", "a@b@c.d", "a b@c.d", "a@b.c\n"] {
        assert_eq!(faults("T-1", email), ["/reporter_email"], "{email:?}");
    }
}

#[test]
fn routing_holds_the_rules_of_parsing_too() {
    let ticket = Ticket { id: "7".into(), escalation_contact: None, summary: "ü".repeat(281), ..urgent("") };
    let expected = [("/id", "id"), ("/escalation_contact", "required_if_urgent"), ("/summary", "max_length")];
    assert_eq!(fails(ValidateRouting { ticket }), found(&expected));
    let runtime = Runtime::builder().build();
    for ticket in [urgent(&"ü".repeat(280)), Ticket { priority: Priority::High, escalation_contact: None, ..urgent("fine") }] {
        let outcome = runtime.run_blocking(ValidateRouting { ticket: ticket.clone() });
        assert_eq!(outcome.into_result().unwrap(), ticket);
    }
}

#[test]
fn a_repair_can_not_talk_an_urgent_ticket_down() {
    let answer = "<ticket><id>T-8</id><priority>low</priority><reporter_email>x@example.org</reporter_email>\
                  <summary>call b@example.org</summary><escalation_contact>b@example.org</escalation_contact></ticket>";
    let ticket = Ticket { escalation_contact: None, ..urgent("call b@example.org") };
    let runtime = Runtime::builder().model(ScriptedModel::new().answer(answer)).build();
    let outcome = runtime.run_blocking(ValidateRouting { ticket });
    assert_eq!(outcome.status(), Status::Repaired);
    assert_eq!(outcome.into_result().unwrap(), urgent("call b@example.org"));
}

#[test]
fn a_ticket_survives_xml() {
    for summary in
        ["a < b && c > d", "\"quoted\" & 'quoted'", "<ticket/>", "]]>", "&amp;", "two\nlines", "naïve 日本 🙂", "&#10; \\u0041"]
    {
        let ticket = urgent(summary);
        let xml = ticket.show().unwrap().into_owned();
        assert_eq!(Ticket::unmarshal_repair(&xml), Ok(ticket), "{xml}");
    }
    let unknown = "<ticket><id>T-1</id><priority>low</priority><reporter_email>a@b.c</reporter_email><summary>x</summary><cc>y</cc></ticket>";
    assert_eq!(
        Ticket::unmarshal_repair(unknown).unwrap_err().iter().map(|finding: &Finding| finding.rule.as_ref()).collect::<Vec<_>>(),
        ["unknown"]
    );
}
