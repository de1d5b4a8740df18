use repair::prelude::*;

#[derive(Clone)]
struct Parse<T, S> {
    raw: Raw<T>,
    store: S,
}

#[repairable(input = "raw")]
impl<T: RepairableInput + Clone, S: Send + Sync> Op for Parse<T, S> {
    type Output = T;

    async fn run(&self, _: &Context) -> Result<T, OpError> {
        let _ = &self.store;
        Ok(self.raw.parse()?)
    }
}

fn main() {}
