use repair::prelude::*;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
struct Ticket {
    id: u32,
    #[serde(skip)]
    received: u64,
}

#[derive(Clone, serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[serde(from = "u32", into = "u32")]
struct Id {
    number: u32,
}

impl From<u32> for Id {
    fn from(number: u32) -> Self {
        Self { number }
    }
}

impl From<Id> for u32 {
    fn from(id: Id) -> Self {
        id.number
    }
}

fn main() {
    at!(Ticket, received);
    at!(Id, number);
}
