//! The one seam for time and randomness.

use std::{
    collections::hash_map::RandomState,
    future::{Future, poll_fn},
    hash::{BuildHasher, Hasher},
    pin::Pin,
    sync::{Arc, Condvar, Mutex, PoisonError},
    task::{Context, Poll, Waker},
    time::{Duration, Instant, SystemTime},
};

/// A boxed wait.
pub type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Where the runtime gets time and randomness from; tests give it a clock of their own.
///
/// ```
/// use repair_core::clock::{Clock, SystemClock};
///
/// let clock = SystemClock::default();
/// let before = clock.now();
/// assert!(clock.now() >= before);
/// ```
pub trait Clock: Send + Sync {
    /// Time since some fixed moment; never goes back.
    fn now(&self) -> Duration;

    /// Time since 1970, for the log.
    fn wall(&self) -> Duration;

    /// Completes after `wait`.
    fn sleep(&self, wait: Duration) -> Sleep;

    /// A random number, for jitter and for tags in prompts.
    fn random(&self) -> u64;
}

/// The system's clock. It waits on tokio where there is a tokio runtime, else on a thread.
#[derive(Debug)]
pub struct SystemClock {
    origin: Instant,
}

impl Default for SystemClock {
    fn default() -> Self {
        Self { origin: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.origin.elapsed()
    }

    fn wall(&self) -> Duration {
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
    }

    fn sleep(&self, wait: Duration) -> Sleep {
        if tokio::runtime::Handle::try_current().is_ok() {
            Box::pin(tokio::time::sleep(wait))
        } else {
            Box::pin(sleep_on_a_thread(wait))
        }
    }

    fn random(&self) -> u64 {
        // The standard library's hasher is keyed at random for each instance.
        RandomState::new().build_hasher().finish()
    }
}

/// A wait on a thread, which ends early when the wait is dropped.
async fn sleep_on_a_thread(wait: Duration) {
    let waiting = Waiting::default();
    let shared = waiting.clone();
    let started = std::thread::Builder::new().name("repair-wait".to_owned()).spawn(move || shared.count_down(wait));
    if started.is_err() {
        // No thread to be had: better late by the whole wait on this one than not at all.
        std::thread::sleep(wait);
        return;
    }
    poll_fn(|cx| waiting.poll(cx)).await;
}

#[derive(Clone, Default)]
struct Waiting(Arc<(Mutex<State>, Condvar)>);

#[derive(Default)]
struct State {
    over: bool,
    waker: Option<Waker>,
}

impl Waiting {
    fn count_down(&self, wait: Duration) {
        let state = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.0.1.wait_timeout_while(state, wait, |state| !state.over);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.over = true;
        if let Some(waker) = state.waker.take() {
            waker.wake();
        }
    }

    fn poll(&self, cx: &Context<'_>) -> Poll<()> {
        let mut state = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.over {
            return Poll::Ready(());
        }
        state.waker = Some(cx.waker().clone());
        Poll::Pending
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner).over = true;
        self.0.1.notify_all();
    }
}
