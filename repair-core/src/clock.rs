//! The one seam for time and randomness.

use std::{
    collections::hash_map::RandomState,
    future::{Future, poll_fn},
    hash::{BuildHasher, Hasher},
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Poll, Waker},
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

async fn sleep_on_a_thread(wait: Duration) {
    let state = Arc::new(Mutex::new((false, None::<Waker>)));
    let shared = Arc::clone(&state);
    std::thread::spawn(move || {
        std::thread::sleep(wait);
        let mut state = shared.lock().unwrap_or_else(PoisonError::into_inner);
        state.0 = true;
        if let Some(waker) = state.1.take() {
            waker.wake();
        }
    });
    poll_fn(move |cx| {
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.0 {
            return Poll::Ready(());
        }
        state.1 = Some(cx.waker().clone());
        Poll::Pending
    })
    .await;
}
