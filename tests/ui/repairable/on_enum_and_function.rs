use repair::prelude::*;

#[repairable(input = "raw")]
enum Total {
    Of(Raw<Vec<u32>>),
}

#[repairable(input = "raw")]
async fn total(raw: Raw<Vec<u32>>) -> Result<u32, OpError> {
    Ok(raw.parse()?.iter().sum())
}

fn main() {}
