use repair::prelude::*;

#[derive(RepairableInput)]
#[repair(yaml, schema = false)]
struct Ticket {
    id: u32,
    summary: String,
}

fn main() {}
