use repair::prelude::*;

#[derive(Clone)]
struct Total {
    raw: Raw<Vec<u32>>,
}

#[repairable(
    input = "raw",
    ladder = ["patch@gpt-5", "patch@/gpt-5", "whole@openai/", "reread@", "whole@openai/gpt 5", "read@openai/gpt-5"]
)]
impl Op for Total {
    type Output = u32;

    async fn run(&self, _: &Context) -> Result<u32, OpError> {
        Ok(self.raw.parse()?.iter().sum())
    }
}

fn main() {}
