//! What would have to be done to one value for one schema.

use std::{borrow::Cow, ops::Range, rc::Rc};

use crate::{
    Finding, Findings,
    format::span::{Place, Tree, pointer},
    mend::{Edit, EditKind, Risk},
};

/// How far a value is from a schema; less is nearer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cost {
    faults: u32,
    losses: u32,
    guesses: u32,
    exact: u32,
}

impl Cost {
    fn of(risk: Risk) -> Self {
        match risk {
            Risk::Exact => Self { exact: 1, ..Self::default() },
            Risk::Guess => Self { guesses: 1, ..Self::default() },
            Risk::Loss => Self { losses: 1, ..Self::default() },
        }
    }

    fn add(&mut self, other: Self) {
        self.faults = self.faults.saturating_add(other.faults);
        self.losses = self.losses.saturating_add(other.losses);
        self.guesses = self.guesses.saturating_add(other.guesses);
        self.exact = self.exact.saturating_add(other.exact);
    }

    /// The riskiest edit; `None` where there is none.
    pub(super) fn risk(self) -> Option<Risk> {
        match self {
            Self { losses: 1.., .. } => Some(Risk::Loss),
            Self { guesses: 1.., .. } => Some(Risk::Guess),
            Self { exact: 1.., .. } => Some(Risk::Exact),
            _ => None,
        }
    }
}

/// A finding before its path is spelled out.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    /// The value's number in the tree.
    pub(super) place: u32,
    /// The member that is missing there.
    pub(super) missing: Option<String>,
    pub(super) finding: Finding,
    /// The allowed values, shared by all findings about one enumeration.
    pub(super) allowed: Option<Rc<Vec<String>>>,
}

#[derive(Clone, Debug)]
enum Step {
    Edit(Edit),
    Fault(Box<Fault>),
    Inner(Rc<Plan>),
}

/// How many findings list what is allowed: more are never shown at once.
const LISTING: usize = 64;

/// The steps in the order of the text, and what they amount to.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    steps: Vec<Step>,
    pub(super) cost: Cost,
    pub(super) known: usize,
}

impl Plan {
    pub(super) fn fault(place: Place<'_>, finding: Finding) -> Self {
        let mut plan = Self::default();
        plan.push_fault(place, None, finding);
        plan
    }

    pub(super) fn edit(kind: EditKind, span: Range<usize>, new: impl Into<Cow<'static, str>>, risk: Risk) -> Self {
        let mut plan = Self::default();
        plan.push(kind, span, new, risk);
        plan
    }

    pub(super) fn push(&mut self, kind: EditKind, span: Range<usize>, new: impl Into<Cow<'static, str>>, risk: Risk) {
        self.cost.add(Cost::of(risk));
        self.steps.push(Step::Edit(Edit { span, kind, replacement: new.into(), risk }));
    }

    /// The other half of an edit that is already counted.
    pub(super) fn push_half(&mut self, kind: EditKind, span: Range<usize>, new: &'static str, risk: Risk) {
        self.steps.push(Step::Edit(Edit { span, kind, replacement: Cow::Borrowed(new), risk }));
    }

    pub(super) fn push_fault(&mut self, place: Place<'_>, missing: Option<String>, finding: Finding) {
        self.cost.faults = self.cost.faults.saturating_add(1);
        self.steps.push(Step::Fault(Box::new(Fault { place: place.id(), missing, finding, allowed: None })));
    }

    pub(super) fn not_allowed(place: Place<'_>, finding: Finding, allowed: Rc<Vec<String>>) -> Self {
        let mut plan = Self::default();
        plan.cost.faults = 1;
        plan.steps.push(Step::Fault(Box::new(Fault { place: place.id(), missing: None, finding, allowed: Some(allowed) })));
        plan
    }

    pub(super) fn push_plan(&mut self, plan: Rc<Self>) {
        self.cost.add(plan.cost);
        self.known = self.known.saturating_add(plan.known);
        if !plan.steps.is_empty() {
            self.steps.push(Step::Inner(plan));
        }
    }

    pub(super) fn is_exact(&self) -> bool {
        self.cost == Cost::default()
    }

    pub(super) fn is_clean(&self) -> bool {
        self.cost.faults == 0
    }

    fn walk(&self, mut each: impl FnMut(&Step)) {
        let mut open = vec![self.steps.iter()];
        while let Some(steps) = open.last_mut() {
            match steps.next() {
                Some(Step::Inner(plan)) => open.push(plan.steps.iter()),
                Some(step) => each(step),
                None => drop(open.pop()),
            }
        }
    }

