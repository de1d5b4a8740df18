use repair::prelude::*;

#[derive(RepairableInput)]
#[repair(with = "version")]
struct Version(u8, u8);

fn version(_: &str) -> Result<Version, Findings> {
    Ok(Version(1, 0))
}

fn main() {}
