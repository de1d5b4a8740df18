use repair::prelude::*;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[repair(jsno, schema = 0, crate = "repair")]
struct Ticket {
    #[repair(frozn)]
    id: u32,
    #[repair(frozen, frozen)]
    summary: String,
}

/// What uses the type is not in error too.
fn parse(raw: Raw<Ticket>) -> Result<Ticket, OpError> {
    Ok(raw.parse()?)
}

fn main() {}
