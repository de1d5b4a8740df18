/// The median of these numbers; `None` if there are none.
pub fn median(numbers: &[i64]) -> Option<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    let upper = *sorted.get(sorted.len() / 2)? as f64;
    if sorted.len() % 2 == 1 {
        return Some(upper);
    }
    let lower = sorted[sorted.len() / 2 - 1] as f64;
    Some((lower + upper) / 2.0)
}
