//! The known name that is spelled most like an unknown one.

use crate::mend::distance;

/// How many names are compared, and how many letters of each.
const NAMES: usize = 4096;
const LETTERS: usize = 64;

/// The known name that was most probably meant, if one is near enough.
pub(super) fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let name = letters(name);
    let near = known.into_iter().take(NAMES).filter_map(|other| Some((far(&name, &letters(other))?, other)));
    Some(near.min_by_key(|(distance, _)| *distance)?.1)
}

fn letters(name: &str) -> Vec<char> {
    name.chars().flat_map(char::to_lowercase).take(LETTERS).collect()
}

/// How far apart two names are, from 0; `None` where neither can be meant by the other.
fn far(name: &[char], other: &[char]) -> Option<usize> {
    let edits = distance(name, other);
    if edits * 2 < other.len() {
        return Some(edits * 10);
    }
    // `created` for `created_at`, `customer` for `customer_id`, `order_date` for `date`: whole words of each other.
    let words = |text: &[char]| text.split(|c| *c == '_').map(<[char]>::to_vec).collect::<Vec<_>>();
    let (one, two) = (words(name), words(other));
    let shared = one.iter().filter(|word| word.len() > 2 && two.contains(word)).count();
    (shared > 0).then(|| 1000 + edits)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_of_the_pen_or_a_shared_word_is_near_and_another_word_is_not() {
        let known = ["id", "created", "customer_id", "total_cents"];
        assert_eq!(nearest("creatd", known), Some("created"));
        assert_eq!(nearest("carete_d", known), Some("created"));
        assert_eq!(nearest("total", known), Some("total_cents"));
        assert_eq!(nearest("CUSTOMER", known), Some("customer_id"));
        assert_eq!(nearest("weather", known), None);
        assert_eq!(nearest("x", []), None);
    }
}
