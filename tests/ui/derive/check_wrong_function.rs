use repair::prelude::*;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[repair(check = "rules")]
struct Ticket {
    id: u32,
}

fn rules(ticket: Ticket) -> Findings {
    Finding::at(format!("/{}", ticket.id)).into()
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[repair(check = is_positive)]
struct Order {
    id: u32,
}

fn is_positive(order: &Order) -> bool {
    order.id > 0
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[repair(check = Self::rule)]
struct Line {
    id: u32,
}

impl Line {
    fn rules(&self) -> Findings {
        Findings::new()
    }
}

fn main() {}
