//! Cases run and counted.

use std::path::{Path, PathBuf};

use repair::mend::{Mended, Risk, Unmendable};
use serde::de::IgnoredAny;

use super::{
    case::{self, Case, Verdict},
    options,
};

#[derive(Default)]
pub struct Tally {
    pub right: usize,
    pub wrong: Vec<String>,
    pub refused: Vec<String>,
}

impl Tally {
    pub fn cases(&self) -> usize {
        self.right + self.wrong.len() + self.refused.len()
    }

    /// Whether at least so many of a thousand are right, and at most so many silently wrong.
    #[track_caller]
    pub fn reaches(&self, name: &str, right: usize, wrong: usize) {
        let cases = self.cases();
        println!("{name} cases={cases} right={} wrong={} refused={}", self.right, self.wrong.len(), self.refused.len());
        assert!(cases > 0, "{name}: no case was run");
        let misses = || format!("{name}\nwrong {:#?}\nrefused {:#?}", self.wrong, self.refused);
        assert!(self.right * 1000 >= cases * right, "{} of {cases} right, {right} ‰ wanted: {}", self.right, misses());
        assert!(
            self.wrong.len() * 1000 <= cases * wrong,
            "{} of {cases} wrong, {wrong} ‰ allowed: {}",
            self.wrong.len(),
            misses()
        );
    }

    pub fn add(&mut self, other: Self) {
        self.right += other.right;
        self.wrong.extend(other.wrong);
        self.refused.extend(other.refused);
    }
}

pub fn run(cases: &[Case], allow: Risk) -> Tally {
    let mut tally = Tally::default();
    for case in cases {
        let made = case.mend(&options(allow));
        if let Ok(mended) = &made {
            holds(case, mended, allow);
        }
        match case.judge(&made) {
            Verdict::Unjudged => {}
            Verdict::Right => tally.right += 1,
            Verdict::Wrong => tally.wrong.push(told(case, &made)),
            Verdict::Refused => tally.refused.push(told(case, &made)),
        }
    }
    tally
}

fn told(case: &Case, made: &Result<Mended<'_>, Unmendable>) -> String {
    let got = made.as_ref().map_or_else(|error| format!("refused, {error}"), |mended| mended.text.chars().take(200).collect());
    format!("{}: {got}", case.id)
}

/// What every mended text keeps, right or wrong.
fn holds(case: &Case, mended: &Mended<'_>, allow: Risk) {
    let Case { id, input, .. } = case;
    assert_eq!(mended.replay(input), mended.text, "{id}: the edits do not give the text");
    assert!(mended.edits.iter().all(|edit| edit.risk <= allow), "{id}: an edit is riskier than allowed");
    if case.format == "json" {
        assert!(serde_json::from_str::<IgnoredAny>(&mended.text).is_ok(), "{id}: not JSON: {}", mended.text);
    } else {
        assert!(case::read(&case.format, &mended.text).is_some(), "{id}: not {}: {}", case.format, mended.text);
    }
    let again = Case { input: mended.text.to_string(), kind: case::Wanted::Anything, ..case_like(case) };
    let again = again.mend(&options(allow)).map(|again| again.edits.len());
    assert_eq!(again, Ok(0), "{id}: mended text is mended again: {}", mended.text);
}

fn case_like(case: &Case) -> Case {
    Case {
        id: case.id.clone(),
        kind: case::Wanted::Anything,
        format: case.format.clone(),
        input: String::new(),
        schema: case.schema.clone(),
        no_loss: case.no_loss,
    }
}

#[track_caller]
pub fn own(file: &str) -> Vec<Case> {
    case::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(file)).unwrap()
}

/// A file of the data that stays outside of the project, if it is there.
#[track_caller]
pub fn shared(file: &str) -> Option<Vec<Case>> {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases/mender").join(file);
    if path.exists() {
        Some(case::load(&path).unwrap())
    } else {
        println!("{file} is not here: 0 cases");
        None
    }
}
