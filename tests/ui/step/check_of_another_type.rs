use repair::{BoxError, Context, Findings, OpError, Step, check::Check};

struct Syntax;

impl Check<String> for Syntax {
    async fn check(&self, _: &String, _: &Context) -> Result<Findings, BoxError> {
        Ok(Findings::new())
    }
}

fn main() {
    let _ = Step::builder(async |limit: &u32, _: &Context| Ok::<u32, OpError>(limit / 10)).validate(Syntax);
}
