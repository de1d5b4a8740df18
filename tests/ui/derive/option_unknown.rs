use repair::prelude::*;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[repair(jsno, csv, shema = false)]
struct Ticket {
    id: u32,
}

fn main() {}
