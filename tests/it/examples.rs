//! The examples, run as a user runs them; and the domain of the main one.

use std::{
    env, fs,
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, Mutex},
    thread,
};

use expect_test::expect_file;
use repair::{
    Finding, Op, OpError, RepairableInput, Runtime, Status,
    testing::{ScriptedModel, TestClock},
    wire::Request,
};
use serde_json::{Value, json};

use self::ticket::{ParseTicket, Priority, Ticket, ValidateRouting};

#[path = "../../examples/with_repair/ticket.rs"]
mod ticket;

const FIXTURES: [&str; 5] = ["clean", "dirty-format", "dirty-business-rule", "broken-syntax", "hopeless"];

fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data").join(file)
}

fn at(path: &Path) -> String {
    format!("@{}", path.display())
}

fn read(file: &str) -> String {
    fs::read_to_string(data(file)).unwrap()
}

fn read_json(file: &str) -> Value {
    serde_json::from_str(&read(file)).unwrap()
}

struct Ran {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Ran {
    fn events(&self) -> Vec<Value> {
        self.stderr.lines().filter(|line| line.starts_with('{')).map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The requests in the log.
    fn requests(&self) -> Vec<Value> {
        let events = self.events();
        let effects = events.iter().filter_map(|event| event["then"].as_array()).flatten();
        effects.filter(|effect| effect["effect"] == "call").map(|effect| effect["request"].clone()).collect()
    }
}

/// Runs a built example without any model in its environment but the given one.
fn example(name: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Ran {
    let tests = env::current_exe().unwrap();
    let program = tests.ancestors().nth(2).unwrap().join("examples").join(format!("{name}{}", env::consts::EXE_SUFFIX));
    assert!(program.exists(), "{} is missing: `cargo test` builds it, `cargo test --test it` does not", program.display());
    let mut command = Command::new(program);
    for (variable, _) in env::vars_os() {
        if variable.to_str().is_some_and(|name| name.starts_with("ANTHROPIC_") || name.starts_with("OPENAI_")) {
            command.env_remove(variable);
        }
    }
    let output = command.args(arguments).envs(environment.iter().copied()).output().unwrap();
    Ran {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

fn with_repair(arguments: &[&str]) -> Ran {
    example("with_repair", arguments, &[])
}

#[test]
fn without_arguments_every_fixture_ends_as_expected() {
    let ran = with_repair(&[]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let tickets: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let expected: Vec<Value> =
        FIXTURES.iter().map(|name| read_json(&format!("{name}.expected.json"))["ticket"].clone()).collect();
    assert_eq!(tickets, expected.into_iter().filter(|ticket| !ticket.is_null()).collect::<Vec<_>>());
    for part in [
        "scripted",
        "All 5 fixtures ended as expected",
        "code: not_converging",
        "priority is now \"high\", was \"P1\"",
        "reporter is gone",
    ] {
        assert!(ran.stderr.contains(part), "{part:?} is not in {}", ran.stderr);
    }
    for name in FIXTURES {
        assert!(ran.stderr.contains(&format!("{name}.json:")));
    }
}

#[test]
fn each_fixture_by_itself() {
    for name in FIXTURES {
        let expected = read_json(&format!("{name}.expected.json"));
        let answers = data(&format!("{name}.answers.json"));
        let input = at(&data(&format!("{name}.json")));
        let ran = with_repair(&["--input", &input, "--answers", answers.to_str().unwrap(), "--log"]);
        assert_eq!(ran.requests().len() as u64, expected["calls"].as_u64().unwrap(), "{name}");
        assert!(ran.stderr.starts_with("The model's answers are scripted."), "{name}");
        match &expected["ticket"] {
            Value::Null => {
                assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{name}");
                let code = format!("code: {}", expected["status"].as_str().unwrap());
                assert_eq!(ran.stderr.lines().last(), Some(code.as_str()), "{name}");
            }
            ticket => {
                assert_eq!(ran.code, Some(0), "{name}: {}", ran.stderr);
                assert_eq!(&serde_json::from_str::<Value>(&ran.stdout).unwrap(), ticket, "{name}");
            }
        }
    }
}

#[test]
fn gibberish_costs_a_second_call() {
    let input = at(&data("dirty-business-rule.json"));
    let answers = data("dirty-business-rule.gibberish-first.answers.json");
    let ran = with_repair(&["--input", &input, "--answers", answers.to_str().unwrap(), "--log"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(ran.requests().len(), 2);
    assert_eq!(serde_json::from_str::<Value>(&ran.stdout).unwrap(), read_json("dirty-business-rule.expected.json")["ticket"]);
    assert!(ran.stderr.contains("2 calls, 2 of 2 attempts"), "{}", ran.stderr);
}

#[test]
fn the_original_is_in_each_prompt() {
    let answers = data("hopeless.answers.json");
    let ran = with_repair(&["--input", &at(&data("hopeless.json")), "--answers", answers.to_str().unwrap(), "--log"]);
    let requests = ran.requests();
    assert!((2..=3).contains(&requests.len()));
    for request in requests {
        assert!(request["prompt"].as_str().unwrap().contains(read("hopeless.json").trim()), "{request}");
    }
}

#[test]
fn what_needs_no_model_is_done_without_one() {
    let ran = with_repair(&["--input", &read("clean.json")]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(serde_json::from_str::<Value>(&ran.stdout).unwrap(), read_json("clean.json"));
    assert_eq!(ran.stderr, "ParseTicket: clean, nothing to repair\nValidateRouting: clean, nothing to repair\n");
}

#[test]
fn what_needs_a_model_shows_the_request_it_would_have_sent() {
    let ran = with_repair(&["--input", &read("dirty-format.json")]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
    assert_eq!(ran.stderr.lines().last(), Some("code: model_failed"));
    let (_, request) = ran.stderr.split_once("--- system\n").unwrap();
    let (system, user) = request.split_once("--- user\n").unwrap();
    assert!(system.contains("\"reporter_email\": an e-mail address"), "{system}");
    assert!(user.contains("\"received\": \"P1\"") && user.contains("\"reporter\": \"tomasz.wrona@example.org\""), "{user}");
}

#[test]
fn what_can_not_be_carried_out_is_an_error_of_its_own() {
    let no_strings = data("clean.json");
    let no_strings = no_strings.to_str().unwrap();
    for (arguments, part) in [
        (&["--inputs", "{}"][..], "unknown argument \"--inputs\""),
        (&["{}"], "unknown argument \"{}\""),
        (&["--input"], "--input needs a value"),
        (&["--input", "@no/such/file.json"], "can't read no/such/file.json"),
        (&["--input", "{}", "--answers", "no/such/file.json"], "can't read no/such/file.json"),
        (&["--input", "{}", "--answers", no_strings], "is not a JSON array of strings"),
        (&["--answers", no_strings], "--answers goes with --input"),
        (&["--model", "claude"], "is not a model"),
        (&["--model", "gemini/flash"], "no provider known here: anthropic, openai"),
        (&["--model", "claude/claude-sonnet-4-6"], "ANTHROPIC_API_KEY"),
    ] {
        let ran = with_repair(arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.starts_with("error: ") && ran.stderr.contains(part), "{arguments:?}: {}", ran.stderr);
    }
    let help = with_repair(&["--help"]);
    assert_eq!(help.code, Some(0));
    assert!(help.stdout.contains("--answers FILE"));
}

#[test]
fn a_script_is_used_up_or_said_not_to_be() {
    let short = with_repair(&["--input", "x", "--answers", data("clean.answers.json").to_str().unwrap()]);
    assert_eq!(short.code, Some(1));
    assert!(short.stderr.contains("unscripted"), "{}", short.stderr);
    let long = with_repair(&["--input", &read("clean.json"), "--answers", data("hopeless.answers.json").to_str().unwrap()]);
    assert_eq!(long.code, Some(0));
    assert!(long.stderr.contains("3 steps of the script were not asked for"), "{}", long.stderr);
}

/// A provider on this machine that answers every request alike, and keeps what it was asked.
struct Provider {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Provider {
    fn answering(reply: Value) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&requests);
        thread::spawn(move || listener.incoming().for_each(|stream| kept.lock().unwrap().push(serve(stream.unwrap(), &reply))));
        Self { address, requests }
    }

    fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

fn serve(mut stream: TcpStream, reply: &Value) -> String {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") && reader.read_line(&mut head).unwrap() > 0 {}
    let length = head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).unwrap();
    let reply = reply.to_string();
    let headers = format!("content-type: application/json\r\ncontent-length: {}\r\nconnection: close", reply.len());
    write!(stream, "HTTP/1.1 200 OK\r\n{headers}\r\n\r\n{reply}").unwrap();
    head + &String::from_utf8(body).unwrap()
}

fn openai(text: &str) -> Provider {
    Provider::answering(json!({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 0, "model": "local",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": 300, "completion_tokens": 60, "total_tokens": 360}
    }))
}

fn anthropic(text: &str) -> Provider {
    Provider::answering(json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "claude", "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn", "stop_sequence": null, "usage": {"input_tokens": 300, "output_tokens": 60}
    }))
}

#[test]
fn the_environment_names_the_model_and_the_command_line_overrules_it() {
    let answer = read_json("dirty-format.answers.json")[0].as_str().unwrap().to_owned();
    let (openai, anthropic) = (openai(&answer), anthropic(&answer));
    let (openai_url, anthropic_url) = (format!("http://{}/v1", openai.address), format!("http://{}", anthropic.address));
    let input = at(&data("dirty-format.json"));
    let local = [("OPENAI_BASE_URL", openai_url.as_str()), ("OPENAI_MODEL", "tiny")];
    let both = [local[0], local[1], ("ANTHROPIC_API_KEY", "k"), ("ANTHROPIC_BASE_URL", anthropic_url.as_str())];
    for (environment, arguments, asked) in [
        (&local[..], &["--input", &input][..], "openai/tiny"),
        (&both, &["--input", &input], "anthropic/claude-sonnet-4-6"),
        (&both, &["--input", &input, "--model", "openai/other"], "openai/other"),
        (&both, &["--input", &input, "--model", "claude/claude-haiku-4-5"], "anthropic/claude-haiku-4-5"),
    ] {
        let ran = example("with_repair", arguments, environment);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        assert_eq!(serde_json::from_str::<Value>(&ran.stdout).unwrap(), read_json("dirty-format.expected.json")["ticket"]);
        assert!(ran.stderr.contains(&format!("asked     {asked} ")), "{}", ran.stderr);
        assert!(ran.stderr.contains("300 tokens read and 60 written"), "{}", ran.stderr);
    }
    let asked =
        |provider: &Provider, model: &str| provider.requests().iter().any(|request| request.contains(&format!("\"{model}\"")));
    assert!(asked(&openai, "tiny") && asked(&openai, "other"));
    assert!(asked(&anthropic, "claude-sonnet-4-6") && asked(&anthropic, "claude-haiku-4-5"));
    let unnamed = example("with_repair", &["--input", &input], &local[..1]);
    assert_eq!(unnamed.code, Some(1));
    assert!(unnamed.stderr.contains("OPENAI_MODEL"), "{}", unnamed.stderr);
}

#[test]
fn a_live_model_that_is_always_wrong_keeps_within_the_caps() {
    let provider = openai("I'm not sure what you mean.");
    let url = format!("http://{}/v1", provider.address);
    let ran = example("with_repair", &[], &[("OPENAI_BASE_URL", &url), ("OPENAI_MODEL", "tiny")]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(ran.stdout.lines().count(), 2, "only what is clean, or mended without a model, is a ticket");
    assert!(!ran.stderr.contains("scripted"), "{}", ran.stderr);
    assert_eq!(ran.stderr.lines().filter(|line| line.starts_with("code: ")).count(), 3);
    assert!(provider.requests().len() <= 2 * 3 + 2);
}

#[test]
fn the_custom_model_is_asked_again_when_it_is_busy() {
    let ran = example("custom_model", &[], &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(ran.stdout, "call 1: rate_limited: the house is busy\ncall 2: [80, 443, 8080]\nrepaired: [80, 443, 8080]\n");
}

#[test]
fn the_local_model_wants_a_command() {
    let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/local-model/run");
    let output = Command::new("bash").arg(run).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("usage: "));
}

/// The bytes of every request, so that no change of them goes unseen. Accept one with `UPDATE_EXPECT=1 cargo test`.
#[test]
fn the_requests_byte_for_byte() {
    let first = r#"{"priority": "P2", "reporter_email": "tomasz.wrona@example.org"}"#;
    let right = read_json("dirty-format.answers.json")[0].as_str().unwrap().to_owned();
    let op = ParseTicket { raw: read("dirty-format.json").into() };
    expect_file!["../../examples/data/dirty-format.requests.txt"].assert_eq(&requests(op, [first.to_owned(), right]));

    let answers: Vec<String> = serde_json::from_str(&read("dirty-business-rule.gibberish-first.answers.json")).unwrap();
    let op = ValidateRouting { ticket: serde_json::from_str(&read("dirty-business-rule.json")).unwrap() };
    expect_file!["../../examples/data/dirty-business-rule.requests.txt"].assert_eq(&requests(op, answers));
}

fn requests<O: Op>(op: O, answers: impl IntoIterator<Item = String>) -> String {
    let model = ScriptedModel::new().answers(answers);
    let runtime = Runtime::builder().model(model.clone()).clock(Arc::new(TestClock::new())).build();
    assert_eq!(runtime.run_blocking(op).status(), Status::Repaired);
    model.finish().unwrap();
    let requests = model.requests();
    assert_eq!(requests.len(), 2);
    requests.iter().zip(1..).map(|(request, number)| written(request, number)).collect()
}

fn written(request: &Request, number: u32) -> String {
    let Request { max_tokens, system, prompt, schema, .. } = request;
    let schema = schema.as_ref().map_or_else(|| "none".to_owned(), Value::to_string);
    format!("=== request {number}, at most {max_tokens} tokens\n--- system\n{system}\n--- user\n{prompt}\n--- schema\n{schema}\n")
}

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
        ("/a~1b~0c", "unknown_field"),
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
