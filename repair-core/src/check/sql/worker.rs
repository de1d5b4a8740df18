//! A thread for one check. Parsers recurse and databases block: neither is for a thread of an executor.

use std::{io, thread};

use tokio::sync::oneshot;

use crate::BoxError;

/// Address space, of which only what is used becomes memory.
const STACK: usize = 64 << 20;

/// Does some work on a thread of its own and waits for it without blocking this one.
pub(super) async fn run<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, BoxError> {
    let (done, result) = oneshot::channel();
    let work = move || {
        // Nobody waits any more where this fails.
        let _ = done.send(work());
    };
    thread::Builder::new().name("repair-sql".to_owned()).stack_size(STACK).spawn(work)?;
    Ok(result.await.map_err(|_| io::Error::other("the check of the query broke off"))?)
}
