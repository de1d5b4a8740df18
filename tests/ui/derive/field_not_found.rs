use repair::prelude::*;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
struct Address {
    street: String,
    town: String,
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
struct Flattened {
    name: String,
    #[repair(frozen)]
    #[serde(flatten)]
    address: Address,
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[serde(transparent)]
struct Transparent {
    #[repair(secret)]
    address: Address,
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
struct TwoNames {
    #[repair(frozen)]
    #[serde(rename(serialize = "nom"))]
    name: String,
    age: u32,
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[repair(xml)]
struct Element {
    #[serde(rename = "@id")]
    #[repair(frozen)]
    id: u32,
    #[serde(rename = "$text")]
    #[repair(secret)]
    text: String,
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
struct Newtype(#[repair(frozen)] Address);

fn main() {}
