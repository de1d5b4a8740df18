use repair::prelude::*;

#[derive(RepairableInput)]
#[repair(with = "version", show = "show")]
struct Version(u8, u8);

fn version(text: &str) -> Result<Version, String> {
    text.parse().map(|major| Version(major, 0)).map_err(|_| format!("no version: {text}"))
}

fn show(version: &Version) -> (u8, u8) {
    (version.0, version.1)
}

fn main() {}
