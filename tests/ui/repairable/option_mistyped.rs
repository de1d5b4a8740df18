use repair::prelude::*;

#[derive(Clone)]
struct Total {
    raw: Raw<Vec<u32>>,
}

#[repairable(
    input = "raw",
    max_attempts = "3",
    prompt_prefix = 3,
    provider = openai,
    model = ["a", "b"],
    max_tokens = 0.5,
    stall = "never",
    allow = "all",
    max_calls = "many",
    drift = "undo",
    grounding = true,
    mode = "watch",
    on_exhausted = "relax",
    crate = 1
)]
impl Op for Total {
    type Output = u32;

    async fn run(&self, _: &Context) -> Result<u32, OpError> {
        Ok(self.raw.parse()?.iter().sum())
    }
}

fn main() {}
