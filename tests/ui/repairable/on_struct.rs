use repair::prelude::*;

#[repairable(input = "raw")]
#[derive(Clone)]
pub struct Total {
    raw: Raw<Vec<u32>>,
}

fn main() {}
