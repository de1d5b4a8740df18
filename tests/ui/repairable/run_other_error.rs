use repair::prelude::*;

#[derive(Clone)]
struct Total {
    raw: Raw<Vec<u32>>,
}

#[repairable(input = "raw")]
impl Op for Total {
    type Output = u32;

    async fn run(&self, _: &Context) -> Result<u32, String> {
        if self.raw.as_str().is_empty() {
            return Err("there is no text".to_owned());
        }
        self.raw.parse().map(|numbers| numbers.iter().sum()).map_err(|error| error.to_string())
    }
}

fn main() {}
