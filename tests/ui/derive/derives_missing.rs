use repair::prelude::*;

#[derive(RepairableInput)]
struct Ticket {
    id: u32,
    summary: String,
}

#[derive(RepairableInput)]
enum Priority {
    Low,
    High,
}

fn main() {}
