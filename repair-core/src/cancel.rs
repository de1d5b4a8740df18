//! Cancelling a run from outside.

use std::{fmt, sync::Arc};

use tokio::sync::watch;

/// Cancels the runs it was given to: no further call, no further run of the op, status `cancelled`.
///
/// Clones are the same token. Dropping a run's future cancels it too, at any await.
///
/// ```
/// use repair_core::CancelToken;
///
/// let token = CancelToken::new();
/// token.clone().cancel();
/// assert!(token.is_cancelled());
/// ```
#[derive(Clone)]
pub struct CancelToken(Arc<watch::Sender<bool>>);

impl CancelToken {
    /// A token that is not cancelled.
    #[must_use]
    pub fn new() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }

    /// Cancels; a second time does nothing.
    pub fn cancel(&self) {
        self.0.send_replace(true);
    }

    /// Whether it was cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        *self.0.borrow()
    }

    /// Completes once it is cancelled.
    pub async fn cancelled(&self) {
        // The sender lives as long as `self`, so waiting can only end with the value.
        let _ = self.0.subscribe().wait_for(|cancelled| *cancelled).await;
    }
}

impl Default for CancelToken {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for CancelToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CancelToken").field(&self.is_cancelled()).finish()
    }
}
