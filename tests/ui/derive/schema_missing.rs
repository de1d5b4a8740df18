use repair::prelude::*;

#[derive(serde::Serialize, serde::Deserialize, RepairableInput)]
struct Ticket {
    id: u32,
    summary: String,
}

fn main() {}
