use repair::{BoxError, Context, Materialiser, OpError, Step};

struct Write;

impl Materialiser<String> for Write {
    async fn materialise(&self, _: &String, _: &Context) -> Result<(), BoxError> {
        Ok(())
    }
}

fn main() {
    let _ = Step::builder(async |limit: &u32, _: &Context| Ok::<u32, OpError>(limit / 10)).materialise(Write);
}
