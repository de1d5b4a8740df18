use repair::prelude::*;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
struct Ticket {
    #[repair(forzen)]
    id: u32,
    #[repair(hidden, secret, secret)]
    token: String,
    #[repair(frozen = true)]
    number: u32,
}

fn main() {}
