//! A step as a subject: what it is run on is in its last attempt, what its planner proposed beside it.

use serde_json::Value;

use super::{
    drive::{Drive, Ending},
    subject::{Begun, Boxed, Planned, Shown, Subject},
};
use crate::{
    BoxError, Context, Finding, Findings, OpError, Outcome, RepairConfig, RepairError, Report,
    machine::{self, StepSetup},
    mend::{Risk, Unmendable},
    step::{Attempt, CannotPlan, CheckError, Checked, Parts, Step, pad},
};

/// Runs a step to its end.
pub(crate) async fn run_step<I, O>(step: &Step<I, O>, cx: &Context, input: I) -> Outcome<O>
where
    I: Send + Sync + 'static,
    O: Send + Sync + 'static,
{
    let mut subject = StepSubject { step, next: Some(input), attempts: Vec::new() };
    let commits = !step.parts.materialisers.is_empty();
    let Ending { status, entries, mut errors } = Drive::new(&mut subject, cx, commits).run(None).await;
    let report = Report::of(step.parts.name, status, entries, cx.take_nested()).labelled(step.shared_label());
    let mut attempts = subject.attempts;
    if status.is_success()
        && let Some(output) = attempts.pop().and_then(|attempt| attempt.output)
    {
        return Outcome { result: Ok(output), report };
    }
    errors.attempts = Some(Box::new(attempts));
    Outcome { result: Err(RepairError::new(report.clone(), errors)), report }
}

struct StepSubject<'a, I, O> {
    step: &'a Step<I, O>,
    /// What the task is to be run on next.
    next: Option<I>,
    attempts: Vec<Attempt<I, O>>,
}

impl<I: Send + Sync + 'static, O: Send + Sync + 'static> StepSubject<'_, I, O> {
    fn parts(&self) -> &Parts<I, O> {
        &self.step.parts
    }

    fn known(&self, input: &I) -> Planned {
        let value: Option<Value> = self.parts().value.and_then(|value| value(input));
        Planned { fingerprint: value.as_ref().map(|value| machine::fingerprint(&value.to_string())), value }
    }
}

impl<I: Send + Sync + 'static, O: Send + Sync + 'static> Subject for StepSubject<'_, I, O> {
    fn name(&self) -> &str {
        self.step.label()
    }

    fn config(&self) -> RepairConfig {
        self.parts().config.clone()
    }

    fn step(&self) -> Option<StepSetup> {
        let policy = self.parts().policy;
        let mut setup = StepSetup::new(policy.runs, self.parts().planner.is_some());
        (setup.backoff, setup.stops_on_same_findings) = (policy.backoff, policy.stops_on_same_findings);
        if let Some(input) = &self.next {
            let Planned { fingerprint, value } = self.known(input);
            (setup.fingerprint, setup.value) = (fingerprint, value);
        }
        Some(setup)
    }

    fn run<'a>(&'a mut self, cx: &'a Context, _: bool) -> Boxed<'a, Result<(), OpError>> {
        Box::pin(async move {
            let Some(input) = self.next.take() else { return Err(OpError::fatal("the step has no input")) };
            let parts = &*self.step.parts;
            let number = u32::try_from(self.attempts.len() + 1).unwrap_or(u32::MAX);
            let left = if parts.planner.is_some() { parts.policy.runs.saturating_sub(number) } else { 0 };
            cx.set_runs_left(left);
            // In its place before it is run: whatever ends the run, the candidate is kept.
            self.attempts.push(Attempt::new(number, input));
            let Some(attempt) = self.attempts.last_mut() else { return Err(OpError::fatal("the step has no attempt")) };
            let result = tried(parts, attempt, cx).await;
            attempt.usage = cx.desk().take_usage();
            result
        })
    }

    fn plan<'a>(&'a mut self, cx: &'a Context) -> Boxed<'a, Result<Planned, CannotPlan>> {
        Box::pin(async move {
            let Some(planner) = &self.step.parts.planner else { return Err(CannotPlan::new("there is no planner")) };
            let input = planner.plan(&self.attempts, cx).await?;
            let known = self.known(&input);
            self.next = Some(input);
            Ok(known)
        })
    }

    fn commit<'a>(&'a mut self, cx: &'a Context) -> Boxed<'a, Result<(), BoxError>> {
        Box::pin(async move {
            if let Some(output) = self.attempts.last().and_then(|attempt| attempt.output.as_ref()) {
                for materialiser in &self.step.parts.materialisers {
                    materialiser.materialise(output, cx).await?;
                }
            }
            Ok(())
        })
    }

    // Its input is no text that could be shown, mended or set.

    fn begin(&self) -> Begun {
        Begun::NotAnnotated
    }

    fn mend(&mut self, _: Risk, _: bool) -> Result<Option<Shown>, Unmendable> {
        Ok(None)
    }

    fn set(&mut self, _: &str, _: Risk) -> Result<Shown, Findings> {
        Err(Finding::whole().rule("not_annotated").expected("an annotated op").into())
    }
}

/// Runs the task and makes the checks; what came of it is in the attempt.
async fn tried<I, O>(parts: &Parts<I, O>, attempt: &mut Attempt<I, O>, cx: &Context) -> Result<(), OpError> {
    let output = match parts.task.run(&attempt.input, cx).await {
        Ok(output) => attempt.output.insert(output),
        Err(error) => {
            attempt.error = Some(error.to_string());
            if let Some(repairable) = error.repairable() {
                attempt.findings = repairable.findings.clone();
                (attempt.prompt, attempt.source) = (repairable.prompt.clone(), repairable.source.clone());
            }
            return Err(error);
        }
    };
    for check in &parts.checks {
        let name = check.name();
        let mut findings = match check.check(output, cx).await {
            Ok(findings) => findings,
            Err(error) => return Err(OpError::fatal(CheckError { check: name, error })),
        };
        findings.for_each_mut(|finding| pad(finding, &name));
        let stops = check.stops() && !findings.is_empty();
        attempt.findings.extend(findings.clone());
        attempt.checks.push(Checked { check: name, findings });
        if stops {
            break;
        }
    }
    attempt.accepted = attempt.findings.is_empty();
    if attempt.accepted { Ok(()) } else { Err(attempt.findings.clone().into()) }
}
