//! Coercion by schema: what is made of what, and what is left alone.

use repair::mend::{Checker, Coerced, Fit, Options, Risk, UnmendableKind, coerce, replay, typed};
use serde_json::{Value, json};

fn at(risk: Risk, text: &str, schema: &Value) -> (String, Coerced) {
    let coerced = coerce(text, schema, risk);
    (replay(text, &coerced.edits), coerced)
}

/// What becomes of it, and the highest risk; `None` where it is left alone with findings.
fn made(text: &str, schema: &Value) -> Option<(String, Option<Risk>)> {
    let (new, coerced) = at(Risk::Guess, text, schema);
    let risk = coerced.edits.iter().map(|edit| edit.risk).max();
    if coerced.findings.is_empty() { Some((new, risk)) } else { None }
}

#[track_caller]
fn becomes(text: &str, schema: &Value, new: &str, risk: Risk) {
    assert_eq!(made(text, schema), Some((new.to_owned(), Some(risk))), "{text}");
}

#[track_caller]
fn stays(text: &str, schema: &Value) {
    let (new, coerced) = at(Risk::Guess, text, schema);
    assert!(!coerced.findings.is_empty(), "{text} became {new}");
}

#[test]
fn numbers() {
    let (integer, number) = (json!({"type": "integer"}), json!({"type": "number"}));
    becomes(r#""500""#, &integer, "500", Risk::Exact);
    becomes(r#"" -7 ""#, &integer, "-7", Risk::Exact);
    becomes(r#""5.0""#, &integer, "5", Risk::Exact);
    becomes(r#""+5""#, &integer, "5", Risk::Exact);
    becomes(r#"".5""#, &number, "0.5", Risk::Exact);
    becomes(r#""1e3""#, &number, "1e3", Risk::Exact);
    becomes(r#""0.10""#, &number, "0.10", Risk::Exact);
    becomes(r#""12,111""#, &integer, "12111", Risk::Guess);
    becomes(r#""12,111.50""#, &number, "12111.50", Risk::Guess);
    becomes(r#""12.111,50""#, &number, "12111.50", Risk::Guess);
    becomes(r#""1,234,567""#, &number, "1234567", Risk::Guess);
    becomes(r#""12,5""#, &number, "12.5", Risk::Guess);
    becomes(r#""1/5""#, &number, "0.2", Risk::Guess);
    becomes(r#""$1,234.50""#, &number, "1234.50", Risk::Guess);
    becomes(r#""12 €""#, &number, "12", Risk::Guess);
    for text in [
        "12,111", "12%", "1/0", "1/2/2024", "5 dogs", "abc", "", "n/a", "-", "1,23,456", "0x10", "1 2", "--5", "NaN", "$", ".",
        "1e", "1_00_0",
    ] {
        stays(&json!(text).to_string(), &number);
    }
    for text in ["5.5", "1/5", "007", "1,2", "12.111"] {
        stays(&json!(text).to_string(), &integer);
    }
    stays("5.5", &integer);
    stays("true", &number);
    becomes("5.50", &json!({"type": "string"}), r#""5.50""#, Risk::Exact);
    stays("true", &json!({"type": "string"}));
    stays(r#""500""#, &json!({"type": "integer", "maximum": 100}));
}

#[test]
fn booleans() {
    let schema = json!({"type": "boolean"});
    for (text, new, risk) in
        [("yes", "true", Risk::Exact), ("False", "false", Risk::Exact), ("on", "true", Risk::Guess), ("0", "false", Risk::Guess)]
    {
        becomes(&json!(text).to_string(), &schema, new, risk);
    }
    becomes("1", &schema, "true", Risk::Guess);
    becomes("0.0", &schema, "false", Risk::Guess);
    for text in ["2", "null", r#""maybe""#, r#""""#, r#""yes or no""#, r#""not true""#] {
        stays(text, &schema);
    }
}

#[test]
fn names() {
    let schema = json!({"enum": ["in_progress", "done", "not_started"]});
    for text in ["In Progress", "IN-PROGRESS", "inProgress", " in progress. ", "`in_progress`"] {
        becomes(&json!(text).to_string(), &schema, r#""in_progress""#, Risk::Exact);
    }
    becomes(r#""done - all tests pass""#, &schema, r#""done""#, Risk::Guess);
    becomes(r#""I think it is in progress""#, &schema, r#""in_progress""#, Risk::Guess);
    for text in ["done or in progress", "not done", "it isn't done yet", "undone", "", "started", "done-ish"] {
        stays(&json!(text).to_string(), &schema);
    }
    let priority = json!({"enum": ["low", "medium", "high", "urgent"]});
    becomes(r#""Urgent!""#, &priority, r#""urgent""#, Risk::Exact);
    becomes(r#""very high priority""#, &priority, r#""high""#, Risk::Guess);
    for text in ["!urgent", "urgent?!", "not urgent!", "high, or even urgent!", "P1"] {
        stays(&json!(text).to_string(), &priority);
    }
    stays(r#""5!""#, &json!({"enum": ["5", "6"]}));
    let letters = json!({"enum": ["A", "B", "C"]});
    becomes(r#""Option B.""#, &letters, r#""B""#, Risk::Guess);
    becomes(r#""b""#, &letters, r#""B""#, Risk::Exact);
    for text in ["A good answer", "a good answer", "A or B", "D", "A better one is B"] {
        stays(&json!(text).to_string(), &letters);
    }
    stays(r#""I have no idea""#, &json!({"enum": ["yes", "no"]}));
    let signs = json!({"enum": ["C", "C++", "C#"]});
    becomes(r#""c++""#, &signs, r#""C++""#, Risk::Exact);
    becomes(r#""I use C# daily""#, &signs, r#""C#""#, Risk::Guess);
    stays(r#""C++ and C""#, &signs);
    stays(r#""c#""#, &json!({"enum": ["c", "java"]}));
    stays(r#""Red""#, &json!({"enum": ["red", "RED"]}));
    becomes(r#""Ecole""#, &json!({"enum": ["École", "Lycée"]}), "\"École\"", Risk::Exact);
    becomes("2", &json!({"enum": ["1", "2"]}), r#""2""#, Risk::Exact);
    becomes(r#""2""#, &json!({"const": 2}), "2", Risk::Exact);
    let aliased = json!({"enum": ["ONE", "TWO"], "x-alias": {"ONE": "k1", "TWO": ["k2", "second"]}});
    becomes(r#""Second""#, &aliased, r#""TWO""#, Risk::Exact);
    stays(r#""k1 and k2""#, &aliased);
}

#[test]
fn lists_and_wrappers() {
    let list = json!({"type": "array", "items": {"type": "integer"}});
    becomes("5", &list, "[5]", Risk::Guess);
    becomes(r#""5""#, &list, "[5]", Risk::Guess);
    becomes(r#"{"items": [1, "2"]}"#, &list, "[1, 2]", Risk::Guess);
    stays("null", &list);
    stays(r#"[1, "x"]"#, &list);
    let texts = json!({"type": "array", "items": {"type": "string"}});
    becomes(
        r#""a sentence, with a comma that is only a comma""#,
        &texts,
        r#"["a sentence, with a comma that is only a comma"]"#,
        Risk::Guess,
    );
    stays(r#""red, green""#, &texts);
    stays(r#""[a, b]""#, &texts);
    becomes(r#""[\"a\", \"b\"]""#, &texts, r#"["a", "b"]"#, Risk::Exact);
    becomes(r#""{\"a\": 1}""#, &texts, r#"["{\"a\": 1}"]"#, Risk::Guess);
    becomes("[5]", &json!({"type": "integer"}), "5", Risk::Guess);
    stays("[5, 6]", &json!({"type": "integer"}));
    stays("[]", &json!({"type": "integer"}));
    let id = json!({"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]});
    becomes(r#"{"data": {"result": {"id": "1"}}}"#, &id, r#"{"id": 1}"#, Risk::Guess);
    becomes(r#"[{"id": 1}]"#, &id, r#"{"id": 1}"#, Risk::Guess);
    stays(r#"{"error": {"id": 1}}"#, &id);
    stays(r#"{"ok": true, "result": {"id": 1}}"#, &id);
    stays(r#"{"message": "no such ticket"}"#, &json!({"type": "string"}));
    let node = json!({"type": "object", "properties": {"id": {"type": "integer"}, "next": {"$ref": "#"}}, "required": ["id"]});
    stays(r#"{"next": {"id": 1}}"#, &node);
    becomes(r#""{\"id\": \"7\"}""#, &id, r#"{"id": 7}"#, Risk::Exact);
    stays(r#""{id: 7}""#, &id);
}

#[test]
fn members() {
    let closed = json!({"type": "object", "properties": {"full_name": {"type": "string"}, "age": {"type": "integer"}}, "additionalProperties": false});
    becomes(r#"{"FullName": "A", "Age": "5"}"#, &closed, r#"{"full_name": "A", "age": 5}"#, Risk::Exact);
    stays(r#"{"full_name": "A", "fullName": "B"}"#, &closed);
    stays(r#"{"Full Name": "A", "fullName": "B"}"#, &closed);
    stays(r#"{"extra": 1}"#, &closed);
    let (new, coerced) = at(Risk::Loss, r#"{"x": 0, "age": 1, "y": 2, "z": 3}"#, &closed);
    assert_eq!((new.as_str(), coerced.edits.len()), (r#"{"age": 1}"#, 3));
    assert_eq!(at(Risk::Loss, r#"{"x": 0, "y": 1}"#, &closed).0, "{}");
    let open = json!({"type": "object", "properties": {"full_name": {"type": "string"}}});
    assert_eq!(made(r#"{"Full Name": "A"}"#, &open), Some((r#"{"Full Name": "A"}"#.to_owned(), None)));
}

#[test]
fn unions() {
    let tagged = json!({"oneOf": [
        {"type": "object", "properties": {"kind": {"const": "circle"}, "r": {"type": "number"}}, "required": ["kind", "r"]},
        {"type": "object", "properties": {"kind": {"const": "square"}, "side": {"type": "number"}}, "required": ["kind", "side"]},
    ]});
    becomes(r#"{"kind": "Square", "side": "2"}"#, &tagged, r#"{"kind": "square", "side": 2}"#, Risk::Exact);
    stays(r#"{"kind": "triangle", "side": 2}"#, &tagged);
    let (_, coerced) = at(Risk::Guess, r#"{"kind": "square", "side": "wide"}"#, &tagged);
    let paths: Vec<_> = coerced.findings.iter().map(|finding| finding.path.as_str()).collect();
    assert_eq!(paths, ["/side"], "the findings of the branch that is meant");
    assert_eq!(made(r#""5""#, &json!({"anyOf": [{"type": "integer"}, {"type": "string"}]})), Some((r#""5""#.to_owned(), None)));
    let small = json!({"anyOf": [{"type": "integer"}, {"type": "null"}], "minimum": 6});
    assert!(typed(r#""5""#, &small, &Options::default()).is_err(), "what is right before may be wrong after");
    let both = json!({"allOf": [{"properties": {"a": {"type": "integer"}}}, {"properties": {"b": {"type": "integer"}}}], "type": "object"});
    becomes(r#"{"b": "1", "a": "2"}"#, &both, r#"{"b": 1, "a": 2}"#, Risk::Exact);
    let same = json!({"anyOf": [{"type": "boolean"}, {"type": "array", "items": {"type": "boolean"}}]});
    becomes(r#""yes""#, &same, "true", Risk::Exact);
    stays("1", &json!({"anyOf": [{"type": "boolean"}, {"type": "array", "items": {"type": "number"}}]}));
}

#[test]
fn schemas_that_cannot_be_used() {
    let loop_ = json!({"$ref": "#/definitions/a", "definitions": {"a": {"$ref": "#/definitions/a"}}});
    for schema in [loop_, json!({"$ref": 123}), json!({"$ref": "#/nowhere"}), json!({"type": "bogus"}), json!(5)] {
        stays("{}", &schema);
        assert!(typed("{}", &schema, &Options::default()).is_err());
    }
}

#[test]
fn a_better_fit_is_greater() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}, "required": ["a"]});
    let checker = Checker::new(&schema).unwrap();
    let fit = |text| checker.fit(text, Risk::Guess);
    let ranked = [r#"{"a": 1, "b": 2}"#, r#"{"a": 1}"#, r#"{"a": "1"}"#, r#"{"a": "1,000"}"#, r#"{"b": 1}"#, "no"].map(fit);
    assert!(ranked.is_sorted_by(|one, two| one > two), "{ranked:?}");
    assert!(matches!(ranked, [Fit::Exact { known: 2 }, Fit::Exact { known: 1 }, .., Fit::Not { .. }]));
}

#[test]
fn scalars_in_prose() {
    let made = |text, schema: Value| {
        typed(text, &schema, &Options::default()).map(|mended| mended.text.into_owned()).map_err(|error| error.kind)
    };
    let boolean = json!({"type": "boolean"});
    assert_eq!(made("The answer is **True**.", boolean.clone()).as_deref(), Ok("true"));
    assert_eq!(made("Yes.", boolean.clone()).as_deref(), Ok("true"));
    assert_eq!(made("true or false", boolean.clone()), Err(UnmendableKind::Ambiguous));
    assert_eq!(made("That is not true.", boolean.clone()), Err(UnmendableKind::Ambiguous));
    assert!(made("I can't help with that.", boolean.clone()).is_err());
    assert_eq!(made("So it is true", json!({"type": "array", "items": boolean})).as_deref(), Ok("[true]"));
    let one = json!({"enum": ["ONE", "TWO"]});
    assert_eq!(made("**one** is the answer", one.clone()).as_deref(), Ok("\"ONE\""));
    assert_eq!(made("TWO\" is one of the correct answers.", one.clone()).as_deref(), Ok("\"TWO\""));
    assert_eq!(made("Two\" is one of the correct answers.", one.clone()), Err(UnmendableKind::Ambiguous));
    assert!(made("NUMBER_TWO", one).is_err());
    let integer = json!({"type": "integer"});
    assert_eq!(made("12,111", integer.clone()).as_deref(), Ok("12111"));
    assert_eq!(made("The total is **42**.", integer.clone()).as_deref(), Ok("42"));
    for text in ["I see 3 dogs", "It is 5 or 6", "The total is 5%", "The total is 5 million", "Section 3: none", "v1.2.3"] {
        assert!(made(text, integer.clone()).is_err(), "{text}");
    }
}

#[test]
fn dates() {
    let date = json!({"type": "string", "format": "date"});
    for text in [
        "March 5, 2026",
        "5 March 2026",
        "5th of March 2026",
        "the 5th of March, 2026",
        "Mar 5 2026",
        "MAR. 5th, 2026",
        "5-Mar-2026",
        "05MAR2026",
        "2026 March 5",
        "Thursday, March 5, 2026",
        "5. März 2026",
        "Donnerstag, 5. März 2026",
        "jeudi 5 mars 2026",
        "5 de marzo de 2026",
        "5 marzo 2026",
        "2026/03/05",
        "2026.03.05",
        "2026-3-5",
        "2026–03–05",
        "20260305",
        " 2026-03-05 ",
        "2026-03-05T00:00:00Z",
        "2026-03-05 00:00",
        "March 5, 2026 12 am",
    ] {
        becomes(&json!(text).to_string(), &date, r#""2026-03-05""#, Risk::Exact);
    }
    becomes(r#""1er août 2026""#, &date, r#""2026-08-01""#, Risk::Exact);
    becomes(r#""13/04/2026""#, &date, r#""2026-04-13""#, Risk::Exact);
    becomes(r#""04/13/2026""#, &date, r#""2026-04-13""#, Risk::Exact);
    becomes(r#""04-04-2026""#, &date, r#""2026-04-04""#, Risk::Exact);
    becomes(r#""31.12.2026""#, &date, r#""2026-12-31""#, Risk::Exact);
    becomes(r#""05.03.2026""#, &date, r#""2026-03-05""#, Risk::Guess);
    becomes(r#""5. 3. 2026""#, &date, r#""2026-03-05""#, Risk::Guess);
    let patterned = json!({"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"});
    becomes(r#""March 5, 2026""#, &patterned, r#""2026-03-05""#, Risk::Exact);
}

#[test]
fn dates_that_are_none_or_two() {
    for schema in [json!({"type": "string", "format": "date"}), json!({"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"})] {
        for text in [
            "05/03/2026",
            "05-03-2026",
            "8/3/26",
            "05.03.26",
            "5 March 26",
            "March 2026",
            "March 5",
            "31 February 2026",
            "2026/02/31",
            "30.02.2026",
            "04.13.2026",
            "2026.13.04",
            "05032026",
            "Monday, March 5, 2026",
            "March 5 or 6, 2026",
            "5-6 March 2026",
            "before March 5, 2026",
            "March 5, 2026 to March 7, 2026",
            "next Thursday",
            "tomorrow",
            "n/a",
            "",
            "2026-03-05T14:30:00Z",
            "March 2026 5",
        ] {
            let json = json!(text).to_string();
            assert!(typed(&json, &schema, &Options::default()).is_err(), "{text}");
        }
    }
    let date = json!({"type": "string", "format": "date"});
    assert!(typed(r#""2026-02-31""#, &date, &Options::default()).is_err());
    let read = |text: &str| repair::mend::read(text, &date, &Options::default()).unwrap().findings;
    let hint = "it is either 2026-03-05, day first, or 2026-05-03, month first";
    assert_eq!(read(r#""05/03/2026""#).iter().next().unwrap().hint.as_deref(), Some(hint));
    assert_eq!(read(r#""soon""#).iter().next().unwrap().hint, None);
    assert_eq!(at(Risk::Loss, r#""2026-03-05T14:30:00Z""#, &date).0, r#""2026-03-05""#);
    for text in [r#""5 March 2026""#, r#""05.03.2026""#] {
        let free = json!({"anyOf": [date, {"type": "string"}]});
        assert_eq!(made(text, &free), Some((text.to_owned(), None)), "it may stand as it is");
        assert_eq!(made(text, &json!({"type": "string"})), Some((text.to_owned(), None)));
    }
}

#[test]
fn a_date_is_a_guess_where_the_pattern_may_want_it_otherwise() {
    let ours = json!({"type": "string", "format": "date", "pattern": r"^2026-"});
    becomes(r#""March 5, 2026""#, &ours, r#""2026-03-05""#, Risk::Guess);
    let german = json!({"type": "string", "format": "date", "pattern": r"^\d{2}\.\d{2}\.\d{4}$"});
    let read = repair::mend::read(r#""March 5, 2026""#, &german, &Options::default()).unwrap();
    assert_eq!((read.mended.text.as_ref(), read.findings.is_empty()), (r#""March 5, 2026""#, false));
}

#[test]
fn times() {
    let moment = json!({"type": "string", "format": "date-time"});
    for text in [
        "2026-03-05 14:30:00Z",
        "2026-03-05T14:30:00 Z",
        "2026-03-05, 14:30:00 UTC",
        "2026/03/05 14:30:00Z",
        "5 March 2026 at 2:30:00 pm GMT",
    ] {
        becomes(&json!(text).to_string(), &moment, r#""2026-03-05T14:30:00Z""#, Risk::Exact);
    }
    becomes(r#""Thu, 05 Mar 2026 14:30:00 +0100""#, &moment, r#""2026-03-05T14:30:00+01:00""#, Risk::Exact);
    becomes(r#""2026-03-05 14:30:00.250+01""#, &moment, r#""2026-03-05T14:30:00.250+01:00""#, Risk::Exact);
    becomes(r#""2026-03-05 14:30Z""#, &moment, r#""2026-03-05T14:30:00Z""#, Risk::Guess);
    becomes(r#""05.03.2026 14:30:00 UTC""#, &moment, r#""2026-03-05T14:30:00Z""#, Risk::Guess);
    let as_they_are = ["2026-03-05t14:30:00z", "2026-03-05T14:30:00.5-05:00", "2016-12-31T23:59:60Z"];
    for text in as_they_are {
        let text = json!(text).to_string();
        assert_eq!(typed(&text, &moment, &Options::default()).unwrap().text, text);
    }
    let refused = [
        "2026-03-05 14:30",
        "2026-03-05T14:30:00",
        "2026-03-05 14:30 CET",
        "2026-03-05",
        "March 5, 2026 2 pm",
        "05/03/2026 14:30:00Z",
        "2026-03-05 25:00:00Z",
        "2026-03-05 13:30 pm UTC",
        "2026-02-30 14:30:00Z",
    ];
    for text in refused {
        assert!(typed(&json!(text).to_string(), &moment, &Options::default()).is_err(), "{text}");
    }
    let local = json!({"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$"});
    becomes(r#""2026-03-05 14:30:00""#, &local, r#""2026-03-05T14:30:00""#, Risk::Exact);
    becomes(r#""2026-03-05 14:30""#, &local, r#""2026-03-05T14:30:00""#, Risk::Guess);
    assert!(typed(r#""2026-03-05 14:30Z""#, &local, &Options::default()).is_err(), "the zone is not dropped");
    let utc = json!({"type": "string", "format": "date-time", "pattern": r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$"});
    becomes(r#""2026-03-05 14:30:00+00:00""#, &utc, r#""2026-03-05T14:30:00Z""#, Risk::Exact);
    for text in ["2026-03-05T14:30:00+01:00", "2026-03-05T14:30:00"] {
        assert!(typed(&json!(text).to_string(), &utc, &Options::default()).is_err(), "{text}");
    }
}

#[test]
fn times_of_day() {
    let time = json!({"type": "string", "pattern": r"^([01]\d|2[0-3]):[0-5]\d$"});
    becomes(r#""2:30 pm""#, &time, r#""14:30""#, Risk::Exact);
    becomes(r#""2 PM""#, &time, r#""14:00""#, Risk::Exact);
    becomes(r#""12:05 a.m.""#, &time, r#""00:05""#, Risk::Exact);
    becomes(r#""14:30:00""#, &time, r#""14:30""#, Risk::Exact);
    becomes(r#""14:30 Uhr""#, &time, r#""14:30""#, Risk::Exact);
    becomes(r#""9:30""#, &time, r#""09:30""#, Risk::Guess);
    for text in ["14:30:15", "14:30 CET", "14:30Z", "24:00", "2 or 3 pm", "half past two", "14", "2026-03-05 14:30"] {
        assert!(typed(&json!(text).to_string(), &time, &Options::default()).is_err(), "{text}");
    }
    let zoned = json!({"type": "string", "format": "time"});
    becomes(r#""2:30:00 pm Z""#, &zoned, r#""14:30:00Z""#, Risk::Exact);
    assert!(typed(r#""2:30 pm""#, &zoned, &Options::default()).is_err(), "no zone is invented");
}

fn field(name: &str, schema: Value) -> Value {
    json!({"type": "object", "properties": {name: schema}, "required": [name]})
}

/// What becomes of a text in a field of that name.
#[track_caller]
fn fills(name: &str, schema: &Value, text: &str, new: &str) {
    let (before, after) = (json!({name: text}).to_string(), format!("{{{}:{new}}}", json!(name)));
    becomes(&before, &field(name, schema.clone()), &after, Risk::Guess);
}

#[track_caller]
fn is_refused(name: &str, schema: &Value, text: &str) {
    stays(&json!({name: text}).to_string(), &field(name, schema.clone()));
}

#[test]
fn numbers_in_words() {
    let (integer, number) = (json!({"type": "integer"}), json!({"type": "number"}));
    for (text, new) in [
        ("twelve", "12"),
        ("Twenty-five", "25"),
        ("two hundred and fifty", "250"),
        ("one thousand two hundred", "1200"),
        ("a dozen", "12"),
        ("two dozen", "24"),
        ("half a million", "500000"),
        ("minus five", "-5"),
        ("zwölf", "12"),
        ("undici", "11"),
        ("trois", "3"),
    ] {
        becomes(&json!(text).to_string(), &integer, new, Risk::Guess);
    }
    becomes(r#""two and a half""#, &number, "2.5", Risk::Guess);
    fills("estimate", &number, "an hour and a half", "1.5");
    fills("weight_kg", &number, "half a kilo", "0.5");
    fills("duration_minutes", &integer, "forty-five minutes", "45");
    for text in [
        "a few",
        "several",
        "none",
        "twelve or so",
        "about twelve",
        "ten to twelve",
        "one or two",
        "twelve?",
        "twenty twenty-six",
        "one two three",
        "two and a half",
        "half",
        "a couple",
        "once",
        "twelfth",
        "null",
    ] {
        stays(&json!(text).to_string(), &integer);
    }
}

#[test]
fn numbers_with_units() {
    let (integer, number) = (json!({"type": "integer"}), json!({"type": "number"}));
    for (text, new) in [
        ("12 kg", "12"),
        ("12kg", "12"),
        ("1.5 l", "1.5"),
        ("412,5 kg", "412.5"),
        ("-4 °C", "-4"),
        ("€ 45.90", "45.90"),
        ("EUR 45.90", "45.90"),
        ("45,90 EUR", "45.90"),
        ("1 250 km", "1250"),
        ("1 842,50 €", "1842.50"),
        ("1.5k", "1500"),
        ("2M", "2000000"),
        ("1.25 million", "1250000"),
        ("$1.5k", "1500"),
    ] {
        becomes(&json!(text).to_string(), &number, new, Risk::Guess);
    }
    becomes(r#""1.5k""#, &integer, "1500", Risk::Guess);
    becomes(r#""1,200 pcs.""#, &integer, "1200", Risk::Guess);
    becomes(r#""30 minutes""#, &integer, "30", Risk::Guess);
    fills("parcels", &integer, "3 parcels", "3");
    fills("page_count", &integer, "12 pages", "12");
    fills("share_percent", &number, "85%", "85");
    fills("share", &json!({"type": "number", "description": "Share of the requests in per cent."}), "85 %", "85");
    for text in [
        "10-12 kg",
        "10 to 12 kg",
        "about 12 kg",
        "~12",
        "12+",
        ">12",
        "12?",
        "5 ft 3 in",
        "2 x 4 kg",
        "12 of 15",
        "1.250 km",
        "1,250 km",
        "5m",
        "5 Mb",
        "12 pounds",
        "3 parcels",
        "v2",
        "No. 5",
        "5 billion",
        "85%",
        "85 per cent",
        "kg",
        "1e3 kg",
        "12 kg net",
        "12 kg or so",
    ] {
        stays(&json!(text).to_string(), &number);
    }
    stays(r#""1.0005k""#, &integer);
}

#[test]
fn a_unit_that_is_not_the_fields_is_not_left_out() {
    let number = json!({"type": "number"});
    let in_hours = json!({"type": "number", "description": "Estimated work in hours."});
    for (name, text, new) in [
        ("duration_minutes", "30 minutes", "30"),
        ("durationMinutes", "30 min", "30"),
        ("timeout_s", "30 seconds", "30"),
        ("weight_kg", "12 kg", "12"),
        ("price_per_kg", "12 €", "12"),
        ("unit_price", "12 €", "12"),
        ("amount_eur", "12 €", "12"),
    ] {
        fills(name, &number, text, new);
    }
    fills("estimate", &in_hours, "2 hours", "2");
    for (name, text) in [
        ("duration_minutes", "2 hours"),
        ("durationMinutes", "two hours"),
        ("timeout_seconds", "2500 ms"),
        ("timeout_s", "2 min"),
        ("weight_kg", "500 g"),
        ("weight_kg", "12 €"),
        ("weight_kg", "3 pieces"),
        ("amount_eur", "$12"),
        ("amount_eur", "12 USD"),
        ("length_m", "5m long"),
    ] {
        is_refused(name, &number, text);
    }
    is_refused("estimate", &in_hours, "2 days");
    is_refused("estimate", &in_hours, "three days");
    let nested = field("dimensions_cm", field("width", number.clone()));
    stays(r#"{"dimensions_cm": {"width": "12 mm"}}"#, &nested);
    becomes(r#"{"dimensions_cm": {"width": "12 cm"}}"#, &nested, r#"{"dimensions_cm": {"width": 12}}"#, Risk::Guess);
    let price = json!({"type": "object", "properties": {"amount": number, "currency": {"type": "string"}}});
    becomes(r#"{"amount": "5 EUR", "currency": "EUR"}"#, &price, r#"{"amount": 5, "currency": "EUR"}"#, Risk::Guess);
    stays(r#"{"amount": "5 EUR", "currency": "USD"}"#, &price);
}

fn party() -> Value {
    let texts = json!({"name": {"type": "string"}, "country": {"enum": ["DE", "FR"]}, "vat": {"type": "string"}});
    json!({"type": "object", "properties": texts, "required": ["name", "country"], "additionalProperties": false})
}

fn order() -> Value {
    let properties = json!({"id": {"type": "integer"}, "customer": party(), "note": {"type": "string"}});
    json!({"type": "object", "properties": properties, "required": ["id", "customer"], "additionalProperties": false})
}

#[test]
fn members_one_level_too_high() {
    let whole = r#"{"id": 1, "customer": {"name": "A", "country": "DE"}}"#;
    for text in [
        r#"{"id": 1, "customer_name": "A", "customer_country": "DE"}"#,
        r#"{"id": 1, "customerName": "A", "customer.country": "DE"}"#,
        r#"{"id": 1, "name": "A", "country": "DE"}"#,
        r#"{"id": 1, "name": "A", "customer_country": "de"}"#,
    ] {
        becomes(text, &order(), whole, Risk::Guess);
    }
    becomes(
        r#"{"customer_vat": "X", "customer_name": "A", "id": "1", "customer_country": "fr"}"#,
        &order(),
        r#"{"customer": {"vat": "X", "name": "A", "country": "FR"}, "id": 1}"#,
        Risk::Guess,
    );
    becomes(
        r#"{"customer": {"name": "A"}, "id": 1, "country": "DE"}"#,
        &order(),
        r#"{"customer": {"name": "A", "country": "DE"}, "id": 1}"#,
        Risk::Guess,
    );
    becomes(
        r#"{"customer_name": "A", "customer": {}, "country": "DE", "id": 1}"#,
        &order(),
        r#"{"customer": {"name": "A", "country": "DE"}, "id": 1}"#,
        Risk::Guess,
    );
    let items = json!({"type": "array", "items": order()});
    becomes(
        r#"[{"id": 1, "name": "A", "country": "DE"}, {"id": 2, "name": "B", "country": "FR"}]"#,
        &items,
        r#"[{"id": 1, "customer": {"name": "A", "country": "DE"}}, {"id": 2, "customer": {"name": "B", "country": "FR"}}]"#,
        Risk::Guess,
    );
    let referring = json!({"$defs": {"party": party()}, "type": "object", "required": ["by"],
        "properties": {"by": {"$ref": "#/$defs/party"}}});
    becomes(r#"{"by_name": "A", "by_country": "DE"}"#, &referring, r#"{"by": {"name": "A", "country": "DE"}}"#, Risk::Guess);
}

#[test]
fn members_that_are_not_moved() {
    for text in [
        r#"{"id": 1, "customer_name": "A"}"#,
        r#"{"id": 1, "customer_name": "A", "customer_country": "Mars"}"#,
        r#"{"id": 1, "customer_name": "A", "name": "B", "country": "DE"}"#,
        r#"{"id": 1, "name": "A", "country": "DE", "colour": "red"}"#,
        r#"{"id": 1, "customer": {"name": "A", "country": "DE"}, "customer_name": "B"}"#,
        r#"{"id": 1, "customer": "A", "customer_country": "DE"}"#,
        r#"{"id": 1, "customer_name": "A", "customer_country": "DE", "customer_country": "FR"}"#,
    ] {
        stays(text, &order());
    }
    let two = json!({"type": "object", "properties": {"seller": party(), "buyer": party()}, "required": ["seller", "buyer"]});
    stays(r#"{"name": "A", "country": "DE"}"#, &two);
    stays(r#"{"seller": {"name": "A", "country": "DE"}, "buyer_name": "B"}"#, &two);
    let text = r#"{"seller_name": "A", "seller_country": "DE", "buyer_name": "B", "buyer_country": "FR"}"#;
    let made = r#"{"seller": {"name": "A", "country": "DE"}, "buyer": {"name": "B", "country": "FR"}}"#;
    becomes(text, &two, made, Risk::Guess);
    let optional = json!({"type": "object", "properties": {"customer": party(), "id": {"type": "integer"}}});
    let text = r#"{"name": "A", "country": "DE", "id": 1}"#;
    assert_eq!(self::made(text, &optional), Some((text.to_owned(), None)), "nothing is missing, and nothing is forbidden");
    let exact = at(Risk::Exact, r#"{"id": 1, "name": "A", "country": "DE"}"#, &order());
    assert!(exact.1.edits.is_empty());
}

#[test]
fn members_within_an_object_that_is_not_known() {
    becomes(
        r#"{"id": 1, "details": { "customer": {"name": "A", "country": "de"}, "note": "n" }}"#,
        &order(),
        r#"{"id": 1, "customer": {"name": "A", "country": "DE"}, "note": "n"}"#,
        Risk::Guess,
    );
    for text in [
        r#"{"id": 1, "error": {"customer": {"name": "A", "country": "DE"}}}"#,
        r#"{"id": 1, "old": {"customer": {"name": "A", "country": "DE"}}}"#,
        r#"{"id": 1, "details": {"customer": {"name": "A", "country": "DE"}, "colour": "red"}}"#,
        r#"{"id": 1, "details": {"customer": {"name": "A", "country": "DE"}}, "ok": false}"#,
        r#"{"id": 1, "details": {"id": 2, "customer": {"name": "A", "country": "DE"}}}"#,
        r#"{"id": 1, "details": {"note": "n"}}"#,
        r#"{"id": 1, "details": {}}"#,
    ] {
        stays(text, &order());
    }
}

#[test]
fn time_grows_with_the_length_alone() {
    let time = |n: usize, make: &dyn Fn(usize) -> String, schema: &Value| {
        let text: Vec<String> = (0..n).map(make).collect();
        let text = format!("{{{}}}", text.join(","));
        let run = |_| {
            let start = crate::support::Worked::now();
            let _ = std::hint::black_box(coerce(&text, schema, Risk::Guess));
            start.elapsed().as_secs_f64()
        };
        (0..2).map(run).fold(f64::MAX, f64::min)
    };
    let amounts = json!({"type": "object", "additionalProperties": {"type": "number"}});
    let dates = json!({"type": "object", "additionalProperties": {"type": "string", "format": "date"}});
    let shapes: [(&dyn Fn(usize) -> String, &Value); 5] = [
        (&|n| format!("\"name{}\": 1", " ".repeat(n % 50)), &order()),
        (&|n| format!("\"n{n}\": {{\"name\": 1}}"), &order()),
        (&|n| format!("\"unit{n}\": \"5 EUR\""), &amounts),
        (&|n| format!("\"{n}\": \"two hundred and fifty million and five\""), &amounts),
        (&|n| format!("\"{n}\": \"the the the 5th of March of 2026\""), &dates),
    ];
    for (n, (make, schema)) in shapes.into_iter().enumerate() {
        // a busy machine slows single runs down
        let is_linear = |_| time(2000, make, schema) < 32.0 * time(250, make, schema);
        assert!((0..8).any(is_linear), "{n}: eight times the text takes far more than eight times as long");
    }
}
