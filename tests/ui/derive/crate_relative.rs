use repair::prelude::*;

#[derive(RepairableInput)]
#[repair(crate = "repair")]
struct TicketRaw {
    text: String,
}

#[derive(RepairableInput)]
#[repair(crate = super::repair)]
struct RouteRaw {
    text: String,
}

fn main() {}
