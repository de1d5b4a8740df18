use repair::prelude::*;

#[derive(Clone, serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
struct Page<T> {
    items: Vec<T>,
}

#[derive(Clone)]
struct Ticket;

#[derive(Clone)]
struct Count {
    page: Page<Ticket>,
}

#[repairable(input = "page")]
impl Op for Count {
    type Output = usize;

    async fn run(&self, _: &Context) -> Result<usize, OpError> {
        Ok(self.page.items.len())
    }
}

fn main() {}
