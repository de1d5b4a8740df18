//! One run of a tool, watched by a thread of its own: any executor will do, and none is blocked.

use std::{
    pin::pin,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use futures_util::future::{Either, select};
use tokio::sync::oneshot;

use super::{
    CommandError,
    dir::RunDir,
    group::{Group, Leash},
    output::{CommandOutput, End},
    pipes::Pipes,
    spec::Spec,
};
use crate::CancelToken;

/// How often is looked whether a tool has exited that keeps its output open, or leaves it open to its children.
const TICK: Duration = Duration::from_millis(10);
/// The same for a tool that has closed its output: it is about to exit.
const SHORT_TICK: Duration = Duration::from_millis(1);
/// How long a killed tool may take to die before it is left to itself.
const LAST_BREATH: Duration = Duration::from_secs(1);

/// Runs the tool on the candidate. Dropping the future kills the tool, and so does the token.
pub(super) async fn run(spec: Arc<Spec>, candidate: String, token: Option<&CancelToken>) -> Result<CommandOutput, CommandError> {
    let group = Group::default();
    let (sender, receiver) = oneshot::channel();
    let watched = group.clone();
    let watch = move || {
        let _ = sender.send(watch(&spec, candidate, &watched));
        watched.bury();
    };
    thread::Builder::new().name("repair-check".to_owned()).spawn(watch).map_err(CommandError::io("start a thread"))?;
    let _leash = Leash(group);
    let result = match token {
        None => receiver.await,
        Some(token) => match select(receiver, pin!(token.cancelled())).await {
            Either::Left((result, _)) => result,
            Either::Right(_) => return Err(CommandError::Cancelled),
        },
    };
    // The thread sends before it ends, whatever happens to the tool.
    result.unwrap_or(Err(CommandError::Cancelled))
}

/// Starts the tool and stays with it until it has exited or is killed.
fn watch(spec: &Spec, candidate: String, group: &Group) -> Result<CommandOutput, CommandError> {
    let dir = RunDir::new().map_err(CommandError::io("make a directory of its own"))?;
    let mut command = spec.command(&candidate, &dir)?;
    let started = group.start(&mut command).map_err(|source| spec.not_started(source))?;
    let (stdout, stderr) = started.ok_or(CommandError::Cancelled)?;
    let mut pipes = Pipes::new(stdout, stderr, spec.max_output);
    let mut end = follow(spec, group, &mut pipes).map_err(CommandError::io("wait for the tool"))?;
    pipes.drain();
    if pipes.is_flooded() && end != End::TimedOut {
        end = End::Flooded;
    }
    let kept = pipes.into_kept();
    let text = |bytes: &[u8]| dir.left_out_of(String::from_utf8_lossy(bytes).into_owned());
    Ok(CommandOutput { stdout: text(&kept.stdout), stderr: text(&kept.stderr), candidate, file: spec.file.clone(), end })
}

fn follow(spec: &Spec, group: &Group, pipes: &mut Pipes) -> std::io::Result<End> {
    let started = Instant::now();
    loop {
        let left = spec.timeout.saturating_sub(started.elapsed());
        let tick = if pipes.is_closed() { SHORT_TICK } else { TICK };
        pipes.turn(tick.min(left));
        if let Some(status) = group.end()? {
            return Ok(status.into());
        }
        let end = match () {
            () if pipes.is_flooded() => End::Flooded,
            () if left.is_zero() => End::TimedOut,
            () => continue,
        };
        group.stop();
        outlive(group)?;
        return Ok(end);
    }
}

/// Waits until what was killed is dead, within reason.
fn outlive(group: &Group) -> std::io::Result<()> {
    let killed = Instant::now();
    while group.end()?.is_none() && killed.elapsed() < LAST_BREATH {
        thread::sleep(SHORT_TICK);
    }
    Ok(())
}
