use repair::prelude::*;

#[derive(Clone)]
struct Numbers {
    text: String,
}

#[derive(Clone)]
struct Total {
    numbers: Numbers,
}

#[repairable(input = "numbers", max_attempts = 2)]
impl Op for Total {
    type Output = usize;

    async fn run(&self, _: &Context) -> Result<usize, OpError> {
        Ok(self.numbers.text.len())
    }
}

fn main() {}
