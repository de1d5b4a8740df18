//! Faults that were found by reading and by trying: what was wrong is right.

use repair::mend::{self, EditKind, Mended, Options, Risk, UnmendableKind, typed};
use serde_json::json;

use super::options;

#[track_caller]
fn mended(text: &str) -> Mended<'_> {
    mend::json(text, &Options::default()).unwrap()
}

#[track_caller]
fn is(text: &str, expected: &str) {
    assert_eq!(mended(text).text, expected, "{text}");
}

fn refused(text: &str) -> UnmendableKind {
    mend::json(text, &options(Risk::Loss)).unwrap_err().kind
}

fn riskiest(text: &str) -> Option<Risk> {
    mended(text).edits.iter().map(|edit| edit.risk).max()
}

#[test]
fn a_bare_key_may_start_with_an_at_sign() {
    let text = r##"{$ref: "#/a", @type: "P", x: 5}"##;
    is(text, r##"{"$ref": "#/a", "@type": "P", "x": 5}"##);
    assert_eq!(riskiest(text), Some(Risk::Exact));
    is(r#"{"a": "x" @b: 1}"#, r#"{"a": "x", "@b": 1}"#);
    is(r#"{a: word, @type: "P"}"#, r#"{"a": "word", "@type": "P"}"#);
    is(r#"{"a": "first, @b: "second"}"#, r#"{"a": "first", "@b": "second"}"#);
    // an address in a text is none
    is(r#"{"a": "he said "hi", @ noon", "b": 1}"#, r#"{"a": "he said \"hi\", @ noon", "b": 1}"#);
}

#[test]
fn a_bare_key_ends_at_a_line_break_of_any_kind() {
    for line in ["\n", "\r\n", "\r"] {
        is(&format!("{{a{line}: 1, b/c{line}: 'd'}}"), &format!("{{\"a\"{line}: 1, \"b/c\"{line}: \"d\"}}"));
    }
}

#[test]
fn a_python_prefix_before_a_key_is_dropped() {
    let text = "{u'name': u'Ana', u\"n\": 2}";
    is(text, r#"{"name": "Ana", "n": 2}"#);
    assert_eq!(riskiest(text), Some(Risk::Exact));
    assert_eq!(riskiest("{r'n': 2}"), Some(Risk::Exact));
    assert_eq!(riskiest("{b'n': 2}"), Some(Risk::Guess));
    is("{b'n': 2}", r#"{"n": 2}"#);
    is("{u'a', u'b'}", r#"["a", "b"]"#);
}

#[test]
fn a_line_break_before_the_closing_quote_is_kept() {
    let text = "{\"m\": \"first\n\",}";
    is(text, r#"{"m": "first\n"}"#);
    assert_eq!(riskiest(text), Some(Risk::Exact));
    is("[\"a\n  \", 'b\n']", r#"["a\n  ", "b\n"]"#);
}

#[test]
fn a_line_break_at_the_end_of_a_key_is_a_loss() {
    let text = "{\"key\n\": 1}";
    let lost = mend::json(text, &options(Risk::Loss)).unwrap();
    assert_eq!(lost.text, r#"{"key": 1}"#);
    assert_eq!(lost.edits.iter().map(|edit| (edit.kind, edit.risk)).collect::<Vec<_>>(), [(EditKind::LineBreak, Risk::Loss)]);
    assert_eq!(mend::json(text, &options(Risk::Guess)).unwrap_err().kind, UnmendableKind::TooRisky);
}

#[test]
fn a_cut_second_value_is_not_dropped_without_a_word() {
    for text in [r#"{"a": 1} or {"b": 2"#, r#"{"a": 1} or {"b": "tw"#, r#"Either {"a": 1} or {"b": [2, 3"#, "[1, 2] [3"] {
        assert_eq!(refused(text), UnmendableKind::Ambiguous, "{text}");
    }
    // words behind it, even in braces, break nothing off
    is(r#"{"a": 1} as in {this}."#, r#"{"a": 1}"#);
    is(r#"{"a": 1} is the answer."#, r#"{"a": 1}"#);
}

#[test]
fn a_number_in_brackets_in_a_sentence_is_a_citation() {
    for text in ["See [1].", "As shown in [12, 13], it is so.", "[1] Smith 2020", "Both [1] and [2] say so."] {
        assert_eq!(refused(text), UnmendableKind::Nothing, "{text}");
    }
    is("The primes are: [2, 3, 5].", "[2, 3, 5]");
    is("Here you are\n[2, 3, 5]\n", "[2, 3, 5]\n");
    is("It is [1] that {\"a\": 2} says.", r#"{"a": 2}"#);
    let wanted = json!({"type": "array", "items": {"type": "integer"}});
    assert_eq!(typed("See [1].", &wanted, &Options::default()).unwrap().text, "[1]", "where a list is wanted it is one");
}
