use repair::prelude::*;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
struct Ticket {
    id: u32,
    escalation_contact: Option<String>,
    customer: Customer,
    lines: Vec<Customer>,
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
struct Customer {
    email: String,
    name: String,
}

fn main() {
    at!(Ticket, escalation_contct);
    at!(Ticket, colour);
    at!(Ticket, customer.emial);
    at!(Ticket, lines[0].phone);
}
