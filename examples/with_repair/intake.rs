//! Both stages, one after the other.

use std::time::Duration;

use repair::{Report, RunOptions, prelude::*};

use crate::ticket::{ParseTicket, Ticket, ValidateRouting};

/// How long a stage may take, the model's time included.
const DEADLINE: Duration = Duration::from_secs(60);

/// The ticket, or why there is none; and what happened in each stage.
pub struct Intake {
    pub ticket: Result<Ticket, RepairError>,
    pub stages: Vec<Report>,
}

/// Takes in a text that should be a ticket.
pub async fn take_in(runtime: &Runtime, text: &str) -> Intake {
    let options = RunOptions::new().deadline(DEADLINE);
    let parsed = runtime.run_with(ParseTicket { raw: text.into() }, options.clone()).await;
    let ticket = match parsed.result {
        Ok(ticket) => ticket,
        Err(error) => return Intake { ticket: Err(error), stages: vec![parsed.report] },
    };
    let routed = runtime.run_with(ValidateRouting { ticket }, options).await;
    Intake { ticket: routed.result, stages: vec![parsed.report, routed.report] }
}
