use repair::prelude::*;

#[derive(RepairableInput)]
#[repair(from_str)]
struct Version(u8, u8);

fn main() {}
