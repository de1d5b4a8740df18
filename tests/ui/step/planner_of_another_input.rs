use repair::{Attempt, CannotPlan, Context, OpError, RepairPlanner, Step};

struct Widen;

impl RepairPlanner<String, u32> for Widen {
    async fn plan(&self, _: &[Attempt<String, u32>], _: &Context) -> Result<String, CannotPlan> {
        Err(CannotPlan::new("no idea"))
    }
}

fn main() {
    let _ = Step::builder(async |limit: &u32, _: &Context| Ok::<u32, OpError>(limit / 10)).repair_with(Widen);
}
