use repair::prelude::*;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
struct Ticket {
    id: u32,
    lines: Vec<u32>,
}

fn main() {
    at!();
    at!(Ticket);
    at!(Ticket, "id");
    at!(Ticket, lines.first());
    at!(Ticket, id, lines);
    at!(Ticket, lines["a"]);
    at!(Ticket, lines.);
}
