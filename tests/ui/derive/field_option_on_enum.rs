use repair::prelude::*;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
enum Contact {
    Mail {
        #[repair(secret)]
        address: String,
    },
    #[repair(frozen)]
    None,
}

fn main() {}
