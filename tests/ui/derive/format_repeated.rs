use repair::prelude::*;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[repair(json, xml)]
struct Ticket {
    id: u32,
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[repair(yaml)]
#[repair(yaml)]
struct Route {
    id: u32,
}

fn main() {}
