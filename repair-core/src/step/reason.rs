//! A finding that gives no reason says at least what was required.

use crate::Finding;

/// Words that tell nobody what to do.
const SAY_NOTHING: [&str; 14] =
    ["", "no", "not", "nok", "not ok", "bad", "wrong", "false", "error", "fail", "failed", "failure", "invalid", "not valid"];

/// Puts the requirement in where the finding gives no reason.
pub(crate) fn pad(finding: &mut Finding, requirement: &str) {
    let says = |words: &Option<String>| words.as_deref().is_some_and(|words| !says_nothing(words));
    let has_rule = !says_nothing(&finding.rule);
    if says(&finding.expected) || says(&finding.hint) || !finding.allowed.is_empty() || (has_rule && finding.expected.is_none()) {
        return;
    }
    let is_sentence = requirement.contains(' ');
    finding.expected = Some(if is_sentence { requirement.to_owned() } else { format!("what `{requirement}` accepts") });
}

fn says_nothing(words: &str) -> bool {
    let words = words.trim().trim_end_matches(['.', '!']).to_lowercase();
    SAY_NOTHING.contains(&words.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn padded(mut finding: Finding) -> Option<String> {
        pad(&mut finding, "the mail has a greeting");
        finding.expected
    }

    #[test]
    fn a_reason_that_says_nothing_is_replaced_by_the_requirement() {
        let requirement = Some("the mail has a greeting".to_owned());
        assert_eq!(padded(Finding::whole()), requirement);
        for words in ["", " ", "no", "No.", "INVALID!", "failed"] {
            assert_eq!(padded(Finding::whole().expected(words)), requirement, "{words:?}");
        }
    }

    #[test]
    fn a_reason_is_left_alone() {
        assert_eq!(padded(Finding::whole().expected("Dear …")), Some("Dear …".into()));
        assert_eq!(padded(Finding::whole().rule("greeting_missing")), None);
        assert_eq!(padded(Finding::whole().hint("begin with Dear")), None);
        assert_eq!(padded(Finding::whole().allowed(["Dear"])), None);
    }
}
