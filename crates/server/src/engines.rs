//! Where players think: on blocking threads, a few at a time. Whoever comes first is served first,
//! but people before machines that play each other.
//!
//! Work ends when it is done, when it is stopped, or when the longest time is over; in all cases a
//! player gives the best move that it has. A place is given up when the thread has ended, and not
//! when somebody stops waiting for it, so that there are never more threads than places.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hexring_control::{Limit, Stop};
use tokio::sync::oneshot;

use crate::error::ApiError;
use crate::raised::raised;

/// How often somebody who waits looks how many are served before.
const LOOK: Duration = Duration::from_millis(200);

/// A pool of places to think. Copies are the same pool.
#[derive(Clone)]
pub(crate) struct Engines(Arc<Pool>);

struct Pool {
    queue: Mutex<Queue>,
    /// The most that wait.
    most: usize,
    /// The most places that machines have at once: one is left for people where there are several.
    for_machines: usize,
    longest: Duration,
}

/// Who waits for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guest {
    /// A person.
    Person,
    /// Nobody but another machine.
    Machine,
}

struct Queue {
    /// Places that nobody has.
    free: usize,
    /// Places that machines have.
    machines: usize,
    people_waiting: VecDeque<Seat>,
    machines_waiting: VecDeque<Seat>,
    /// Seats that were taken so far.
    seats: u64,
}

/// Somebody who waits.
struct Seat {
    number: u64,
    call: oneshot::Sender<Place>,
}

impl Engines {
    /// A pool with that many places and seats to wait in.
    pub(crate) fn new(places: usize, most: usize, longest: Duration) -> Self {
        let places = places.max(1);
        let queue = Queue {
            free: places,
            machines: 0,
            people_waiting: VecDeque::new(),
            machines_waiting: VecDeque::new(),
            seats: 0,
        };
        let for_machines = (places - 1).max(1);
        Engines(Arc::new(Pool { queue: Mutex::new(queue), most, for_machines, longest }))
    }

    /// Takes a seat in the queue. Fails at once if too many wait already.
    pub(crate) fn join(&self, guest: Guest) -> Result<Waiting, ApiError> {
        let (mut queue, most) = (self.0.lock(), self.0.most);
        if queue.waiting() >= most {
            return Err(ApiError::Busy(format!("{most} are waiting already: try again later")));
        }
        Ok(self.sit(queue, guest))
    }

    /// Takes a seat again, for the next part of some work that was let in already.
    pub(crate) fn join_again(&self, guest: Guest) -> Waiting {
        self.sit(self.0.lock(), guest)
    }

    fn sit(&self, mut queue: MutexGuard<'_, Queue>, guest: Guest) -> Waiting {
        let (call, place) = oneshot::channel();
        queue.seats += 1;
        let number = queue.seats;
        match guest {
            Guest::Person => queue.people_waiting.push_back(Seat { number, call }),
            Guest::Machine => queue.machines_waiting.push_back(Seat { number, call }),
        }
        let unwanted = queue.admit(&self.0);
        drop(queue);
        drop(unwanted);
        Waiting { pool: Arc::clone(&self.0), number, place }
    }

    /// How many wait for a place.
    pub(crate) fn waiting(&self) -> usize {
        self.0.lock().waiting()
    }

    /// Does some thinking for a person as soon as there is a place. It must end soon after its
    /// limit is over.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        stop: &Stop,
        work: impl FnOnce(&Limit) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.join(Guest::Person)?.run_told(stop, |_| {}, work).await
    }
}

impl Pool {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // Nothing in it is ever half changed.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    /// How many wait; those who have gone away do not count.
    fn waiting(&mut self) -> usize {
        self.people_waiting.retain(|seat| !seat.call.is_closed());
        self.machines_waiting.retain(|seat| !seat.call.is_closed());
        self.people_waiting.len() + self.machines_waiting.len()
    }

    /// How many are served before the one with this seat.
    fn before(&mut self, number: u64) -> usize {
        self.waiting();
        let seats = self.people_waiting.iter().chain(&self.machines_waiting);
        seats.take_while(|seat| seat.number != number).count()
    }

    /// Gives free places to those who may have one. Places of those who have just gone away come
    /// back, to be dropped when the queue is not held any more.
    fn admit(&mut self, pool: &Arc<Pool>) -> Vec<Place> {
        let mut unwanted = Vec::new();
        while self.free > 0 {
            let Some((guest, seat)) = self.next(pool.for_machines) else { break };
            self.free -= 1;
            self.machines += usize::from(guest == Guest::Machine);
            unwanted.extend(seat.call.send(Place { pool: Arc::clone(pool), guest }).err());
        }
        unwanted
    }

    fn next(&mut self, for_machines: usize) -> Option<(Guest, Seat)> {
        if let Some(seat) = self.people_waiting.pop_front() {
            return Some((Guest::Person, seat));
        }
        if self.machines >= for_machines {
            return None;
        }
        Some((Guest::Machine, self.machines_waiting.pop_front()?))
    }
}

/// A seat in the queue, given up when dropped.
pub(crate) struct Waiting {
    pool: Arc<Pool>,
    number: u64,
    place: oneshot::Receiver<Place>,
}

impl Waiting {
    /// Waits for a place; none if it was stopped before.
    pub(crate) async fn place(self, stop: &Stop) -> Option<Place> {
        self.place_told(stop, |_| {}).await
    }

