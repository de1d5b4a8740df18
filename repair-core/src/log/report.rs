//! The report of a run: a fold of its log.

use std::{fmt, sync::Arc};

use super::{
    Entry, RepairRates,
    detail::Detail,
    records::{AttemptRecord, CallRecord},
};
use crate::{
    Findings, Status,
    machine::Note,
    mend::Edit,
    wire::{Request, Usage},
};

/// What happened in a run: its end, every attempt, every call, what it cost. Cheap to clone.
///
/// A run that succeeded at once has nothing in it but its status.
#[derive(Clone)]
pub struct Report {
    op: &'static str,
    status: Status,
    label: Option<Arc<str>>,
    detail: Option<Arc<Detail>>,
}

impl Report {
    /// The report of a run that needed no repair and has no log.
    pub(crate) fn unlogged(op: &'static str, status: Status, nested: Vec<Self>) -> Self {
        if nested.is_empty() {
            return Self { op, status, label: None, detail: None };
        }
        let runs = u32::from(status != Status::Cancelled);
        Self { op, status, label: None, detail: Some(Arc::new(Detail { nested, runs, ..Detail::default() })) }
    }

    pub(crate) fn of(op: &'static str, status: Status, entries: Vec<Entry>, nested: Vec<Self>) -> Self {
        let mut detail = Detail { nested, ..Detail::default() };
        for entry in &entries {
            detail.add(entry);
        }
        detail.entries = entries;
        Self { op, status, label: None, detail: Some(Arc::new(detail)) }
    }

    /// The op's type.
    #[must_use]
    pub const fn op(&self) -> &'static str {
        self.op
    }

    /// The same report under a label.
    pub(crate) fn labelled(mut self, label: Arc<str>) -> Self {
        self.label = Some(label);
        self
    }

    /// What the run is called: a step's label, else the op's type.
    #[must_use]
    pub fn label(&self) -> &str {
        self.label.as_deref().unwrap_or(self.op)
    }

    /// How the run ended.
    #[must_use]
    pub const fn status(&self) -> Status {
        self.status
    }

    /// The input as it was given, secrets hidden; `None` unless a repair began.
    #[must_use]
    pub fn original(&self) -> Option<&str> {
        self.detail.as_ref()?.original.as_deref()
    }

    /// How often the op was run.
    #[must_use]
    pub fn runs(&self) -> u32 {
        self.detail.as_ref().map_or(u32::from(self.status != Status::Cancelled), |detail| detail.runs)
    }

    /// Every attempt.
    #[must_use]
    pub fn attempts(&self) -> &[AttemptRecord] {
        self.detail.as_ref().map_or(&[], |detail| &detail.attempts)
    }

    /// Every request, retries included.
    #[must_use]
    pub fn calls(&self) -> &[CallRecord] {
        self.detail.as_ref().map_or(&[], |detail| &detail.calls)
    }

    /// Tokens of all calls together; unknown as soon as one call's are, a failed one's among them.
    #[must_use]
    pub fn usage(&self) -> Usage {
        let none = Usage { input_tokens: Some(0), output_tokens: Some(0) };
        self.calls()
            .iter()
            .fold(none, |sum, call| sum.plus(call.answer.as_ref().map_or_else(Usage::default, |answer| answer.usage)))
    }

    /// What became of each constraint that was violated, in this run and in those of ops run inside it.
    ///
    /// ```
    /// use repair_core::{Runtime, parse, testing::ScriptedModel};
    ///
    /// let runtime = Runtime::builder().model(ScriptedModel::new()).build();
    /// let error = parse::<Vec<u32>>(r#"["x"]"#).run_blocking(&runtime).unwrap_err();
    /// let rates = error.report().rates();
    /// let rate = rates.iter().next().unwrap();
    /// assert_eq!((rate.path.as_str(), rate.seen, rate.repaired), ("/*", 1, 0));
    /// ```
    #[must_use]
    pub fn rates(&self) -> RepairRates {
        let mut rates = RepairRates::new();
        let mut open = vec![self];
        while let Some(report) = open.pop() {
            rates.merge(RepairRates::of(report.entries()));
            open.extend(report.nested());
        }
        rates
    }

    /// What the machine decided along the way: moves from rung to rung and why, answers turned away, places restored.
    pub fn notes(&self) -> impl Iterator<Item = &Note> {
        self.detail.iter().flat_map(|detail| &detail.notes)
    }

    /// Places that no finding named and that an answer had changed, given back the value they had.
    #[must_use]
    pub fn restored(&self) -> &[String] {
        self.detail.as_ref().map_or(&[], |detail| &detail.restored)
    }

    /// New values that are not in the source and were taken all the same, under
    /// [`Grounding::Flag`](crate::config::Grounding::Flag).
    #[must_use]
    pub fn flagged(&self) -> Option<&Findings> {
        self.detail.as_ref().map(|detail| &detail.flagged).filter(|flagged| !flagged.is_empty())
    }

    /// What mending without a model made of the input as it was given.
    #[must_use]
    pub fn edits(&self) -> &[Edit] {
        self.detail.as_ref().map_or(&[], |detail| &detail.edits)
    }

    /// The request that a run would have made, had it not merely [observed](crate::config::Mode::Observe).
    #[must_use]
    pub fn observed(&self) -> Option<&Request> {
        self.notes().find_map(|note| match note {
            Note::WouldAsk { request, .. } => Some(&**request),
            _ => None,
        })
    }

    /// The log the report was read off. Empty if the run succeeded at once and no sink is registered.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        self.detail.as_ref().map_or(&[], |detail| &detail.entries)
    }

    /// The reports of ops run inside this one by [`Context::run`](crate::Context::run), those that succeeded at once left out.
    #[must_use]
    pub fn nested(&self) -> &[Self] {
        self.detail.as_ref().map_or(&[], |detail| &detail.nested)
    }

    pub(crate) fn is_plain(&self) -> bool {
        self.detail.is_none() && self.status == Status::Clean
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (runs, attempts, calls) = (self.runs(), self.attempts().len(), self.calls().len());
        write!(f, "`{}`: {} (runs: {runs}, attempts: {attempts}, calls: {calls})", self.label(), self.status)
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Report")
            .field("op", &self.op)
            .field("status", &self.status)
            .field("runs", &self.runs())
            .field("attempts", &self.attempts().len())
            .field("calls", &self.calls().len())
            .finish_non_exhaustive()
    }
}
