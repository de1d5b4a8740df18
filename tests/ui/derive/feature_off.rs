use repair::prelude::*;

/// `repair` as it is without its features.
mod without_features {
    pub use repair::*;

    pub mod __private {
        pub use repair::__private::*;
        pub use repair_core::{__garde_is_off as garde, __toml_is_off as toml, __xml_is_off as xml, __yaml_is_off as yaml};
    }
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[repair(xml, crate = crate::without_features)]
struct Xml {
    id: u32,
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[repair(yaml, crate = crate::without_features)]
struct Yaml {
    id: u32,
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[repair(toml, crate = crate::without_features)]
struct Toml {
    id: u32,
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, RepairableInput)]
#[repair(garde, crate = crate::without_features)]
struct Garde {
    id: u32,
}

fn main() {}
