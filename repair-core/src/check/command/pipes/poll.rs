//! By `poll`, on the thread that asks: whoever keeps the other end open keeps nobody waiting.

use std::{
    io::{ErrorKind, Read},
    process::{ChildStderr, ChildStdout},
    thread,
    time::Duration,
};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::{CHUNK, Kept, Stream};

#[derive(Debug)]
pub(in super::super) struct Pipes {
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    kept: Kept,
}

impl Pipes {
    pub(in super::super) fn new(stdout: ChildStdout, stderr: ChildStderr, room: usize) -> Self {
        Self { stdout: Some(stdout), stderr: Some(stderr), kept: Kept::with_room(room) }
    }

    /// Whether nothing more can come.
    pub(in super::super) fn is_closed(&self) -> bool {
        self.stdout.is_none() && self.stderr.is_none()
    }

    pub(in super::super) fn is_flooded(&self) -> bool {
        self.kept.flooded
    }

    /// Reads what is there, or what comes within `wait`; whether anything was.
    pub(in super::super) fn turn(&mut self, wait: Duration) -> bool {
        let (out, err) = self.ready(wait);
        let read_out = out && read(&mut self.stdout, Stream::Stdout, &mut self.kept);
        let read_err = err && read(&mut self.stderr, Stream::Stderr, &mut self.kept);
        read_out || read_err
    }

    /// Reads what is left when nobody writes any more.
    pub(in super::super) fn drain(&mut self) {
        while !self.is_closed() && !self.is_flooded() && self.turn(Duration::ZERO) {}
    }

    pub(in super::super) fn into_kept(self) -> Kept {
        self.kept
    }

    /// Which of the streams can be read without blocking.
    fn ready(&self, wait: Duration) -> (bool, bool) {
        let mut fds = Vec::with_capacity(2);
        fds.extend(self.stdout.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        fds.extend(self.stderr.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        let timeout = Timespec::try_from(wait).ok();
        if fds.is_empty() || poll(&mut fds, timeout.as_ref()).is_err() {
            thread::sleep(wait);
            return (false, false);
        }
        let mut ready = fds.iter().map(|fd| !fd.revents().is_empty());
        let out = self.stdout.is_some() && ready.next().unwrap_or(false);
        (out, ready.next().unwrap_or(false))
    }
}

/// Reads one chunk; whether there was one. At its end a stream is closed.
fn read(pipe: &mut Option<impl Read>, stream: Stream, kept: &mut Kept) -> bool {
    let Some(open) = pipe else { return false };
    let mut chunk = [0; CHUNK];
    match open.read(&mut chunk) {
        Ok(0) => *pipe = None,
        Ok(n) => kept.take(stream, chunk.get(..n).unwrap_or_default()),
        Err(error) if error.kind() == ErrorKind::Interrupted => {}
        Err(_) => *pipe = None,
    }
    true
}
