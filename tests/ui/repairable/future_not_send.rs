use repair::prelude::*;

#[derive(Clone)]
struct Total {
    raw: Raw<Vec<u32>>,
}

#[repairable(input = "raw")]
impl Op for Total {
    type Output = u32;

    async fn run(&self, cx: &Context) -> Result<u32, OpError> {
        let numbers = std::rc::Rc::new(self.raw.parse()?);
        cx.run(self.clone()).await.into_result()?;
        Ok(numbers.iter().sum())
    }
}

fn main() {}
