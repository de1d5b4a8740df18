use repair::prelude::*;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[repair(garde)]
struct Ticket {
    id: u32,
}

fn main() {}
