use repair::prelude::*;

#[derive(Clone)]
struct Total {
    raw: Raw<Vec<u32>>,
}

#[repairable(input = "raw")]
impl Op for Total {
    type Output = u32;

    async fn run(&mut self, _: &Context) -> Result<u32, OpError> {
        let numbers = self.raw.parse()?;
        self.raw = Raw::new("[]");
        Ok(numbers.iter().sum())
    }
}

fn main() {}
