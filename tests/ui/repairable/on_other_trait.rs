use repair::prelude::*;
use std::fmt;

#[derive(Clone)]
struct Total {
    raw: Raw<Vec<u32>>,
}

#[repairable(input = "raw")]
impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.raw.as_str())
    }
}

fn main() {}
