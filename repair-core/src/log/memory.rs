//! A log in memory.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Entry, Sink};

/// Keeps every entry; for tests and for short-lived programs. Clones are the same log.
///
/// ```
/// use repair_core::{Runtime, log::MemoryLog};
/// use std::sync::Arc;
///
/// let log = MemoryLog::new();
/// let runtime = Runtime::builder().sink(Arc::new(log.clone())).build();
/// assert!(log.entries().is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryLog(Arc<Mutex<Vec<Entry>>>);

impl MemoryLog {
    /// An empty log.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A copy of what is in it.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink for MemoryLog {
    fn append(&self, entry: &Entry) {
        self.lock().push(entry.clone());
    }
}
