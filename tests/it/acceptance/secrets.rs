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
    let raw = format!(r#"{{"user":[7,8],"token":"{TOKEN}","pin":714215,"tenant":"acme"}}"#);
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"user":"7","token":"[secret]","pin":1,"tenant":"x"}"#));
    let repaired = bench.run(ParseLogin { raw: Raw::new(raw.clone()) }).into_result().unwrap();
    assert_eq!((repaired.user.as_str(), repaired.token.as_str(), repaired.tenant.as_str()), ("7", TOKEN, "acme"));
    assert!(!bench.prompts()[0].contains(TOKEN));

    let bench = Bench::new(ScriptedModel::new());
    let error = bench.run(ParseLogin { raw: Raw::new(raw.replace("\"pin\":714215", "\"pin\":")) }).into_result().unwrap_err();
    assert_eq!(error.status(), Status::NotRepairable);
    assert_eq!(error.show_error().unwrap().code(), "secret_not_hidden");
    assert_eq!(bench.model.requests(), []);
    assert!(!format!("{error:?}{error}").contains(TOKEN), "{error}");
    assert!(!format!("{:?}", Raw::<Login>::new(raw)).contains(TOKEN));
}

#[test]
fn text_whose_secrets_are_not_where_they_should_be_is_not_shown() {
    for raw in [
        format!(r#"{{"user":[7,8],"tokn":"{TOKEN}","pin":1,"tenant":"acme"}}"#),
        format!(r#"{{"user":[7,8],"token":"x","pin":1,"tenant":"acme","old_token":"{TOKEN}"}}"#),
        format!(r#"[{{"user":[7,8],"token":"{TOKEN}","pin":1,"tenant":"acme"}}]"#),
        format!(r#"{{"user":[7,8],"token":"{TOKEN}","tenant":"acme"}}"#),
    ] {
        let (bench, log) = Bench::logged(ScriptedModel::new());
        let error = bench.run(ParseLogin { raw: Raw::new(raw) }).into_result().unwrap_err();
        assert_eq!(error.status(), Status::NotRepairable);
        let seen = format!("{error:?}{error}{}", serde_json::to_string(&log.entries()).unwrap());
        assert!(!seen.contains(TOKEN), "{seen}");
    }
}

#[test]
fn broken_text_is_mended_without_a_model_and_its_secrets_stay_out_of_the_log() {
    let raw = format!(r#"{{'user':"ada",'token':'{TOKEN}',"pin":714215,"tenant":"acme",}}"#);
    let (bench, log) = Bench::logged(ScriptedModel::new());
    let outcome = bench.run(ParseLogin { raw: Raw::new(raw) });
    assert_eq!(outcome.status(), Status::Repaired);
    let seen = format!("{:?}{}", outcome.report, serde_json::to_string(&log.entries()).unwrap());
    assert!(!seen.contains(TOKEN) && !seen.contains("714215"), "{seen}");
    assert_eq!(outcome.into_result().unwrap().token, TOKEN);
}

#[test]
fn an_answer_in_which_kept_fields_can_not_be_put_back_is_no_answer() {
    let raw = format!(r#"{{"user":[7,8],"token":"{TOKEN}","pin":714215,"tenant":"acme"}}"#);
    let two =
        r#"e.g. {"user":"1","token":"[secret]","pin":1,"tenant":"a"}. {"user":"7","token":"[secret]","pin":2,"tenant":"evil"}"#;
    let bench = Bench::new(ScriptedModel::new().answers([two, r#"{"user":"7"}"#]));
    let outcome = bench.run(ParseLogin { raw: Raw::new(raw) });
    assert!(!outcome.report.attempts()[0].decoded);
    let login = outcome.into_result().unwrap();
    assert_eq!((login.user.as_str(), login.token.as_str(), login.tenant.as_str()), ("7", TOKEN, "acme"));
}

#[test]
fn a_long_secret_is_hidden_in_messages_and_the_schema_asks_for_none() {
    let long = "s3cr3t/".repeat(30);
    let (bench, log) = Bench::logged(ScriptedModel::new().answer(r#"{"user":"ada@example.com"}"#));
    let login = Login { token: long.clone(), ..login() };
    let outcome = bench.run(Check { login });
    let seen = serde_json::to_string(&log.entries()).unwrap();
    assert!(!seen.contains("s3cr3t/s3cr3t"), "{seen}");
    let request = &bench.model.requests()[0];
    assert!(!request.schema.as_ref().unwrap().to_string().contains("token"));
    assert_eq!(outcome.into_result().unwrap().token, long);
}

#[test]
fn a_number_that_reads_like_a_secret_survives_in_an_answer() {
    let login = Login { pin: 714, ..login() };
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"user":"ada714@example.com"}"#));
    assert_eq!(bench.run(Check { login }).into_result().unwrap().user, "ada714@example.com");
}

#[test]
fn a_fatal_error_is_logged_without_the_secret_it_quotes() {
    #[repairable(input = "login")]
    impl Op for FailsOn {
        type Output = ();
        async fn run(&self, _: &Context) -> Result<(), OpError> {
            Err(OpError::fatal(format!("no such token: {}", self.login.token)))
        }
    }
    #[derive(Clone)]
    struct FailsOn {
        login: Login,
    }
    let (bench, log) = Bench::logged(ScriptedModel::new());
    let error = bench.run(FailsOn { login: login() }).into_result().unwrap_err();
    assert!(!format!("{error}{error:?}{}", serde_json::to_string(&log.entries()).unwrap()).contains(TOKEN));
    assert!(error.op_error().unwrap().to_string().contains(TOKEN), "the error itself is the user's own");
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
struct Ticket {
    #[repair(frozen)]
    id: u32,
    summary: String,
}

#[derive(Clone)]
struct ParseTicket {
    raw: Raw<Ticket>,
}

#[repairable(input = "raw")]
impl Op for ParseTicket {
    type Output = Ticket;
    async fn run(&self, _: &Context) -> Result<Ticket, OpError> {
        Ok(self.raw.parse()?)
    }
}

#[test]
fn a_frozen_field_of_broken_text_keeps_its_value_or_nothing_is_repaired() {
    let bench = Bench::new(ScriptedModel::new().answer(r#"{"id": 8, "summary": "no heating"}"#));
    let ticket = bench.run(ParseTicket { raw: r#"{"id": 7, "summary": }"#.into() }).into_result().unwrap();
    assert_eq!(ticket, Ticket { id: 7, summary: "no heating".into() });

    let bench = Bench::new(ScriptedModel::new());
    let error = bench.run(ParseTicket { raw: "id seven, no heating".into() }).into_result().unwrap_err();
    assert_eq!(error.status(), Status::NotRepairable);
    assert_eq!(error.show_error().unwrap().code(), "frozen_not_read");
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
struct Account {
    #[repair(frozen)]
    number: serde_json::Number,
    #[repair(secret)]
    #[serde(default)]
    token: Option<String>,
    age: u32,
}

#[derive(Clone)]
struct ParseAccount {
    raw: Raw<Account>,
}

#[repairable(input = "raw")]
impl Op for ParseAccount {
    type Output = String;
    async fn run(&self, _: &Context) -> Result<String, OpError> {
        self.raw.parse()?;
        Ok(self.raw.as_str().to_owned())
    }
}

#[test]
fn all_but_the_failing_field_keeps_its_spelling() {
    let raw = format!(r#"{{"number":1.50,"token":"{TOKEN}","age":"x"}}"#);
    let bench = Bench::new(ScriptedModel::new().answer(r#"{ "token": "?", "age": 7,  "number": 3 }"#));
    let text = bench.run(ParseAccount { raw: Raw::new(raw) }).into_result().unwrap();
    assert_eq!(text, format!(r#"{{"number":1.50,"token":"{TOKEN}","age":7}}"#));
}

#[test]
fn what_is_mended_and_may_not_be_shown_is_left_as_it_was() {
    let raw = r#"{"number":1,"token":null,"age":"12","tokn":"x"}"#;
    let bench = Bench::new(ScriptedModel::new());
    let error = bench.run(ParseAccount { raw: Raw::new(raw) }).into_result().unwrap_err();
    assert_eq!((error.status(), error.report().runs()), (Status::NotRepairable, 1));
    let outcome = Bench::new(ScriptedModel::new()).run(ParseAccount { raw: Raw::new(r#"{"number":1,"token":null,"age":"12"}"#) });
    assert_eq!(outcome.status(), Status::Repaired);
}

#[test]
fn mending_changes_no_frozen_field() {
    let raw = format!(r#"{{"number":"15","token":"{TOKEN}","age":12}}"#);
    let bench = Bench::new(ScriptedModel::new().answers([r#"{"age": 12}"#, r#"{"number": 15, "age": 12}"#, "{}"]));
    let outcome = bench.run(ParseAccount { raw: Raw::new(raw) });
    assert!(!outcome.status().is_success(), "{:?}", outcome.result);
}
