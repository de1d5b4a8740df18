//! Time that passes only when someone waits for it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use crate::clock::{Clock, Sleep};

/// A clock that stands still but for waits, which it grants at once; its random numbers are all the same. Clones are one clock.
///
/// A model that is not ready when it is first asked has therefore timed out: scripted models are ready, or hang.
///
/// ```
/// use repair_core::{clock::Clock, testing::TestClock};
/// use std::time::Duration;
///
/// let clock = TestClock::new();
/// clock.advance(Duration::from_secs(5));
/// assert_eq!(clock.now(), Duration::from_secs(5));
/// ```
#[derive(Clone, Debug, Default)]
pub struct TestClock {
    millis: Arc<AtomicU64>,
}

impl TestClock {
    /// A clock at zero.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets time pass.
    pub fn advance(&self, by: Duration) {
        self.millis.fetch_add(u64::try_from(by.as_millis()).unwrap_or(u64::MAX), Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Duration {
        Duration::from_millis(self.millis.load(Ordering::SeqCst))
    }

    fn wall(&self) -> Duration {
        self.now()
    }

    fn sleep(&self, wait: Duration) -> Sleep {
        let clock = self.clone();
        // Only a wait that is polled passes time: a call's timeout is not one unless the call hangs.
        Box::pin(async move { clock.advance(wait) })
    }

    fn random(&self) -> u64 {
        0x5EED
    }
}
