use repair::prelude::*;

#[derive(Clone)]
struct Total {
    raw: Raw<Vec<u32>>,
}

#[repairable(input = "raw")]
impl Op for Total {
    type Output = u32;

    fn run(&self, _: &Context) -> impl Future<Output = Result<u32, std::num::ParseIntError>> + Send {
        async { self.raw.as_str().parse() }
    }
}

fn main() {}
