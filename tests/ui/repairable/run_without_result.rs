use repair::prelude::*;

#[derive(Clone)]
struct Total {
    raw: Raw<Vec<u32>>,
}

#[repairable(input = "raw")]
impl Op for Total {
    type Output = u32;

    async fn run(&self, _: &Context) -> u32 {
        self.raw.parse().unwrap_or_default().iter().sum()
    }
}

fn main() {}
