//! How much a query may take.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    time::Duration,
};

use rusqlite::{Connection, limits::Limit};

use super::SqliteError;
use crate::clock::Clock;

/// After how many steps of SQLite's machine the limits are looked at.
const PERIOD: u64 = 1000;

/// How much a query may take.
///
/// # Default
///
/// - 1000 rows
/// - 10 million steps of SQLite's virtual machine, some tenths of a second
/// - 16 MiB in one value and in all of the result
/// - 10 seconds
///
/// ```
/// use repair_core::check::sql::Limits;
/// use std::time::Duration;
///
/// let limits = Limits::default().rows(50).steps(100_000).bytes(64 * 1024).time(Duration::from_millis(200));
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Limits {
    pub(super) rows: usize,
    steps: u64,
    pub(super) bytes: usize,
    time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { rows: 1000, steps: 10_000_000, bytes: 16 << 20, time: Duration::from_secs(10) }
    }
}

impl Limits {
    /// How many rows are taken; what is beyond them is left, and the result says so.
    pub fn rows(mut self, rows: usize) -> Self {
        self.rows = rows;
        self
    }

    /// How many steps of SQLite's virtual machine are made: the same query on the same data takes the same everywhere.
    pub fn steps(mut self, steps: u64) -> Self {
        self.steps = steps;
        self
    }

    /// How many bytes one value and all values of the result may have.
    pub fn bytes(mut self, bytes: usize) -> Self {
        self.bytes = bytes;
        self
    }

    /// How long it may take.
    pub fn time(mut self, time: Duration) -> Self {
        self.time = time;
        self
    }

    /// Bounds what one value may take.
    pub(super) fn bound(&self, connection: &Connection) -> rusqlite::Result<()> {
        let bytes = i32::try_from(self.bytes).unwrap_or(i32::MAX);
        connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, bytes.max(1)).map(|_| ())
    }

    /// Stops a connection at the first limit it reaches.
    pub(super) fn stop(&self, connection: &mut Connection, clock: Arc<dyn Clock>) -> rusqlite::Result<Stopped> {
        let stopped = Stopped { by: Arc::default(), steps: self.steps, time: self.time };
        let note = Arc::clone(&stopped.by);
        let period = self.steps.clamp(1, PERIOD);
        let (most, end) = (self.steps, clock.now().saturating_add(self.time));
        let mut steps = 0_u64;
        let over = move || {
            steps = steps.saturating_add(period);
            let by = if steps > most {
                STEPS
            } else if clock.now() >= end {
                TIME
            } else {
                return false;
            };
            note.store(by, Ordering::Relaxed);
            true
        };
        connection.progress_handler(i32::try_from(period).unwrap_or(i32::MAX), Some(over))?;
        Ok(stopped)
    }
}

const STEPS: u8 = 1;
const TIME: u8 = 2;

/// Whether a limit was reached, and which.
pub(super) struct Stopped {
    by: Arc<AtomicU8>,
    steps: u64,
    time: Duration,
}

impl Stopped {
    pub(super) fn error(&self) -> Option<SqliteError> {
        match self.by.load(Ordering::Relaxed) {
            STEPS => Some(SqliteError::TooManySteps { limit: self.steps }),
            TIME => Some(SqliteError::TooSlow { limit: self.time }),
            _ => None,
        }
    }
}
