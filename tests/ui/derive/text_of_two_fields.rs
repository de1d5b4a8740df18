use repair::prelude::*;

#[derive(RepairableInput)]
#[repair(text)]
struct Ticket {
    id: String,
    summary: String,
}

#[derive(RepairableInput)]
#[repair(text)]
struct Number(u32);

#[derive(RepairableInput)]
#[repair(text)]
enum Priority {
    Low,
}

fn main() {}
