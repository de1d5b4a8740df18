//! Reading both of a tool's streams at once, up to a limit.

#[cfg(unix)]
mod poll;
#[cfg(any(not(unix), test))]
mod threads;

#[cfg(unix)]
pub(super) use self::poll::Pipes;
#[cfg(not(unix))]
pub(super) use self::threads::Pipes;

/// How much is read at once.
const CHUNK: usize = 16 * 1024;

/// What has been read so far.
#[derive(Debug, Default)]
pub(super) struct Kept {
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
    /// How many more bytes may come.
    room: usize,
    /// Whether more came.
    pub(super) flooded: bool,
}

#[derive(Clone, Copy)]
enum Stream {
    Stdout,
    Stderr,
}

impl Kept {
    fn with_room(room: usize) -> Self {
        Self { room, ..Self::default() }
    }

    fn take(&mut self, stream: Stream, bytes: &[u8]) {
        let fitting = bytes.get(..self.room).unwrap_or(bytes);
        self.flooded |= fitting.len() < bytes.len();
        self.room -= fitting.len();
        match stream {
            Stream::Stdout => self.stdout.extend_from_slice(fitting),
            Stream::Stderr => self.stderr.extend_from_slice(fitting),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::{
        process::{Command, Stdio},
        time::Duration,
    };

    use super::*;

    #[test]
    fn what_does_not_fit_is_not_kept() {
        let mut kept = Kept::with_room(5);
        kept.take(Stream::Stdout, b"abc");
        kept.take(Stream::Stderr, b"de");
        assert!(!kept.flooded, "exactly full");
        kept.take(Stream::Stdout, b"f");
        assert!(kept.flooded);
        assert_eq!((kept.stdout.as_slice(), kept.stderr.as_slice()), (&b"abc"[..], &b"de"[..]));
    }

    /// Both ways of reading read the same.
    macro_rules! reads {
        ($name:ident, $pipes:ty) => {
            #[cfg(unix)]
            #[test]
            fn $name() {
                for (room, flooded) in [(1_000_000, false), (1000, true)] {
                    let script = "head -c 200000 /dev/zero | tr '\\0' o; head -c 300000 /dev/zero | tr '\\0' e >&2";
                    let mut child =
                        Command::new("sh").args(["-c", script]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
                    let mut pipes = <$pipes>::new(child.stdout.take().unwrap(), child.stderr.take().unwrap(), room);
                    while !pipes.is_closed() && !pipes.is_flooded() {
                        pipes.turn(Duration::from_millis(100));
                    }
                    let kept = pipes.into_kept();
                    let _ = child.kill();
                    child.wait().unwrap();
                    assert_eq!(kept.flooded, flooded);
                    if flooded {
                        assert_eq!(kept.stdout.len() + kept.stderr.len(), room);
                    } else {
                        assert_eq!((kept.stdout, kept.stderr), (vec![b'o'; 200_000], vec![b'e'; 300_000]));
                    }
                }
            }
        };
    }
    reads!(by_poll, poll::Pipes);
    reads!(by_threads, threads::Pipes);
}
