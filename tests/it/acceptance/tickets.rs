//! A ticket with a business rule, for what is said of repairs that stay right.

use repair::{Context, Finding, Findings, Op, OpError, Raw, Repairable, RepairableInput, repairable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
#[serde(deny_unknown_fields)]
pub struct Ticket {
    #[repair(frozen)]
    pub id: String,
    pub priority: Priority,
    pub summary: String,
    #[serde(default)]
    pub email: Option<String>,
    #[serde(default)]
    pub escalation_contact: Option<String>,
    #[serde(default)]
    pub hours: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Priority {
    Low,
    Medium,
    High,
    Urgent,
}

/// An urgent ticket needs an escalation contact.
#[derive(Clone, Debug)]
pub struct Route {
    pub raw: Raw<Ticket>,
    pub source: Option<&'static str>,
}

pub const URGENT: &str =
    r#"{"id": "T-1", "priority": "urgent", "summary": "Pump leaks",  "email": "ada@example.org", "hours": 2}"#;

impl Route {
    pub fn new(text: &str) -> Self {
        Self { raw: Raw::new(text), source: None }
    }

    pub fn of(text: &str, source: &'static str) -> Self {
        Self { raw: Raw::new(text), source: Some(source) }
    }
}

#[repairable(input = "raw", max_attempts = 3)]
impl Op for Route {
    type Output = (Ticket, String);

    async fn run(&self, _: &Context) -> Result<(Ticket, String), OpError> {
        let with_source = |mut repairable: Repairable| {
            if let Some(source) = self.source {
                repairable = repairable.source(source);
            }
            repairable
        };
        let ticket = self.raw.parse().map_err(with_source)?;
        let mut found = Findings::new();
        if ticket.priority == Priority::Urgent && ticket.escalation_contact.is_none() {
            found.push(Finding::at("/escalation_contact").rule("contact").expected("an e-mail address"));
        }
        match found.none_or(()) {
            Ok(()) => Ok((ticket, self.raw.as_str().to_owned())),
            Err(found) => Err(with_source(found.into()).into()),
        }
    }

    async fn run_relaxed(&self, _: &Context) -> Result<(Ticket, String), OpError> {
        Ok((self.raw.parse()?, self.raw.as_str().to_owned()))
    }
}
