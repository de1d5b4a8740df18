use repair::{Context, OpError, Step, Task};

struct Search;

impl Task<u32, u32> for Search {
    async fn run(&self, limit: &u32, _: &Context) -> Result<u32, OpError> {
        let shared = std::rc::Rc::new(*limit);
        std::future::ready(()).await;
        Ok(*shared)
    }
}

fn main() {
    let _ = Step::builder(Search);
}
