use repair::prelude::*;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[repair(json, mend = "json")]
struct Ticket {
    id: u32,
}

fn main() {}
