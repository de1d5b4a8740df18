//! A tool together with its children: started, stopped and reaped as one.

use std::{
    io,
    process::{Child, ChildStderr, ChildStdout, Command, ExitStatus},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The tool's process group. On unix it is one of the tool's own, killed as a whole; elsewhere it is the tool alone.
///
/// Clones are the same group: one belongs to the thread that watches the tool, one to whoever may stop it.
#[derive(Clone, Debug, Default)]
pub(super) struct Group(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// The tool until it is reaped. Until then the group's number can't become somebody else's.
    leader: Option<Child>,
    /// Whether it was stopped, perhaps before it was started.
    stopped: bool,
}

impl Group {
    /// Starts the tool; `None` if the group was stopped before.
    pub(super) fn start(&self, command: &mut Command) -> io::Result<Option<(ChildStdout, ChildStderr)>> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut state = self.lock();
        if state.stopped {
            return Ok(None);
        }
        let mut leader = command.spawn()?;
        let pipes = leader.stdout.take().zip(leader.stderr.take());
        state.leader = Some(leader);
        Ok(pipes)
    }

    /// Kills everything in the group.
    pub(super) fn stop(&self) {
        let mut state = self.lock();
        state.stopped = true;
        if let Some(leader) = &mut state.leader {
            kill(leader);
        }
    }

    /// How the tool exited, if it has. What it left running is killed then.
    pub(super) fn end(&self) -> io::Result<Option<ExitStatus>> {
        let mut state = self.lock();
        let Some(leader) = &mut state.leader else {
            return Err(io::ErrorKind::NotFound.into());
        };
        let status = end(leader)?;
        if status.is_some() {
            state.leader = None;
        }
        Ok(status)
    }

    /// Waits for a tool that would not die at once, so that it does not stay a zombie.
    pub(super) fn bury(&self) {
        let leader = self.lock().leader.take();
        if let Some(mut leader) = leader {
            kill(&mut leader);
            let _ = leader.wait();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stops the group when it goes.
#[derive(Debug)]
pub(super) struct Leash(pub(super) Group);

impl Drop for Leash {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(unix)]
fn kill(leader: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // It fails where nobody is left, and where the tool became another user, who can't be helped.
    let _ = kill_process_group(Pid::from_child(leader), Signal::KILL);
}

#[cfg(not(unix))]
fn kill(leader: &mut Child) {
    let _ = leader.kill();
}

#[cfg(all(unix, not(any(target_os = "openbsd", target_os = "redox", target_os = "cygwin"))))]
fn end(leader: &mut Child) -> io::Result<Option<ExitStatus>> {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    // Looking does not reap: the group is killed while its number is still its own.
    let id = WaitId::Pid(Pid::from_child(leader));
    if waitid(id, WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT)?.is_none() {
        return Ok(None);
    }
    kill(leader);
    leader.wait().map(Some)
}

#[cfg(not(all(unix, not(any(target_os = "openbsd", target_os = "redox", target_os = "cygwin")))))]
fn end(leader: &mut Child) -> io::Result<Option<ExitStatus>> {
    let status = leader.try_wait()?;
    if status.is_some() {
        kill(leader);
    }
    Ok(status)
}
