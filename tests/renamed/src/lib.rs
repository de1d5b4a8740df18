//! A crate that knows `repair` under another name: the expansions must find it there.

use mender::{Context, Op, OpError, Raw, RepairableInput, repairable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
#[repair(crate = "::mender")]
pub struct Ticket {
    /// Kept through repairs.
    #[repair(frozen)]
    pub id: u32,
    /// Free to change.
    pub summary: String,
}

/// Text.
#[derive(Clone, Debug, PartialEq, RepairableInput)]
#[repair(text, crate = ::mender)]
pub struct Note(pub String);

/// A function of its own.
#[derive(Clone, Debug, PartialEq, RepairableInput)]
#[repair(from_str, show = "Number::shown", crate = "::mender")]
pub struct Number(pub u32);

impl Number {
    fn shown(&self) -> String {
        self.0.to_string()
    }
}

impl std::str::FromStr for Number {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

/// An op.
#[derive(Clone, Debug)]
pub struct ParseTicket {
    /// What is repaired.
    pub raw: Raw<Ticket>,
}

#[repairable(input = "raw", max_attempts = 2, stall = "ignore", crate = "::mender")]
impl Op for ParseTicket {
    type Output = Ticket;

    async fn run(&self, _: &Context) -> Result<Ticket, OpError> {
        Ok(self.raw.parse()?)
    }
}

#[cfg(test)]
mod tests {
    use mender::{RepairableInput, Runtime, Status, testing::ScriptedModel};

    use super::{Note, Number, ParseTicket, Ticket};

    #[test]
    fn an_op_is_repaired() -> Result<(), mender::RepairError> {
        let model = ScriptedModel::new().answer(r#"{"id": 7, "summary": "no heating"}"#);
        let runtime = Runtime::builder().model(model).build();
        let outcome = runtime.run_blocking(ParseTicket { raw: r#"{"id": 7, "summary": }"#.into() });
        assert_eq!(outcome.status(), Status::Repaired);
        assert_eq!(outcome.into_result()?, Ticket { id: 7, summary: "no heating".into() });
        Ok(())
    }

    #[test]
    fn inputs_are_read() {
        assert_eq!(Note::unmarshal_repair("a"), Ok(Note("a".into())));
        assert_eq!(Number::unmarshal_repair("3"), Ok(Number(3)));
        assert_eq!(Ticket::shape().frozen_paths(), ["/id"]);
        assert_eq!(mender::at!(Ticket, summary), "/summary");
    }
}
