use repair::prelude::*;

#[derive(Clone)]
struct Total {
    raw: Raw<Vec<u32>>,
}

#[repairable(inptu = "raw", max_attempts = 0, stall = "never", model = "a", model = "b", temprature = 1)]
impl Op for Total {
    type Output = u32;

    async fn run(&self, _: &Context) -> Result<u32, OpError> {
        Ok(self.raw.parse()?.iter().sum())
    }
}

fn main() {}