    pub(super) fn edits(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        self.walk(|step| {
            if let Step::Edit(edit) = step {
                edits.push(edit.clone());
            }
        });
        edits
    }

    /// The members that are missing there; `None` where something else is wrong, too.
    pub(super) fn missing(&self, place: u32) -> Option<Vec<String>> {
        let mut missing = Some(Vec::new());
        self.walk(|step| {
            if let Step::Fault(fault) = step {
                let name = fault.missing.clone().filter(|_| fault.place == place);
                missing = missing.take().zip(name).map(|(mut names, name)| {
                    names.push(name);
                    names
                });
            }
        });
        missing
    }

    /// The edits alone, and members that are put behind the others of the object.
    pub(super) fn with_members(&self, object: Place<'_>, members: &str, count: usize) -> Option<Self> {
        let mut plan = Self { known: self.known + count, ..Self::default() };
        let last = object.children().last().map(|member| member.range().end);
        let at = last.unwrap_or(object.range().start + 1);
        for edit in self.edits() {
            // what is taken out at the end may be all there is
            if edit.span.end > at || (edit.span.end == at && edit.replacement.is_empty()) {
                return None;
            }
            plan.push(edit.kind, edit.span, edit.replacement, edit.risk);
        }
        let comma = if last.is_some() { ", " } else { "" };
        plan.push(EditKind::Moved, at..at, format!("{comma}{members}"), Risk::Guess);
        Some(plan)
    }

    pub(super) fn collect(&self, tree: &Tree<'_>) -> (Vec<Edit>, Findings) {
        let mut findings = Findings::new();
        self.walk(|step| {
            if let Step::Fault(fault) = step {
                let mut path = tree.place(fault.place).map(Place::pointer).unwrap_or_default();
                if let Some(name) = &fault.missing {
                    path.push('/');
                    path.push_str(&pointer::escape(name));
                }
                let allowed = fault.allowed.as_ref().filter(|_| findings.len() < LISTING);
                let allowed = allowed.map(|allowed| allowed.to_vec()).unwrap_or_default();
                findings.push(Finding { path, allowed, ..fault.finding.clone() });
            }
        });
        (self.edits(), findings)
    }

    /// Several plans for one value, all of which must hold; `None` where they contradict each other.
    pub(super) fn merge(plans: &[Rc<Self>]) -> Option<Self> {
        let known = plans.iter().map(|plan| plan.known).max().unwrap_or_default();
        let mut changing = plans.iter().filter(|plan| !plan.is_exact());
        let (Some(first), second) = (changing.next(), changing.next()) else { return Some(Self { known, ..Self::default() }) };
        let mut merged = Self { known, ..Self::default() };
        if second.is_none() {
            merged.push_plan(Rc::clone(first));
            merged.known = known;
            return Some(merged);
        }
        let mut edits: Vec<Edit> = plans.iter().flat_map(|plan| plan.edits()).collect();
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        edits.dedup_by(|later, earlier| same_change(later, earlier));
        let apart = |pair: &[Edit]| matches!(pair, [one, next] if one.span.end <= next.span.start && one.span != next.span);
        if !edits.windows(2).all(apart) {
            return None;
        }
        for edit in edits {
            merged.push(edit.kind, edit.span, edit.replacement, edit.risk);
        }
        merged.take_faults(plans);
        Some(merged)
    }

    pub(super) fn take_faults(&mut self, plans: &[Rc<Self>]) {
        for plan in plans {
            self.cost.faults = self.cost.faults.saturating_add(plan.cost.faults);
            plan.walk(|step| {
                if let Step::Fault(fault) = step {
                    self.steps.push(Step::Fault(fault.clone()));
                }
            });
        }
    }

    /// The nearest of those without faults; `None` where there is none, or where two are equally near and differ.
    pub(super) fn nearest(plans: &[Rc<Self>]) -> Option<Rc<Self>> {
        let clean = || plans.iter().filter(|plan| plan.is_clean());
        let least = clean().map(|plan| plan.cost).min()?;
        let mut nearest = clean().filter(|plan| plan.cost == least);
        let mut best = nearest.next()?;
        for other in nearest {
            let (one, two) = (best.edits(), other.edits());
            if one.len() != two.len() || !one.iter().zip(&two).all(|(one, two)| same_change(one, two)) {
                return None;
            }
            best = if other.known > best.known { other } else { best };
        }
        Some(Rc::clone(best))
    }
}

fn same_change(one: &Edit, two: &Edit) -> bool {
    one.span == two.span && one.replacement == two.replacement
}
