//! Tickets from a file or from the command line, with answers that are scripted.

use serde_json::Value;

use super::{Ran, at, data, example, read, read_json};

const FIXTURES: [&str; 5] = ["clean", "dirty-format", "dirty-business-rule", "broken-syntax", "hopeless"];

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
    assert!(system.contains("- \"priority\": one of"), "{system}");
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
