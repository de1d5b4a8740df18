use repair::prelude::*;

mod tickets {
    use repair::RepairableInput;

    #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
    pub struct Ticket {
        pub id: u32,
        token: String,
    }
}

fn main() {
    at!(tickets::Ticket, id);
    at!(tickets::Ticket, token);
}
