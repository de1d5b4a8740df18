use repair::prelude::*;

#[derive(RepairableInput)]
#[repair(with = "versoin", show = shwo)]
struct Version(u8, u8);

fn version(_: &str) -> Result<Version, Findings> {
    Ok(Version(1, 0))
}

fn show(version: &Version) -> String {
    format!("{}.{}", version.0, version.1)
}

fn main() {}
