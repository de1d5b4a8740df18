//! The domain: a ticket, the rules it has to keep, and the two ops that see to it.

use std::collections::BTreeMap;

use repair::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

// It comes in as JSON and goes to the router as XML. The comments on it reach the model, as descriptions in the schema.
/// A support ticket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
#[repair(xml)]
#[serde(rename = "ticket", deny_unknown_fields)]
pub struct Ticket {
    /// `T-` and digits, like `T-1042`.
    #[repair(frozen)]
    #[schemars(regex(pattern = "^T-[0-9]+$"))]
    pub id: String,
    /// How soon somebody has to look at it.
    #[repair(frozen)]
    pub priority: Priority,
    /// The e-mail address of whoever reported it.
    #[repair(frozen)]
    #[schemars(email)]
    pub reporter_email: String,
    /// What is wrong, in a few sentences.
    pub summary: String,
    /// The e-mail address of whoever is called if nobody reacts.
    #[schemars(email)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escalation_contact: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Priority {
    Low,
    Medium,
    High,
    Urgent,
}

/// First stage: text that should be a ticket in JSON.
#[derive(Clone, Debug)]
pub struct ParseTicket {
    pub raw: Raw<Json<Ticket>>,
}

#[repairable(input = "raw", max_attempts = 3, max_tokens = 512)]
impl Op for ParseTicket {
    type Output = Ticket;

    async fn run(&self, _: &Context) -> Result<Ticket, OpError> {
        // The bare fields first: serde stops at the first fault, and a repair should hear of all of them at once.
        let fields: Fields = Raw::new(self.raw.as_str()).parse()?;
        broken_rules(&fields).none_or(())?;
        let Json(ticket) = self.raw.parse()?;
        Ok(ticket)
    }
}

/// Second stage: a ticket that can be routed. It holds the rules of the first stage too.
#[derive(Clone, Debug)]
pub struct ValidateRouting {
    pub ticket: Ticket,
}

#[repairable(input = "ticket", max_attempts = 2, max_tokens = 512)]
impl Op for ValidateRouting {
    type Output = Ticket;

    async fn run(&self, _: &Context) -> Result<Ticket, OpError> {
        let mut findings = broken_rules(&self.ticket.fields()?);
        findings.extend(self.ticket.broken_routing_rules());
        Ok(findings.none_or(self.ticket.clone())?)
    }
}

/// What a ticket is made of before it is known to be one.
pub type Fields = BTreeMap<String, Value>;

const KEYS: [&str; 5] = ["id", "priority", "reporter_email", "summary", "escalation_contact"];
const PRIORITIES: [&str; 4] = ["low", "medium", "high", "urgent"];
const ON_CALL: &str = "oncall@example.com";
const MAX_SUMMARY: usize = 280;

impl Ticket {
    pub fn fields(&self) -> serde_json::Result<Fields> {
        serde_json::from_value(serde_json::to_value(self)?)
    }

    fn broken_routing_rules(&self) -> Findings {
        let mut findings = Findings::new();
        if self.priority == Priority::Urgent && self.escalation_contact.is_none() {
            let finding = Finding::at("/escalation_contact")
                .rule("required_if_urgent")
                .expected("an e-mail address, since the priority is urgent")
                .hint(format!("take the address that the summary names; if it names none, {ON_CALL}"));
            findings.push(finding);
        }
        let length = self.summary.chars().count();
        if length > MAX_SUMMARY {
            let finding = Finding::at("/summary")
                .rule("max_length")
                .expected(format!("at most {MAX_SUMMARY} characters"))
                .received(format!("{length} characters"))
                .hint("shorten it; keep names, numbers and addresses");
            findings.push(finding);
        }
        findings
    }
}

/// A rule is the finding that breaking it would be, and what a text must be not to break it.
type Rule = (Finding, fn(&str) -> bool);

/// Every rule of a ticket that these fields break.
fn broken_rules(fields: &Fields) -> Findings {
    let email = |path| Finding::at(path).rule("email").expected("an e-mail address");
    let priority = Finding::at("/priority").rule("enum").expected("a priority").allowed(PRIORITIES);
    let rules: [Rule; 5] = [
        (Finding::at("/id").rule("id").expected("`T-` and digits, like T-1042"), is_id),
        (priority.hint("P1 means high, P2 medium, P3 low"), |text| PRIORITIES.contains(&text)),
        (email("/reporter_email"), is_email),
        (Finding::at("/summary").rule("blank").expected("what is wrong, in a few sentences"), |text| !text.trim().is_empty()),
        (email("/escalation_contact"), is_email),
    ];
    let mut findings = Findings::new();
    for (finding, holds) in rules {
        match fields.get(&finding.path[1..]) {
            None | Some(Value::Null) if finding.path == "/escalation_contact" => {}
            None => findings.push(finding.rule("required")),
            Some(Value::String(text)) if holds(text) => {}
            Some(value) => findings.push(finding.received(value)),
        }
    }
    findings.extend(fields.iter().filter(|(key, _)| !KEYS.contains(&key.as_str())).map(unknown_key));
    findings
}

fn unknown_key((key, value): (&String, &Value)) -> Finding {
    Finding::at(format!("/{}", key.replace('~', "~0").replace('/', "~1")))
        .rule("unknown_key")
        .expected("a key of a ticket")
        .received(value)
        .allowed(KEYS)
        .hint("rename the key if it stands for one of these and that one is missing; else leave it out")
}

fn is_id(text: &str) -> bool {
    text.strip_prefix("T-").is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_email(text: &str) -> bool {
    text.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty() && host.split('.').count() > 1 && host.split('.').all(|label| !label.is_empty()) && !host.contains('@')
    }) && !text.contains(char::is_whitespace)
}
