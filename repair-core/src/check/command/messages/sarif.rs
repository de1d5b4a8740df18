//! SARIF 2.1.0, as far as it says what is wrong and where.

use std::borrow::Cow;

use serde_json::Value;

use super::said::{Level, Said, Sayings};

/// Reads a log. Nothing at all is a log without results: some tools write one only when they have any.
pub(super) fn read(text: &str, sayings: &mut Sayings<'_>) -> Result<(), String> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Ok(());
    }
    let log: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let runs = log.get("runs").and_then(Value::as_array).ok_or("it has no array `runs`")?;
    for run in runs {
        for result in items(&run["results"]) {
            push(result, run, sayings);
        }
    }
    Ok(())
}

fn push(result: &Value, run: &Value, sayings: &mut Sayings<'_>) {
    let rule = rule(result, run);
    let level = level(result, rule);
    if items(&result["suppressions"]).next().is_some() || !sayings.wants(level) {
        return;
    }
    let place = &result["locations"][0]["physicalLocation"];
    let region = &place["region"];
    sayings.push(&Said {
        level,
        rule: result["ruleId"].as_str().or_else(|| rule["id"].as_str()),
        message: message(&result["message"], rule),
        file: place["artifactLocation"]["uri"].as_str(),
        line: number(&region["startLine"]),
        column: number(&region["startColumn"]),
        source: region["snippet"]["text"].as_str().and_then(|snippet| snippet.lines().next()),
        advice: fixes(result),
    });
}

/// The description of the result's rule; null where there is none.
fn rule<'a>(result: &Value, run: &'a Value) -> &'a Value {
    let rules = &run["tool"]["driver"]["rules"];
    let index = number(&result["ruleIndex"]).or_else(|| number(&result["rule"]["index"]));
    match index {
        Some(index) => &rules[index],
        None => {
            let id = result["ruleId"].as_str().or_else(|| result["rule"]["id"].as_str());
            items(rules).find(|rule| id.is_some() && rule["id"].as_str() == id).unwrap_or(&Value::Null)
        }
    }
}

/// The result's own level, else its rule's; a result that is no failure has none.
fn level(result: &Value, rule: &Value) -> Level {
    if result["kind"].as_str().is_some_and(|kind| kind != "fail") {
        return Level::Note;
    }
    match result["level"].as_str().or_else(|| rule["defaultConfiguration"]["level"].as_str()) {
        Some("error") => Level::Error,
        Some("note" | "none") => Level::Note,
        _ => Level::Warning,
    }
}

/// The message itself, or the rule's under the message's id with its arguments put in.
fn message<'a>(message: &'a Value, rule: &'a Value) -> Cow<'a, str> {
    if let Some(text) = message["text"].as_str().or_else(|| message["markdown"].as_str()) {
        return Cow::Borrowed(text);
    }
    let id = message["id"].as_str().unwrap_or("default");
    let template = rule["messageStrings"][id]["text"].as_str().or_else(|| rule["shortDescription"]["text"].as_str());
    let mut text = template.unwrap_or(id).to_owned();
    for (n, argument) in items(&message["arguments"]).filter_map(Value::as_str).enumerate().take(8) {
        // What an argument brings in is not bounded by what the log has: `{0}` may stand there often.
        text = text.replacen(&format!("{{{n}}}"), argument, 4);
    }
    Cow::Owned(text)
}

fn fixes(result: &Value) -> Vec<String> {
    let described = items(&result["fixes"]).take(4).filter_map(|fix| {
        let text = fix["description"]["text"].as_str();
        let inserted = fix["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"].as_str();
        match (text, inserted) {
            (Some(text), Some(inserted)) => Some(format!("fix: {text}, `{inserted}`")),
            (Some(text), None) => Some(format!("fix: {text}")),
            (None, Some(inserted)) => Some(format!("fix: write `{inserted}`")),
            (None, None) => None,
        }
    });
    described.collect()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn number(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|number| usize::try_from(number).ok())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use serde_json::json;

    use super::super::{super::CommandOutput, MAX_FINDINGS, Messages, TEXT_KEPT, read};

    fn log(results: &serde_json::Value) -> String {
        let rules = json!([
            {"id": "R1", "defaultConfiguration": {"level": "error"}, "messageStrings": {"default": {"text": "no {0} before {1}"}}},
            {"id": "R2"},
        ]);
        json!({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "t", "rules": rules}}, "results": results}]}).to_string()
    }

    #[test]
    fn a_result_has_rule_message_place_and_fix() {
        let results = json!([{
            "ruleId": "R1", "level": "error", "message": {"text": "no table `a`"},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": "-"}, "region": {"startLine": 2, "startColumn": 3}}}],
            "fixes": [{"description": {"text": "did you mean b"}, "artifactChanges": [{"replacements": [{"insertedContent": {"text": "b"}}]}]}],
        }]);
        let findings = read(Messages::Sarif, &log(&results), "select *\nfrom a", false);
        assert_eq!(
            findings.to_string(),
            "1. (whole input): expected no error: no table `a`, received \"from a\"; line 2, column 3; fix: did you mean b, `b`"
        );
        assert_eq!(findings.iter().map(|finding| &*finding.rule).collect::<Vec<_>>(), ["R1"]);
    }

    #[test]
    fn level_and_message_may_be_the_rules() {
        let results = json!([
            {"ruleIndex": 0, "message": {"id": "default", "arguments": ["from", "where"]}},
            {"ruleId": "R1", "message": {"text": "by id"}},
            {"ruleId": "R2", "message": {"text": "a warning, since nothing says otherwise"}},
            {"ruleId": "R1", "level": "note", "message": {"text": "a note"}},
            {"ruleId": "R1", "kind": "pass", "message": {"text": "fine"}},
            {"ruleId": "R1", "message": {"text": "suppressed"}, "suppressions": [{"kind": "inSource"}]},
        ]);
        let said = |warnings| {
            let findings = read(Messages::Sarif, &log(&results), "", warnings);
            findings.into_iter().filter_map(|finding| finding.expected).collect::<Vec<_>>()
        };
        assert_eq!(said(false), ["no error: no from before where", "no error: by id"]);
        assert_eq!(said(true).len(), 3);
    }

    #[test]
    fn nothing_is_no_result_and_anything_else_is_an_error() {
        for text in ["", " \n", "\u{feff}{\"runs\": []}", "{\"runs\": [{}]}", "{\"runs\": [1, {\"results\": {}}]}"] {
            assert!(read(Messages::Sarif, text, "", true).is_empty(), "{text}");
        }
        for text in ["oops", "{}", "[]", "{\"runs\": 1}", "{\"runs\": [", &"[".repeat(100_000), "{\"runs\": []} trailing"] {
            let output = CommandOutput::exited(0, text, "");
            assert!(Messages::Sarif.read(&output, true).is_err(), "{}", &text[..text.len().min(40)]);
        }
    }

    #[test]
    fn hostile_logs_are_bounded() {
        let arguments = vec!["{0}{1}".repeat(1000); 8];
        let place = json!([{"physicalLocation": {"region": {"startLine": u64::MAX, "startColumn": -1}}}]);
        let results: Vec<_> = (0..200)
            .map(|n| json!({"level": "error", "ruleId": format!("{n}"), "message": {"id": "{0}", "arguments": arguments}, "locations": place}))
            .collect();
        let findings = read(Messages::Sarif, &log(&json!(results)), "text", false);
        assert_eq!(findings.len(), MAX_FINDINGS);
        assert!(findings.iter().all(|finding| finding.to_string().chars().count() < 2 * TEXT_KEPT));
    }
}
