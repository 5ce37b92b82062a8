//! Where players think: on blocking threads, a few at a time, first come, first served.
//!
//! Work ends when it is done, when it is stopped, or when the longest time is over; in all cases a
//! player gives the best move that it has.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use hexring_control::{Limit, Stop};
use tokio::sync::Semaphore;

use crate::error::ApiError;

/// A pool of places to think.
pub(crate) struct Engines {
    places: Semaphore,
    waiting: AtomicUsize,
    max_waiting: usize,
    longest: Duration,
}

impl Engines {
    /// A pool with that many places and seats to wait in.
    pub(crate) fn new(places: usize, max_waiting: usize, longest: Duration) -> Self {
        let waiting = AtomicUsize::new(0);
        Engines { places: Semaphore::new(places.max(1)), waiting, max_waiting, longest }
    }

    /// Waits for a place. Fails at once if too many wait already.
    pub(crate) async fn place(&self) -> Result<Place<'_>, ApiError> {
        let queue = Queue::join(&self.waiting, self.max_waiting)?;
        let permit = self.places.acquire().await.expect("the pool is never closed");
        drop(queue);
        Ok(Place { _permit: permit, longest: self.longest })
    }

    /// Does some thinking as soon as there is a place. It must end soon after its limit is over.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        stop: &Stop,
        work: impl FnOnce(&Limit) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let place = self.place().await?;
        place.work(stop, work).await.unwrap_or(Err(ApiError::Failed))
    }
}

/// A place to think, given up when dropped.
pub(crate) struct Place<'a> {
    _permit: tokio::sync::SemaphorePermit<'a>,
    longest: Duration,
}

impl Place<'_> {
    /// Thinks on a thread of its own; none if it panicked.
    pub(crate) async fn work<T: Send + 'static>(
        self,
        stop: &Stop,
        work: impl FnOnce(&Limit) -> T + Send + 'static,
    ) -> Option<T> {
        // The time begins here, not in the queue.
        let limit = Limit::of(stop).within(self.longest);
        tokio::task::spawn_blocking(move || work(&limit)).await.ok()
    }
}

/// A seat in the waiting room, given up when dropped.
struct Queue<'a>(&'a AtomicUsize);

impl<'a> Queue<'a> {
    fn join(waiting: &'a AtomicUsize, most: usize) -> Result<Self, ApiError> {
        if waiting.fetch_add(1, Ordering::Relaxed) >= most {
            waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(ApiError::Busy(format!("{most} searches are waiting already")));
        }
        Ok(Queue(waiting))
    }
}

impl Drop for Queue<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
