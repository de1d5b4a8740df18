use repair::prelude::*;

#[derive(Clone)]
struct Total<'a> {
    text: &'a str,
}

#[repairable(input = "text")]
impl Op for Total<'_> {
    type Output = usize;

    async fn run(&self, _: &Context) -> Result<usize, OpError> {
        Ok(self.text.len())
    }
}

fn main() {}
