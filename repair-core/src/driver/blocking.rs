//! For callers without an executor.

use std::{future::Future, io};

/// Runs a future to its end on this thread; on a thread of its own where this one belongs to an executor, which must not be
/// entered twice.
pub(crate) fn block_on<T: Send>(future: impl Future<Output = T> + Send) -> T {
    if tokio::runtime::Handle::try_current().is_err() {
        return enter(future);
    }
    std::thread::scope(|scope| match scope.spawn(|| enter(future)).join() {
        Ok(output) => output,
        Err(panic) => std::panic::resume_unwind(panic),
    })
}

fn enter<T>(future: impl Future<Output = T>) -> T {
    match executor() {
        Ok(executor) => executor.block_on(future),
        // Without an executor of its own the future still runs: waits then happen on threads.
        Err(_) => park(future),
    }
}

fn executor() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()
}

fn park<T>(future: impl Future<Output = T>) -> T {
    use std::{
        pin::pin,
        sync::Arc,
        task::{Context, Poll, Wake},
        thread::Thread,
    };

    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Arc::new(Unpark(std::thread::current())).into();
    let mut cx = Context::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut cx) {
            return output;
        }
        std::thread::park();
    }
}
