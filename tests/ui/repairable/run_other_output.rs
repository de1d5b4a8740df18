use repair::prelude::*;

#[derive(Clone)]
struct Total {
    raw: Raw<Vec<u32>>,
}

#[repairable(input = "raw")]
impl Op for Total {
    type Output = u32;

    async fn run(&self, _: &Context) -> Result<String, OpError> {
        Ok(self.raw.as_str().to_owned())
    }
}

fn main() {}
