//! What holds for every text: no panic, valid output, edits that give it, nothing left to mend, valid text unchanged.

use repair::mend::{Mended, Options, Risk, Unmendable};

/// Mends a text at every risk.
///
/// # Panics
///
/// When something does not hold.
pub fn holds(
    text: &str,
    mend: impl for<'a> Fn(&'a str, &Options) -> Result<Mended<'a>, Unmendable>,
    is_valid: impl Fn(&str) -> bool,
) {
    for allow in [Risk::Exact, Risk::Guess, Risk::Loss] {
        let mut options = Options::default();
        options.allow = allow;
        let Ok(mended) = mend(text, &options) else { continue };
        assert_eq!(mended.replay(text), mended.text, "the edits do not give the text");
        assert!(mended.edits.iter().all(|edit| edit.risk <= allow), "an edit is riskier than allowed");
        assert!(mended.edits.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start), "edits overlap");
        assert!(is_valid(&mended.text), "not valid: {:?}", mended.text);
        let again = mend(&mended.text, &options).map(|again| again.edits);
        assert_eq!(again, Ok(Vec::new()), "mended again: {:?}", mended.text);
    }
}

/// JSON of any kind.
#[must_use]
pub fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}
