use repair::prelude::*;

#[derive(Clone)]
struct Total {
    raw: Raw<Vec<u32>>,
}

#[repairable(input = "raw", on_exhausted = "degrade")]
impl Op for Total {
    type Output = u32;

    async fn run(&self, _: &Context) -> Result<u32, OpError> {
        Ok(self.raw.parse()?.iter().sum())
    }
}

fn main() {}
