use repair::prelude::*;

#[derive(RepairableInput)]
#[repair]
struct One {
    text: String,
}

#[derive(RepairableInput)]
#[repair = "text"]
struct Two {
    text: String,
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[repair(json = true, schema = "no", crate)]
struct Three {
    id: u32,
}

#[derive(RepairableInput)]
#[repair(with, show = 1)]
struct Four {
    id: u32,
}

#[derive(RepairableInput)]
#[repair(text, mend = "csv")]
struct Five {
    text: String,
}

fn main() {}
