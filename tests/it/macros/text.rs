//! Free text: the default for a struct with a single `String` field.

use repair::{Format, RepairableInput};

use super::set;

#[derive(Clone, Debug, PartialEq, RepairableInput)]
struct Note {
    text: String,
}

#[derive(Clone, Debug, PartialEq, RepairableInput)]
#[repair(text)]
struct Line(#[repair(ungrounded_ok)] std::string::String);

#[test]
fn fences_and_blank_lines_around_the_text_are_taken_off() {
    let note = Note::unmarshal_repair("\n```text\n  two\nlines\n```\n\n").unwrap();
    assert_eq!(note.text, "  two\nlines");
    assert_eq!(Line::unmarshal_repair("one"), Ok(Line("one".into())));
}

#[test]
fn an_empty_answer_is_a_finding_of_its_own() {
    let findings = Note::unmarshal_repair("``` \n```").unwrap_err();
    assert_eq!(findings.iter().map(|finding| &*finding.rule).collect::<Vec<_>>(), ["empty"]);
}

#[test]
fn the_text_is_shown_as_it_is_without_a_copy() {
    let note = Note { text: "as it is\n".into() };
    assert!(matches!(note.show().unwrap(), std::borrow::Cow::Borrowed("as it is\n")));
}

#[test]
fn its_shape_is_text() {
    assert_eq!(Note::shape().format(), Format::Text);
    assert_eq!(Note::shape().json_schema(), None);
    assert_eq!(Line::shape().ungrounded_ok_paths(), [""]);
}

#[test]
fn setting_it_replaces_the_whole_text() {
    let mut note = Note { text: "old".into() };
    set(&mut note, "new").unwrap();
    assert_eq!(note.text, "new");
    set(&mut note, "").unwrap_err();
    assert_eq!(note.text, "new");
}
