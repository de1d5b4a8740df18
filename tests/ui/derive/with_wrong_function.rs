use repair::prelude::*;

#[derive(RepairableInput)]
#[repair(with = "version", show = "show")]
struct Version(u8, u8);

fn version(text: String) -> Option<Version> {
    text.parse().ok().map(|major| Version(major, 0))
}

fn show(version: Version) -> String {
    format!("{}.{}", version.0, version.1)
}

fn main() {}
