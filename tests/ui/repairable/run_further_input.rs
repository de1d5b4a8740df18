use repair::prelude::*;

#[derive(Clone)]
struct Total {
    raw: Raw<Vec<u32>>,
}

#[repairable(input = "raw")]
impl Op for Total {
    type Output = u32;

    async fn run(&self, _: &Context, least: u32) -> Result<u32, OpError> {
        Ok(self.raw.parse()?.iter().filter(|number| **number >= least).sum())
    }
}

fn main() {}
