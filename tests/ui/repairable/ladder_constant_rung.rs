use repair::prelude::*;

#[derive(Clone)]
struct Total {
    raw: Raw<Vec<u32>>,
}

const MEND: &str = "mend";

impl Total {
    pub const PATCH: &str = "patch";
}

#[repairable(input = "raw", ladder = [MEND, Total::PATCH, concat!("who", "le"), 3])]
impl Op for Total {
    type Output = u32;

    async fn run(&self, _: &Context) -> Result<u32, OpError> {
        Ok(self.raw.parse()?.iter().sum())
    }
}

fn main() {}