    /// The same, and tells how many are served before, now and then and whenever that changes.
    pub(crate) async fn place_told(
        mut self,
        stop: &Stop,
        mut tell: impl FnMut(usize),
    ) -> Option<Place> {
        let mut told = None;
        loop {
            tokio::select! {
                place = &mut self.place => return place.ok(),
                () = raised(stop) => return None,
                () = tokio::time::sleep(LOOK) => {
                    let before = self.pool.lock().before(self.number);
                    if told.replace(before) != Some(before) {
                        tell(before);
                    }
                }
            }
        }
    }

    /// Does some thinking as soon as there is a place, and tells how many are served before. It
    /// must end soon after its limit is over.
    pub(crate) async fn run_told<T: Send + 'static>(
        self,
        stop: &Stop,
        tell: impl FnMut(usize),
        work: impl FnOnce(&Limit) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let place = self.place_told(stop, tell).await.ok_or_else(called_off)?;
        place.work(stop, work).await.unwrap_or(Err(ApiError::Failed))
    }
}

/// It was stopped in the queue.
pub(crate) fn called_off() -> ApiError {
    ApiError::Conflict("it was called off".to_owned())
}

/// A place to think, given up when dropped.
pub(crate) struct Place {
    pool: Arc<Pool>,
    guest: Guest,
}

impl Place {
    /// Thinks on a thread of its own; none if it panicked.
    pub(crate) async fn work<T: Send + 'static>(
        self,
        stop: &Stop,
        work: impl FnOnce(&Limit) -> T + Send + 'static,
    ) -> Option<T> {
        // The time begins here, not in the queue.
        let limit = Limit::of(stop).within(self.pool.longest);
        let think = move || {
            let done = work(&limit);
            drop(self);
            done
        };
        tokio::task::spawn_blocking(think).await.ok()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut queue = self.pool.lock();
        queue.free += 1;
        queue.machines -= usize::from(self.guest == Guest::Machine);
        let unwanted = queue.admit(&self.pool);
        drop(queue);
        drop(unwanted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(places: usize, most: usize) -> Engines {
        Engines::new(places, most, Duration::from_secs(60))
    }

    async fn place(waiting: Waiting) -> Place {
        let never = Stop::new();
        let place = tokio::time::timeout(Duration::from_secs(20), waiting.place(&never));
        place.await.expect("in time").expect("a place")
    }

    #[tokio::test]
    async fn people_come_before_machines() {
        let engines = pool(1, 10);
        let first = place(engines.join(Guest::Machine).expect("a seat")).await;
        let mut machine = engines.join(Guest::Machine).expect("a seat");
        let person = engines.join(Guest::Person).expect("a seat");
        drop(first);
        let person = place(person).await;
        assert!(machine.place.try_recv().is_err(), "there is one place");
        drop(person);
        place(machine).await;
    }

    #[tokio::test]
    async fn machines_leave_a_place_to_people() {
        let engines = pool(3, 10);
        let _one = place(engines.join(Guest::Machine).expect("a seat")).await;
        let two = place(engines.join(Guest::Machine).expect("a seat")).await;
        let mut three = engines.join(Guest::Machine).expect("a seat");
        let _person = place(engines.join(Guest::Person).expect("a seat")).await;
        assert!(three.place.try_recv().is_err());
        drop(two);
        place(three).await;
    }

    #[tokio::test]
    async fn whoever_goes_away_leaves_the_queue() {
        let engines = pool(1, 2);
        let first = place(engines.join(Guest::Person).expect("a seat")).await;
        let seats = [engines.join(Guest::Person), engines.join(Guest::Machine)];
        assert!(matches!(engines.join(Guest::Person), Err(ApiError::Busy(_))));
        drop(seats);
        let waiting = engines.join(Guest::Person).expect("the others have gone");
        let stop = Stop::new();
        stop.raise();
        assert!(waiting.place(&stop).await.is_none(), "stopped in the queue");
        let called = engines.join(Guest::Person).expect("a seat");
        drop(first);
        // It has been called and goes away without having heard it.
        drop(called);
        place(engines.join(Guest::Person).expect("a seat")).await;
    }

    #[tokio::test]
    async fn whoever_waits_is_told_how_many_are_served_before() {
        let engines = pool(1, 10);
        let first = place(engines.join(Guest::Person).expect("a seat")).await;
        let machine = engines.join(Guest::Machine).expect("a seat");
        let people = [engines.join(Guest::Person), engines.join(Guest::Person)];
        let [second, third] = people.map(|seat| seat.expect("a seat"));
        assert_eq!(engines.waiting(), 3);
        let before = |waiting: &Waiting| waiting.pool.lock().before(waiting.number);
        assert_eq!([before(&second), before(&third), before(&machine)], [0, 1, 2]);
        drop(second);
        let (never, mut told) = (Stop::new(), Vec::new());
        let waited = machine.place_told(&never, |before| told.push(before));
        assert!(tokio::time::timeout(4 * LOOK, waited).await.is_err(), "there is one place");
        assert_eq!((told, before(&third)), (vec![1], 0));
        drop(first);
        place(third).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_place_is_kept_as_long_as_its_thread_works() {
        let engines = pool(1, 10);
        let (go_on, wait) = std::sync::mpsc::channel::<()>();
        let first = place(engines.join(Guest::Person).expect("a seat")).await;
        let stop = Stop::new();
        let work = first.work(&stop, move |_| wait.recv());
        let gone = tokio::time::timeout(Duration::from_millis(50), work).await;
        assert!(gone.is_err(), "nobody waits for it any more");
        let mut second = engines.join(Guest::Person).expect("a seat");
        assert!(second.place.try_recv().is_err());
        go_on.send(()).expect("it works still");
        place(second).await;
    }
}
