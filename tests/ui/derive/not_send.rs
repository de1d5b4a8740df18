use repair::prelude::*;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
struct Ticket {
    #[serde(skip)]
    #[schemars(skip)]
    cache: std::cell::Cell<u32>,
    id: u32,
}

fn main() {}
