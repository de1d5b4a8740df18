use repair::prelude::*;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
struct Ticket {
    summary: String,
    priority: Priority,
    lines: Vec<Line>,
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
enum Priority {
    Low { reason: String },
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
struct Line {
    quantity: u32,
}

fn main() {
    at!(Ticket, summary.length);
    at!(Ticket, priority.reason);
    at!(Ticket, lines[0].quantity);
    at!(Ticket, lines.quantity);
    at!(Ticket, summary[0]);
    at!(Line, quantity);
}
