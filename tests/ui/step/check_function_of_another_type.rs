use repair::{Context, Findings, OpError, Step};

fn main() {
    let _ = Step::builder(async |limit: &u32, _: &Context| Ok::<u32, OpError>(limit / 10))
        .validate(|_: &String| Findings::new());
}
