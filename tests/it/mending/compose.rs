//! `compose` does at once what two passes do.

use proptest::prelude::*;
use repair::mend::{Edit, EditKind, Risk, compose, replay};

fn edits(len: usize) -> impl Strategy<Value = Vec<Edit>> {
    prop::collection::vec((0..=len, 0..4usize, "[x-z]{0,3}", 0..3u8), 0..6).prop_map(move |parts| {
        let mut cuts: Vec<_> = parts.into_iter().map(|(at, take, new, risk)| (at..(at + take).min(len), new, risk)).collect();
        cuts.sort_by_key(|(span, ..)| (span.start, span.end));
        let mut done = 0;
        cuts.retain(|(span, ..)| {
            let keep = span.start >= done;
            done = if keep { span.end } else { done };
            keep
        });
        let risk = |n| [Risk::Exact, Risk::Guess, Risk::Loss][usize::from(n)];
        let edit =
            |(span, new, n): (_, String, u8)| Edit { span, kind: EditKind::Quotes, replacement: new.into(), risk: risk(n) };
        cuts.into_iter().map(edit).collect()
    })
}

fn two_passes() -> impl Strategy<Value = (String, Vec<Edit>, Vec<Edit>)> {
    ("[a-f]{0,12}".prop_flat_map(|text| (edits(text.len()), Just(text)))).prop_flat_map(|(first, text)| {
        let len = replay(&text, &first).len();
        (Just(text), Just(first), edits(len))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: super::cases(1000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn once_is_twice((text, first, second) in two_passes()) {
        let composed = compose(&first, &second);
        prop_assert_eq!(replay(&text, &composed), replay(&replay(&text, &first), &second), "{:?}", composed);
        let mut done = 0;
        for edit in &composed {
            prop_assert!(edit.span.start >= done && edit.span.end >= edit.span.start && edit.span.end <= text.len());
            done = edit.span.end;
        }
        let worst = |edits: &[Edit]| edits.iter().map(|edit| edit.risk).max();
        prop_assert_eq!(worst(&composed), worst(&first).max(worst(&second)));
    }
}
