use repair::prelude::*;

#[derive(RepairableInput)]
#[repair(schema = false)]
struct TicketRaw {
    text: String,
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[repair(show = "show")]
struct Ticket {
    id: u32,
}

fn show(ticket: &Ticket) -> String {
    ticket.id.to_string()
}

fn main() {}
