use repair::prelude::*;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[repair(check, garde = true)]
struct Ticket {
    id: u32,
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[repair(chekc = "a", gard)]
struct Order {
    #[repair(garde)]
    id: u32,
}

fn main() {}
