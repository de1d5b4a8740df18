//! Checks: their order, what stops them, what they say.

use std::borrow::Cow;

use repair::{
    BoxError, Context, Finding, Findings, OpError, Status, Step,
    check::Check,
    step::{CheckError, requirement},
};

use super::no_model;
use crate::support::Seen;

async fn echo(text: &String, _: &Context) -> Result<String, OpError> {
    Ok(text.clone())
}

/// Rejects everything, and says that it was made.
#[derive(Clone)]
struct Never {
    rule: &'static str,
    stops: bool,
    made: Seen,
}

impl Check<String> for Never {
    async fn check(&self, _: &String, _: &Context) -> Result<Findings, BoxError> {
        self.made.push(self.rule);
        Ok(Finding::at(format!("/{}", self.rule)).rule(self.rule).into())
    }

    fn name(&self) -> Cow<'static, str> {
        self.rule.into()
    }

    fn stops(&self) -> bool {
        self.stops
    }
}

#[test]
fn checks_run_in_order_and_their_findings_are_put_together() {
    let made = Seen::default();
    let never = |rule| Never { rule, stops: false, made: made.clone() };
    let step = Step::builder(echo).validate(never("cheap")).validate(|_: &String| Findings::new()).validate(never("dear"));
    let error = step.build().unwrap().run_blocking(&no_model(), "x".into()).into_result().unwrap_err();
    assert_eq!(made.all(), ["cheap", "dear"]);
    let rules: Vec<_> = error.findings().unwrap().iter().map(|finding| finding.rule.to_string()).collect();
    assert_eq!(rules, ["cheap", "dear"]);
    let by_check: Vec<_> = error.attempts::<String, String>()[0]
        .checks
        .iter()
        .map(|checked| (checked.check.to_string(), checked.findings.len()))
        .collect();
    assert_eq!(by_check, [("cheap".into(), 1), ("check".into(), 0), ("dear".into(), 1)]);
}

#[test]
fn a_check_that_stops_spares_the_later_ones() {
    let made = Seen::default();
    let never = |rule, stops| Never { rule, stops, made: made.clone() };
    let step = Step::builder(echo).validate(never("syntax", true)).validate(never("engine", false)).build().unwrap();
    let error = step.run_blocking(&no_model(), "x".into()).into_result().unwrap_err();
    assert_eq!(made.all(), ["syntax"]);
    assert_eq!(error.findings().unwrap().len(), 1);

    let stopping = requirement("some text", |text: &String| match text.as_str() {
        "" => Finding::whole().into(),
        _ => Findings::new(),
    })
    .stopping();
    let step = Step::builder(echo).validate(stopping).validate(never("engine", false)).build().unwrap();
    assert!(step.run_blocking(&no_model(), String::new()).result.is_err());
    assert_eq!(made.all().len(), 1, "found something, and stopped");
    assert!(step.run_blocking(&no_model(), "text".into()).result.is_err());
    assert_eq!(made.all().len(), 2, "found nothing, and stopped nothing");
}

#[test]
fn a_check_that_can_not_be_made_is_no_finding() {
    let planned = super::Count::default();
    let count = planned.clone();
    let step = Step::builder(echo)
        .validate(async |_: &String| Err::<Findings, _>(std::io::Error::other("no such tool")))
        .repair_with(move |_: &[repair::Attempt<String, String>], _: &Context| {
            count.up();
            async { Ok(String::new()) }
        })
        .build()
        .unwrap();
    let error = step.run_blocking(&no_model(), "x".into()).into_result().unwrap_err();
    assert_eq!((error.status(), planned.get()), (Status::NotRepairable, 0));
    assert!(error.downcast_ref::<CheckError>().unwrap().error.is::<std::io::Error>());
    assert_eq!(error.attempts::<String, String>()[0].output.as_deref(), Some("x"), "the candidate is kept");
}

#[test]
fn functions_are_checks_whatever_they_return() {
    fn one(text: &String) -> Findings {
        if text.is_empty() { Finding::whole().into() } else { Findings::new() }
    }
    let step = Step::builder(echo)
        .validate(one)
        .validate(async |text: &String| (text.len() > 9).then(|| Finding::whole().rule("long")))
        .validate(async |text: &String| Ok::<_, BoxError>(text.contains('!').then(|| Finding::whole().rule("loud"))))
        .build()
        .unwrap();
    assert!(step.run_blocking(&no_model(), "fine".into()).result.is_ok());
    let error = step.run_blocking(&no_model(), "much too long!".into()).into_result().unwrap_err();
    assert_eq!(error.findings().unwrap().len(), 2);
    assert_eq!(error.attempts::<String, String>()[0].checks[0].check, "one");
}

/// R39: mellea tells its model `* no`.
#[test]
fn a_reason_that_says_nothing_says_what_was_required() {
    let no = |mail: &String| match mail.starts_with("Dear") {
        true => Findings::new(),
        false => Finding::whole().expected("no").into(),
    };
    let step = Step::builder(echo).validate(requirement("the mail has a greeting", no)).build().unwrap();
    let error = step.run_blocking(&no_model(), "Pay!".into()).into_result().unwrap_err();
    assert_eq!(error.findings().unwrap().to_string(), "1. (whole input): expected the mail has a greeting");
}
