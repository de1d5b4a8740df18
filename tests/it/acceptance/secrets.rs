use repair::{Context, Finding, Op, OpError, Raw, RepairableInput, Status, repairable, testing::ScriptedModel};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::support::Bench;

const TOKEN: &str = "sk-live-51Habc";

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, RepairableInput)]
struct Login {
    user: String,
    #[repair(secret)]
    token: String,
    #[repair(secret)]
    pin: u32,
    #[repair(frozen)]
    tenant: String,
}

#[derive(Clone)]
struct Check {
    login: Login,
}

#[repairable(input = "login")]
impl Op for Check {
    type Output = Login;
    async fn run(&self, _: &Context) -> Result<Login, OpError> {
        if self.login.user.contains('@') {
            return Ok(self.login.clone());
        }
        Err([
            Finding::at("/user").rule("email").expected("an e-mail address").received(self.login.user.as_str()),
            Finding::at("/token").rule("length").expected("20 characters").received(self.login.token.as_str()),
            Finding::whole().rule("other").expected(format!("something else than {}", self.login.token)),
        ]
        .into_iter()
        .collect::<repair::Findings>()
        .into())
    }
}

fn login() -> Login {
    Login { user: "ada".into(), token: TOKEN.into(), pin: 714_215, tenant: "acme".into() }
}

#[test]
fn secret_fields_are_in_no_prompt_log_line_or_report_and_keep_their_values() {
    let answer = r#"{"user":"ada@example.com","token":"sk-other","pin":"[secret]","tenant":"evil"}"#;
    let (bench, log) = Bench::logged(ScriptedModel::new().answer(answer));
    let outcome = bench.run(Check { login: login() });
    assert_eq!(outcome.status(), Status::Repaired);
    let seen =
        format!("{:?}{:?}{}", bench.model.requests(), outcome.report.attempts(), serde_json::to_string(&log.entries()).unwrap());
    assert!(!seen.contains(TOKEN) && !seen.contains("714215"), "{seen}");
    assert!(seen.contains("[secret]"));
    let repaired = outcome.into_result().unwrap();
    assert_eq!((repaired.user.as_str(), repaired.token.as_str(), repaired.pin), ("ada@example.com", TOKEN, 714_215));
    assert_eq!(repaired.tenant, "acme", "a frozen field keeps its value");
}

#[test]
fn an_answer_may_leave_secret_and_frozen_fields_out() {
    let bench = Bench::new(ScriptedModel::new().answer(r#"Here: {"user":"ada@example.com"} - done"#));
    let repaired = bench.run(Check { login: login() }).into_result().unwrap();
    assert_eq!((repaired.token.as_str(), repaired.pin, repaired.tenant.as_str()), (TOKEN, 714_215, "acme"));
}

#[derive(Clone)]
struct ParseLogin {
    raw: Raw<Login>,
}

#[repairable(input = "raw")]
impl Op for ParseLogin {
    type Output = Login;
    async fn run(&self, _: &Context) -> Result<Login, OpError> {
        Ok(self.raw.parse()?)
    }
}

#[test]
fn raw_text_with_secrets_is_shown_only_where_they_can_be_found() {
    let raw = format!(r#"{{"user":7,"token":"{TOKEN}","pin":714215,"tenant":"acme"}}"#);
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"user":"7","token":"[secret]","pin":1,"tenant":"x"}"#));
    let repaired = bench.run(ParseLogin { raw: Raw::new(raw.clone()) }).into_result().unwrap();
    assert_eq!((repaired.user.as_str(), repaired.token.as_str(), repaired.tenant.as_str()), ("7", TOKEN, "acme"));
    assert!(!bench.prompts()[0].contains(TOKEN));

    let bench = Bench::new(ScriptedModel::new());
    let error = bench.run(ParseLogin { raw: Raw::new(&raw[..raw.len() - 1]) }).into_result().unwrap_err();
    assert_eq!(error.status(), Status::NotRepairable);
    assert_eq!(error.show_error().unwrap().code(), "secret_not_hidden");
    assert_eq!(bench.model.requests(), []);
    assert!(!format!("{error:?}{error}").contains(TOKEN) || error.op_error().is_some());
    assert!(!format!("{:?}", Raw::<Login>::new(raw)).contains(TOKEN));
}
