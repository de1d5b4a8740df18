use repair::prelude::*;

#[derive(RepairableInput)]
struct TicketRaw {
    #[repair(secret)]
    text: String,
}

#[derive(RepairableInput)]
struct Note(#[repair(frozen)] String);

fn main() {}
