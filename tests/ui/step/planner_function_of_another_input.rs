use repair::{Attempt, CannotPlan, Context, OpError, Step};

fn main() {
    let _ = Step::builder(async |limit: &u32, _: &Context| Ok::<u32, OpError>(limit / 10))
        .repair_with(async |_: &[Attempt<String, u32>], _: &Context| Err::<String, _>(CannotPlan::new("no idea")));
}
