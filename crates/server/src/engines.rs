//! Where players think: on blocking threads, a few at a time, first come, first served.
//!
//! A search ends when it is done, when its stop flag is set, or when the longest time is over; in
//! all cases the player gives the best move that it has. A player that panics takes nobody with
//! it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use hexring_game::Game;
use hexring_players::{Choice, Control, Spec, decide};
use tokio::sync::Semaphore;

use crate::error::ApiError;

/// How often a search tells how it stands, at most.
const REPORT_EVERY: Duration = Duration::from_millis(150);

/// A pool of places for players to think.
pub(crate) struct Engines {
    places: Semaphore,
    waiting: AtomicUsize,
    max_waiting: usize,
    longest: Duration,
}

/// A move to think about.
pub(crate) struct Job {
    pub(crate) spec: Spec,
    pub(crate) seed: u64,
    pub(crate) game: Game,
    /// Ends the search early.
    pub(crate) stop: Arc<AtomicBool>,
    /// Hears how the search stands.
    pub(crate) report: Box<dyn FnMut(&Choice) + Send>,
}

impl Engines {
    /// A pool with that many places and seats to wait in.
    pub(crate) fn new(places: usize, max_waiting: usize, longest: Duration) -> Self {
        let waiting = AtomicUsize::new(0);
        Engines { places: Semaphore::new(places.max(1)), waiting, max_waiting, longest }
    }

    /// Lets a player think as soon as there is a place.
    pub(crate) async fn choose(&self, job: Job) -> Result<Choice, ApiError> {
        let stop = Arc::clone(&job.stop);
        self.run(&stop, move || think(job)).await
    }

    /// Does some thinking as soon as there is a place. It must end soon after the flag is set.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        stop: &AtomicBool,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let queue = Queue::join(&self.waiting, self.max_waiting)?;
        let _place = self.places.acquire().await.expect("the pool is never closed");
        drop(queue);
        let mut work = tokio::task::spawn_blocking(work);
        let done = tokio::select! {
            done = &mut work => done,
            () = tokio::time::sleep(self.longest) => {
                stop.store(true, Ordering::Relaxed);
                work.await
            }
        };
        done.unwrap_or_else(|_| Err(ApiError::Refused("the player failed".to_owned())))
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

fn think(job: Job) -> Result<Choice, ApiError> {
    let Job { spec, seed, game, stop, mut report } = job;
    let mut last: Option<Instant> = None;
    let mut now_and_then = |choice: &Choice| {
        if last.is_none_or(|last| last.elapsed() >= REPORT_EVERY) {
            last = Some(Instant::now());
            report(choice);
        }
    };
    let mut control = Control::new(&stop, &mut now_and_then);
    decide(spec.build(seed).as_mut(), &game, &mut control).map_err(ApiError::refused)
}
