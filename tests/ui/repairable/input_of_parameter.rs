use repair::prelude::*;

#[derive(Clone)]
struct Show<T> {
    value: T,
}

#[repairable(input = "value")]
impl<T: ToString + Clone + Send + Sync> Op for Show<T> {
    type Output = String;

    async fn run(&self, _: &Context) -> Result<String, OpError> {
        Ok(self.value.to_string())
    }
}

fn main() {}
