use repair::prelude::*;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[repair(frozen)]
struct Ticket {
    #[repair(json)]
    id: u32,
    summary: String,
}

fn main() {}
