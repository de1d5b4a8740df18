//! The one event log: entries, the sinks they go to, and the report that is read off them.

mod detail;
mod entry;
mod json_lines;
mod memory;
mod rates;
mod records;
pub(crate) mod report;
mod tries;

pub use entry::Entry;
pub use json_lines::{Content, JsonLines};
pub use memory::MemoryLog;
pub use rates::{RepairRate, RepairRates};
pub use records::{AttemptRecord, CallRecord};
pub use tries::TryRecord;

/// Gets every event of every run, in order for each run.
///
/// `append` is not async, since the last event of a run whose future is dropped is written while it is dropped. It should not
/// block for long.
///
/// ```
/// use repair_core::log::{Entry, Sink};
/// use std::sync::atomic::{AtomicUsize, Ordering};
///
/// #[derive(Default)]
/// struct Count(AtomicUsize);
/// impl Sink for Count {
///     fn append(&self, _: &Entry) {
///         self.0.fetch_add(1, Ordering::Relaxed);
///     }
/// }
/// ```
pub trait Sink: Send + Sync {
    /// Takes one entry.
    fn append(&self, entry: &Entry);
}
