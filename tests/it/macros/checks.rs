//! Checks of a type's own: by a function, by garde.

use repair::{Finding, Findings, Raw, RepairableInput, at, check};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, RepairableInput)]
#[serde(rename_all = "camelCase")]
#[repair(check = "Ticket::rules")]
struct Ticket {
    #[schemars(regex(pattern = "^T-[0-9]+$"))]
    id: String,
    urgent: bool,
    escalation_contact: Option<String>,
}

impl Ticket {
    fn rules(&self) -> Result<(), Findings> {
        let mut findings = Findings::new();
        if self.urgent && self.escalation_contact.is_none() {
            let path = at!(Ticket, escalation_contact);
            findings.push(Finding::at(path).rule("required").expected("whom to call").also([at!(Ticket, urgent)]));
        }
        if self.id.is_empty() {
            findings.push(Finding::at(at!(Ticket, id)).rule("pattern").expected("an id"));
        }
        findings.none_or(())
    }
}

fn identities(findings: &Findings) -> Vec<(&str, &str)> {
    findings.iter().map(|finding| (finding.path.as_str(), finding.rule.as_ref())).collect()
}

fn parsed<T: RepairableInput>(text: &str) -> Findings {
    Raw::<T>::new(text).parse().err().map(|error| error.findings().clone()).unwrap_or_default()
}

#[test]
fn what_the_schema_and_the_check_find_is_reported_together() {
    let found = parsed::<Ticket>(r#"{"id": "17", "urgent": true, "escalationContact": null}"#);
    assert_eq!(identities(&found), [("/id", "pattern"), ("/escalationContact", "required")]);
    assert_eq!(found.iter().last().unwrap().also, ["/urgent"]);
    assert!(parsed::<Ticket>(r#"{"id": "T-17", "urgent": false, "escalationContact": null}"#).is_empty());
}

#[test]
fn what_both_find_is_reported_once() {
    let found = parsed::<Ticket>(r#"{"id": "", "urgent": false, "escalationContact": null}"#);
    assert_eq!(identities(&found), [("/id", "pattern")]);
    assert_eq!(found.iter().next().unwrap().received.as_deref(), Some(""), "the schema says more of it");
}

#[test]
fn a_value_that_is_no_ticket_is_not_checked() {
    let found = parsed::<Ticket>(r#"{"id": "T-1", "urgent": "yes", "escalationContact": null}"#);
    assert_eq!(identities(&found), [("/urgent", "type")]);
}

#[test]
fn a_typed_value_is_checked_alike() {
    let ticket = Ticket { id: "17".into(), urgent: true, escalation_contact: None };
    assert_eq!(identities(&check(&ticket)), [("/id", "pattern"), ("/escalationContact", "required")]);
    assert!(check(&Ticket { id: "T-17".into(), urgent: false, escalation_contact: None }).is_empty());
    assert!(ticket.check().len() == 1, "the schema is not the type's own check");
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, RepairableInput, garde::Validate)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
#[repair(garde, check = more)]
struct Order {
    #[garde(length(min = 3))]
    order_id: String,
    #[garde(dive)]
    first_line: Line,
    #[garde(dive)]
    more_lines: Option<Vec<Line>>,
    #[garde(inner(length(min = 2)))]
    #[serde(rename = "tags/all")]
    tags: Vec<String>,
    #[garde(required)]
    #[serde(skip_serializing_if = "Option::is_none")]
    due_date: Option<String>,
    #[garde(dive)]
    #[serde(flatten)]
    address: Address,
    #[garde(dive)]
    payment: Payment,
    #[garde(dive)]
    id: Id,
    #[garde(skip)]
    r#type: u8,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, RepairableInput, garde::Validate)]
#[serde(rename_all = "UPPERCASE")]
struct Line {
    #[garde(range(min = 1), custom(even))]
    quantity: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, RepairableInput, garde::Validate)]
struct Address {
    #[serde(rename = "town")]
    #[garde(ascii)]
    city: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, RepairableInput, garde::Validate)]
struct Id(#[garde(length(max = 4))] String);

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, garde::Validate)]
enum Payment {
    Card {
        #[garde(length(min = 12))]
        number: String,
    },
    Cash,
}

fn even(quantity: &u32, _: &()) -> garde::Result {
    if quantity.is_multiple_of(2) { Ok(()) } else { Err(garde::Error::new("odd")) }
}

fn more(order: &Order) -> Option<Finding> {
    (order.r#type > 9).then(|| Finding::at(at!(Order, r#type)).rule("type").expected("0 to 9"))
}

fn order() -> Order {
    Order {
        order_id: "O-1".into(),
        first_line: Line { quantity: 2 },
        more_lines: None,
        tags: Vec::new(),
        due_date: Some("today".into()),
        address: Address { city: "Bern".into() },
        payment: Payment::Cash,
        id: Id("1".into()),
        r#type: 1,
    }
}

fn places(order: &Order) -> Vec<String> {
    order.check().into_iter().map(|finding| finding.path).collect()
}

#[test]
fn garde_finds_what_it_finds_where_serde_has_it() {
    assert!(order().check().is_empty());
    let found = Order { order_id: "O".into(), ..order() }.check();
    assert_eq!(found.to_string(), r#"1. /orderId: expected length is lower than 3, received "O""#);
    assert_eq!(identities(&found), [("/orderId", "garde")]);
    assert_eq!(places(&Order { first_line: Line { quantity: 0 }, ..order() }), ["/firstLine/QUANTITY"]);
    let more_lines = Some(vec![Line { quantity: 2 }, Line { quantity: 3 }]);
    assert_eq!(places(&Order { more_lines, ..order() }), ["/moreLines/1/QUANTITY"]);
    assert_eq!(places(&Order { tags: vec!["ab".into(), "c".into()], ..order() }), ["/tags~1all/1"]);
    assert_eq!(places(&Order { due_date: None, ..order() }), ["/dueDate"], "it is not there, but it has a place");
    assert_eq!(places(&Order { address: Address { city: "Zürich".into() }, ..order() }), ["/town"]);
    assert_eq!(places(&Order { id: Id("12345".into()), ..order() }), ["/id"]);
    let payment = Payment::Card { number: "1".into() };
    assert_eq!(places(&Order { payment, ..order() }), ["/payment"], "an enum's fields are not known by name");
    assert_eq!(places(&Order { r#type: 10, order_id: String::new(), ..order() }), ["/orderId", "/type"], "both checks run");
}

#[test]
fn what_the_schema_took_from_gardes_attributes_is_reported_once() {
    let text = |quantity: u32| {
        let order = Order { first_line: Line { quantity }, ..order() };
        parsed::<Order>(&serde_json::to_string(&order).unwrap())
    };
    assert_eq!(identities(&text(0)), [("/firstLine/QUANTITY", "minimum")]);
    assert_eq!(identities(&text(3)), [("/firstLine/QUANTITY", "garde")]);
    let found = check(&Order { order_id: "O".into(), ..order() });
    assert_eq!(identities(&found), [("/orderId", "minLength")]);
}

#[derive(Debug, RepairableInput, garde::Validate)]
#[repair(text, garde)]
struct Note {
    #[garde(length(min = 3))]
    text: String,
}

#[test]
fn text_is_checked_as_a_whole() {
    let found = parsed::<Note>("ab");
    assert_eq!(identities(&found), [("", "garde")]);
    assert!(parsed::<Note>("abc").is_empty());
}
