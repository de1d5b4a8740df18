//! What the macros say of misuse: one clear error a mistake, at the author's own tokens.

use std::{fs, path::Path};

const FOLDERS: [&str; 4] = ["tests/ui/repairable", "tests/ui/derive", "tests/ui/at", "tests/ui/step"];

/// The longest message of a macro, in characters.
const LONGEST: usize = 110;

#[test]
fn misuse_is_explained() {
    let cases = trybuild::TestCases::new();
    for folder in FOLDERS {
        cases.compile_fail(format!("{folder}/*.rs"));
    }
    cases.pass("tests/ui/pass/*.rs");
}

#[test]
fn the_macros_own_messages_are_short_and_lower_case() {
    for folder in FOLDERS {
        for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "stderr") {
                continue;
            }
            let snapshot = fs::read_to_string(&path).unwrap();
            for message in snapshot.lines().filter_map(|line| line.strip_prefix("error: ")) {
                assert!(message.chars().count() <= LONGEST, "too long, in {}: {message}", path.display());
                assert!(!message.starts_with(char::is_uppercase), "upper case, in {}: {message}", path.display());
            }
        }
    }
}
