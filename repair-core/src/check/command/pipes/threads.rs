//! By a thread for each stream, where there is no `poll`. A stream that somebody keeps open in silence keeps its thread.

use std::{
    io::Read,
    process::{ChildStderr, ChildStdout},
    sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    thread,
    time::Duration,
};

use super::{CHUNK, Kept, Stream};

/// How long the rest may take to come through the threads.
const REST: Duration = Duration::from_millis(100);

#[derive(Debug)]
pub(in super::super) struct Pipes {
    chunks: Receiver<(Stream, Vec<u8>)>,
    closed: bool,
    kept: Kept,
}

impl Pipes {
    pub(in super::super) fn new(stdout: ChildStdout, stderr: ChildStderr, room: usize) -> Self {
        // A short queue: a flood waits in the pipe, not in memory.
        let (sender, chunks) = mpsc::sync_channel(4);
        follow(stdout, Stream::Stdout, sender.clone());
        follow(stderr, Stream::Stderr, sender);
        Self { chunks, closed: false, kept: Kept::with_room(room) }
    }

    /// Whether nothing more can come.
    pub(in super::super) fn is_closed(&self) -> bool {
        self.closed
    }

    pub(in super::super) fn is_flooded(&self) -> bool {
        self.kept.flooded
    }

    /// Takes what comes within `wait`; whether anything did.
    pub(in super::super) fn turn(&mut self, wait: Duration) -> bool {
        if self.closed {
            thread::sleep(wait);
            return false;
        }
        match self.chunks.recv_timeout(wait) {
            Ok((stream, bytes)) => {
                self.kept.take(stream, &bytes);
                true
            }
            Err(RecvTimeoutError::Disconnected) => {
                self.closed = true;
                false
            }
            Err(RecvTimeoutError::Timeout) => false,
        }
    }

    /// Takes what is left when nobody writes any more.
    #[cfg_attr(unix, allow(dead_code, reason = "compiled for tests only"))]
    pub(in super::super) fn drain(&mut self) {
        while !self.is_closed() && !self.is_flooded() && self.turn(REST) {}
    }

    pub(in super::super) fn into_kept(self) -> Kept {
        self.kept
    }
}

/// Sends on what comes until the stream ends or nobody listens. Without a thread the stream counts as empty.
fn follow(mut pipe: impl Read + Send + 'static, stream: Stream, chunks: SyncSender<(Stream, Vec<u8>)>) {
    let _ = thread::Builder::new().name("repair-check-pipe".to_owned()).spawn(move || {
        let mut chunk = [0; CHUNK];
        while let Ok(n @ 1..) = pipe.read(&mut chunk) {
            if chunks.send((stream, chunk.get(..n).unwrap_or_default().to_vec())).is_err() {
                break;
            }
        }
    });
}
