/// The median of these numbers; `None` if there are none.
pub fn median(numbers: &[i64]) -> Option<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).map(|&middle| middle as f64)
}
