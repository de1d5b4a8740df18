#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn of_an_odd_count_the_middle_one() {
        assert_eq!(median(&[9, 1, 5]), Some(5.0));
    }

    #[test]
    fn of_an_even_count_halfway_between_the_middle_two() {
        assert_eq!(median(&[8, 2, 4, 100]), Some(6.0));
    }

    #[test]
    fn of_none_none() {
        assert_eq!(median(&[]), None);
    }
}
